//! A second opinion on explanations: every move is made to see whether each reason holds and none
//! is missing.

use std::collections::BTreeSet;

use kubikschach::board::{Board, Move, Setup};
use kubikschach::cell::{Axis, Cell, Size};
use kubikschach::notation;
