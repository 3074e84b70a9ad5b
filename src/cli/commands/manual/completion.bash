
# Asks about whole words, which bash parts at `=` and `:`.
_kubikschach() {
    local line=${COMP_LINE:0:COMP_POINT} words=() last=-1 i word
    for ((i = 0; i <= COMP_CWORD; i++)); do
        if [[ $last -lt 0 || $line == [[:space:]]* ]]; then
            line=${line#"${line%%[![:space:]]*}"}
            words[++last]=
        fi
        word=${COMP_WORDS[i]}
        words[last]+=${word:0:${#line}}
        line=${line#"$word"}
    done

    # `--name=value` is asked about as `--name value`.
    local part=$2 option=
    word=${words[last]}
    if [[ $word == --*=* ]]; then
        words[last]=${word%%=*}
        word=${word#*=}
        words[++last]=$word
        if [[ $part == --*=* ]]; then
            option=${part%%=*}=
            part=${part#*=}
        fi
    fi

    # The first word after `--` is a command, and bash completes files after it.
    for ((i = 1; i < last; i++)); do
        if [[ ${words[i]} == -- ]]; then
            COMPREPLY=()
            ((i == last - 1)) && COMPREPLY=($(compgen -c -- "$word"))
            return
        fi
    done

    # Bash keeps what stands before its own part of the word.
    local kept= asked= reply replies=()
    [[ $word == *"$part" ]] && kept=${word%"$part"}
    [[ $word == -* ]] && asked=$word
    words[last]=$asked
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$last
    _kubikschach_words "$1" "$asked" "${words[last-1]}"
    for reply in "${COMPREPLY[@]}"; do
        [[ $reply == "$word"* ]] && replies+=("$option${reply#"$kept"}")
    done

    # Files as well as puzzles name cases.
    local all=" ${replies[*]} "
    case "${words[1]}" in
        judge | replay | audit | export)
            if [[ $all == *" path "* || $all == *" mate "* ]]; then
                compopt -o filenames 2>/dev/null
                while IFS= read -r reply; do
                    replies+=("${reply#"$kept"}")
                done < <(compgen -f -- "$word")
            fi
            ;;
    esac
    COMPREPLY=("${replies[@]}")
}
