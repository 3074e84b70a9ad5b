//! Tests of the facts about programs that find checkmates.

mod naive;

use std::cell::Cell as Count;

use kubikschach::cases::{Answer, Puzzle, Question};
use kubikschach::notation::write_board;
use kubikschach::rules::Rules;
use kubikschach::workbench::{Reply, VerdictMisreading as V};
use naive::Naive;

use crate::common::observed::{observe, sentences};
use crate::common::rules;

fn text(rules: &Rules, question: &Question) -> String {
    let Question::Mate(setup) = question else { panic!("{question:?} is no board") };
    write_board(rules, &setup.board)
}

fn report_on(program: impl Fn(&str) -> Reply) -> (String, usize) {
    let rules = rules("cube");
    let start = std::time::Instant::now();
    let (report, runs) = observe(&rules, Puzzle::Mate, |question| program(&text(&rules, question)));
    println!("{runs} runs, {:?}, wrong {}", start.elapsed(), report.wrong);
    (sentences(&rules, &report), runs)
}

fn verdict(program: &Naive, text: &str) -> Reply {
    let (edge, cells) = naive::read(text);
    Reply::Answer(Answer::Checkmate(program.is_mate(edge, &cells)))
}

#[test]
fn probe_observing() {
    let queen = Naive::right().changed("Qq", |it| it.rides.retain(|way| *way != [1, 1, -1]));
    let knight = Naive::right().changed("Nn", |it| it.leaps.clear());
    let bishop = Naive::right().changed("Bb", |it| it.rides.retain(|way| *way != [1, -1, -1]));
    let flat = Naive::right().changed("Bb", |it| it.rides = naive::offsets([0, 1, 1]));
    let level = Naive::right().changed("Qq", |it| it.rides.retain(|way| way[0] == 0));
    for (name, program) in [
        ("right", Naive::right()),
        ("queen", queen),
        ("bishop", bishop),
        ("flat", flat),
        ("level", level),
        ("knight", knight),
        ("blocks", Naive::with(V::NoBlocks)),
        ("pins", Naive::with(V::NoPins)),
        ("own", Naive::with(V::CapturesOwn)),
        ("double", Naive::with(V::DoubleCheckIsMate)),
        ("jump own", Naive::with(V::JumpsOverOwn)),
    ] {
        let (found, _) = report_on(|text| verdict(&program, text));
        println!("{name}:\n{found}");
    }
    let right = Naive::right();
    let crash = report_on(|text| {
        if text.contains('k') { verdict(&right, text) } else { Reply::Crash("no k".to_owned()) }
    });
    println!("crash:\n{}", crash.0);
    let digit = report_on(|text| {
        let (edge, cells) = naive::read(text);
        let edge = if edge >= 10 { 1 } else { edge };
        Reply::Answer(Answer::Checkmate(right.is_mate(edge, &cells)))
    });
    println!("digit:\n{}", digit.0);
    let twice = report_on(|text| {
        let (edge, mut cells) = naive::read(text);
        cells.retain(|cell, _| cell[0] != 1);
        let first: Vec<_> = cells
            .iter()
            .filter(|(cell, _)| cell[0] == 0)
            .map(|(c, p)| ([1, c[1], c[2]], *p))
            .collect();
        cells.extend(first);
        Reply::Answer(Answer::Checkmate(right.is_mate(edge, &cells)))
    });
    println!("twice:\n{}", twice.0);
    let seed = Count::new(1_u32);
    let random = report_on(|_| {
        seed.set(seed.get().wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        Reply::Answer(Answer::Checkmate(seed.get() >> 20 & 1 == 0))
    });
    println!("random:\n{}", random.0);
}
