//! Words for sets of moves: each means exactly a set among the moves that were asked.

use fixedbitset::FixedBitSet;

use crate::common::{list, numbered, sorted};
use crate::rules::Rules;
use crate::workbench::{CellChange, MoveSet};

/// A property of moves in words that follow `the 8`.
struct Trait {
    words: String,
    holds: Box<dyn Fn(CellChange) -> bool>,
}

/// Returns words for the wrong moves of a set, which hold for no other move that was asked: a property,
/// or two, or the moves without a property; `None` if the vocabulary has none.
pub(super) fn of(rules: &Rules, set: &MoveSet, are_rides: bool) -> Option<String> {
    let members = |holds: &dyn Fn(CellChange) -> bool| -> FixedBitSet {
        (0..set.asked.len()).filter(|&nth| holds(set.asked[nth])).collect()
    };
    let wanted = members(&|change| set.wrong.contains(&change));
    let known: Vec<(String, FixedBitSet)> = vocabulary(rules, set, are_rides)
        .into_iter()
        .map(|it| (it.words, members(&*it.holds)))
        .filter(|(_, holds)| holds.count_ones(..) < set.asked.len())
        .collect();
    if set.is_all_wrong() {
        return Some("asked".to_owned());
    }
    if let Some((words, _)) = known.iter().find(|(_, holds)| is_equal(holds, &wanted)) {
        return Some(words.clone());
    }
    for (nth, (one, first)) in known.iter().enumerate() {
        for (other, second) in &known[nth + 1..] {
            if is_equal(&(first & second), &wanted) {
                let rest = other.strip_prefix("that ").filter(|_| one.starts_with("that "));
                return Some(
                    rest.map_or_else(
                        || format!("{one} {other}"),
                        |rest| format!("{one} and {rest}"),
                    ),
                );
            }
        }
    }
    let all = members(&|_| true);
    let is_complement = |holds: &FixedBitSet| is_equal(&all.difference(holds).collect(), &wanted);
    let (words, _) = known.iter().find(|(_, holds)| is_complement(holds))?;
    Some(format!("other than those {words}"))
}

/// Compares sets, whatever their capacities are.
fn is_equal(one: &FixedBitSet, other: &FixedBitSet) -> bool {
    one.symmetric_difference(other).next().is_none()
}

/// Returns all properties, the simplest first.
fn vocabulary(rules: &Rules, set: &MoveSet, are_rides: bool) -> Vec<Trait> {
    let mut all = of_axes();
    let names: Vec<&str> =
        rules.cells().coordinates().iter().map(|part| part.name.as_str()).collect();
    for (nth, name) in names.iter().enumerate() {
        all.extend(of_coordinate(name, nth));
    }
    all.extend(if are_rides { of_lengths(set) } else { of_sizes(set) });
    all.extend(of_signs());
    for [one, other] in [[0, 1], [0, 2], [1, 2]] {
        let both = format!("in which {} and {} change in", names[one], names[other]);
        let product = move |it: CellChange| it.0[one] * it.0[other];
        all.push(new(format!("{both} the same direction"), move |it| product(it) > 0));
        all.push(new(format!("{both} opposite directions"), move |it| product(it) < 0));
    }
    all
}

fn new(words: impl Into<String>, holds: impl Fn(CellChange) -> bool + 'static) -> Trait {
    Trait { words: words.into(), holds: Box::new(holds) }
}

fn axes(change: CellChange) -> usize {
    change.0.iter().filter(|by| **by != 0).count()
}

fn is_equal_along(change: CellChange) -> bool {
    change.sizes().iter().all(|by| *by == 0 || *by == change.length())
}

fn of_axes() -> Vec<Trait> {
    vec![
        new("along one axis", |it| axes(it) == 1),
        new("along two axes at once", |it| axes(it) == 2),
        new("along three axes at once", |it| axes(it) == 3),
        new("along more than one axis", |it| axes(it) > 1),
        new("by equal numbers along two axes", |it| axes(it) == 2 && is_equal_along(it)),
        new("by equal numbers along three axes", |it| axes(it) == 3 && is_equal_along(it)),
    ]
}

fn of_coordinate(name: &str, nth: usize) -> Vec<Trait> {
    vec![
        new(format!("that change the {name}"), move |it| it.0[nth] != 0),
        new(format!("that keep the {name}"), move |it| it.0[nth] == 0),
        new(format!("to a later {name}"), move |it| it.0[nth] > 0),
        new(format!("to an earlier {name}"), move |it| it.0[nth] < 0),
        new(format!("that change the {name} by 1"), move |it| it.0[nth].abs() == 1),
        new(format!("that change the {name} by 2"), move |it| it.0[nth].abs() == 2),
    ]
}

/// Returns properties of the sizes of the changes, such as `by 1 and 2`.
fn of_sizes(set: &MoveSet) -> Vec<Trait> {
    let mut all = Vec::new();
    for sizes in sorted(set.asked.iter().map(|change| change.sizes())) {
        let far: Vec<String> =
            sizes.iter().filter(|by| **by > 0).map(ToString::to_string).collect();
        all.push(new(format!("by {}", list(&far, "and")), move |it| it.sizes() == sizes));
    }
    all
}

/// Returns properties of the lengths of rides.
fn of_lengths(set: &MoveSet) -> Vec<Trait> {
    let mut all = Vec::new();
    for length in sorted(set.asked.iter().map(|change| change.length())) {
        all.push(new(format!("of more than {}", numbered(length, "cell")), move |it| {
            it.length() > length
        }));
    }
    all
}

fn of_signs() -> Vec<Trait> {
    let has = |by: i32| move |it: CellChange| it.0.contains(&by);
    vec![
        new("to a smaller coordinate", |it| it.0.iter().any(|by| *by < 0)),
        new("to a larger coordinate", |it| it.0.iter().any(|by| *by > 0)),
        new("in which the 2 is to a smaller coordinate", has(-2)),
        new("in which the 2 is to a larger coordinate", has(2)),
        new("in which the 1 is to a smaller coordinate", has(-1)),
        new("in which the 1 is to a larger coordinate", has(1)),
    ]
}
