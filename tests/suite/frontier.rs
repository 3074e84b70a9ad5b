//! Steps from many cells at once lead where steps from each of them lead.

use kubikschach::board::Empty;
use kubikschach::cell::{Cell, CellSet, Offset, Size};
use kubikschach::movement::{Facing, Movement, Step};
use kubikschach::piece::{Color, Piece};
use petgraph::Direction;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::prop_assert_eq;

use crate::common::{cubic_chess, for_all, rules};
use crate::exotic_rules;

#[test]
fn steps_from_many_cells_lead_where_steps_from_each_lead() {
    let mut steps = Vec::new();
    let built_in = ["kubikschach", "great-shatranj", "cube"].map(rules);
    for rules in built_in.into_iter().chain([exotic_rules::without_kings(), cubic_chess()]) {
        let atoms: Vec<_> = rules.roles().map(|(_, def)| def.atoms.clone()).collect();
        for facing in [Facing::Upright, Facing::Sideways] {
            let movement = Movement::new(atoms.iter().map(|atoms| &atoms[..]), facing);
            let pieces =
                rules.roles().flat_map(|(role, _)| Color::ALL.map(|c| Piece::new(c, role)));
            steps.extend(
                pieces.flat_map(|piece| movement.steps_of(piece).cloned().collect::<Vec<_>>()),
            );
        }
    }
    steps.sort();
    steps.dedup();
    assert!(steps.iter().any(|step| step.offset() == Offset::new(3, 0, 0)));
    let sizes = [2, 3, 5, 8, 64, 65].map(|edge| Size::new(edge).expect("boards may be so large"));
    let values = (0..sizes.len(), 0..steps.len(), vec(any::<[u16; 3]>(), 1..6));
    for_all(4_000, &values, |(size, step, cells)| {
        let (size, step) = (sizes[size], &steps[step]);
        let edge = u16::try_from(size.edge()).expect("boards are no larger");
        let cells: Vec<Cell> =
            cells.iter().map(|[f, r, l]| Cell::new(f % edge, r % edge, l % edge)).collect();
        for direction in [Direction::Outgoing, Direction::Incoming] {
            let expected = one_by_one(step, size, direction, &cells);
            prop_assert_eq!(at_once(step, size, direction, &cells), expected);
        }
        Ok(())
    });
}

fn at_once(step: &Step, size: Size, direction: Direction, cells: &[Cell]) -> Vec<Cell> {
    let [mut frontier, mut into, mut line, mut seen] =
        [(); 4].map(|()| CellSet::new(size).expect("there is enough memory"));
    for &cell in cells {
        frontier.insert(cell);
    }
    step.expand(&frontier, direction, &mut into, &mut line);
    let mut reached = Vec::new();
    into.keep_new(&mut seen, |index| reached.push(size.cell(index)));
    reached
}

fn one_by_one(step: &Step, size: Size, direction: Direction, cells: &[Cell]) -> Vec<Cell> {
    let board = Empty(size);
    let mut reached: Vec<Cell> = cells
        .iter()
        .flat_map(|&cell| match direction {
            Direction::Outgoing => step.reach(&board, cell).collect::<Vec<_>>(),
            Direction::Incoming => step.reverse_reach(&board, cell).collect(),
        })
        .collect();
    reached.sort_unstable();
    reached.dedup();
    reached
}
