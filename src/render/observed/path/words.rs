//! Words for sets of moves: each means exactly a set among the moves that were asked.

use crate::common::{list, numbered, sorted};
use crate::rules::Rules;
use crate::workbench::{CellChange, MoveSet};

/// A property in words that follow `the 8`, with `true` for each of the moves that has it.
type Property = (String, Vec<bool>);

/// Returns words for the wrong moves of a set, which hold for no other move that was asked: a property,
/// or two, or the moves without a property; `None` if the vocabulary has none.
pub(super) fn exact(rules: &Rules, set: &MoveSet, are_rides: bool) -> Option<String> {
    if set.is_all_wrong() {
        return Some("asked".to_owned());
    }
    let wanted: Vec<bool> = set.asked.iter().map(|change| set.wrong.contains(change)).collect();
    let known = vocabulary(rules, set, are_rides);
    if let Some((words, _)) = known.iter().find(|(_, holds)| *holds == wanted) {
        return Some(words.clone());
    }
    for (nth, (one, first)) in known.iter().enumerate() {
        for (other, second) in &known[nth + 1..] {
            if first.iter().zip(second).map(|(first, second)| first & second).eq(wanted.clone()) {
                let rest = other.strip_prefix("that ").filter(|_| one.starts_with("that "));
                let second = rest.map_or_else(|| other.clone(), |rest| format!("and {rest}"));
                return Some(format!("{one} {second}"));
            }
        }
    }
    let is_rest = |holds: &[bool]| holds.iter().zip(&wanted).all(|(holds, wanted)| holds != wanted);
    let (words, _) = known.iter().find(|(_, holds)| is_rest(holds))?;
    Some(format!("other than those {words}"))
}

/// Returns words for the least property of the wrong moves, with the number of all moves that have it;
/// `None` if fewer than two thirds of these are wrong.
pub(super) fn most(rules: &Rules, set: &MoveSet, are_rides: bool) -> Option<(String, usize)> {
    let is_wrong = |nth: &usize| set.wrong.contains(&set.asked[*nth]);
    let wrong: Vec<usize> = (0..set.asked.len()).filter(is_wrong).collect();
    let known = vocabulary(rules, set, are_rides).into_iter();
    let around = known.filter(|(_, holds)| wrong.iter().all(|nth| holds[*nth]));
    let counted = around.map(|(words, holds)| (words, holds.iter().filter(|it| **it).count()));
    let least = counted.min_by_key(|(_, count)| *count);
    least.filter(|(_, count)| wrong.len() * 3 >= count * 2)
}

/// Returns all properties that hold for some moves and not for all, the simplest first.
fn vocabulary(rules: &Rules, set: &MoveSet, are_rides: bool) -> Vec<Property> {
    let mut known = Vec::new();
    let mut add = |words: &str, holds: &dyn Fn(CellChange) -> bool| {
        let members: Vec<bool> = set.asked.iter().map(|change| holds(*change)).collect();
        if members.contains(&true) && members.contains(&false) {
            known.push((words.to_owned(), members));
        }
    };
    let axes = |it: CellChange| it.0.iter().filter(|by| **by != 0).count();
    let is_even = |it: CellChange| it.0.iter().all(|by| *by == 0 || by.abs() == it.length());
    add("along one axis", &|it| axes(it) == 1);
    add("along two axes at once", &|it| axes(it) == 2);
    add("along three axes at once", &|it| axes(it) == 3);
    add("along more than one axis", &|it| axes(it) > 1);
    add("equally along two axes", &|it| axes(it) == 2 && is_even(it));
    add("equally along three axes", &|it| axes(it) == 3 && is_even(it));
    let names = rules.cells().coordinates().each_ref().map(|part| part.name.as_str());
    for (nth, name) in names.iter().enumerate() {
        add(&format!("that change the {name}"), &|it| it.0[nth] != 0);
        add(&format!("that keep the {name}"), &|it| it.0[nth] == 0);
        add(&format!("to a later {name}"), &|it| it.0[nth] > 0);
        add(&format!("to an earlier {name}"), &|it| it.0[nth] < 0);
        add(&format!("that change the {name} by 1"), &|it| it.0[nth].abs() == 1);
        add(&format!("that change the {name} by 2"), &|it| it.0[nth].abs() == 2);
    }
    if are_rides {
        for length in sorted(set.asked.iter().map(|change| change.length())) {
            let cells = numbered(length, "cell");
            add(&format!("of more than {cells}"), &|it| it.length() > length);
        }
    } else {
        for sizes in sorted(set.asked.iter().map(|change| change.sizes())) {
            let far = sizes.iter().filter(|by| **by > 0).map(ToString::to_string);
            let far = list(&far.collect::<Vec<_>>(), "and");
            add(&format!("by {far}"), &|it| it.sizes() == sizes);
        }
    }
    add("to a smaller coordinate", &|it| it.0.iter().any(|by| *by < 0));
    add("to a larger coordinate", &|it| it.0.iter().any(|by| *by > 0));
    for by in [2, 1] {
        add(&format!("in which the {by} is to a smaller coordinate"), &|it| it.0.contains(&-by));
        add(&format!("in which the {by} is to a larger coordinate"), &|it| it.0.contains(&by));
    }
    for [one, other] in [[0, 1], [0, 2], [1, 2]] {
        let both = format!("in which {} and {} change in", names[one], names[other]);
        add(&format!("{both} the same direction"), &|it| it.0[one] * it.0[other] > 0);
        add(&format!("{both} opposite directions"), &|it| it.0[one] * it.0[other] < 0);
    }
    known
}
