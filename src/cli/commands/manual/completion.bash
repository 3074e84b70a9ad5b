
# Asks about whole words, which bash parts at `=` and `:`, and quotes names with blanks.
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

    # Bash keeps what stands before its own part of the word.
    local kept= quote=
    [[ $word == *"$part" ]] && kept=${word%"$part"}
    [[ $word == [\"\']* ]] && quote=${word:0:1}
    kept=${kept#"$quote"}
    word=${word#"$quote"}
    word=${word//\\/}

    local asked= reply letter name replies=()
    [[ $word == -* ]] && asked=$word
    words[last]=$asked
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$last
    _kubikschach_words "$1" "$asked" "${words[last-1]}"
    for reply in "${COMPREPLY[@]}"; do
        while IFS='=' read -r letter name; do
            [[ $reply == "$letter" ]] && reply=$name
        done <<<"$_kubikschach_names"
        [[ $reply == "$word"* ]] || continue
        reply=${reply#"$kept"}
        [[ $quote ]] || printf -v reply %q "$reply"
        replies+=("$option$reply")
    done
    COMPREPLY=("${replies[@]}")
}
