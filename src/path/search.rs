//! Breadth-first search.

/// A breadth-first search over nodes with numbers: cells by their indexes, or more than those.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The least number of moves to each node, or [`NO_WAY`].
    moves: Vec<u32>,
    /// The nodes reached so far, nearest first.
    reached: Vec<u32>,
    /// The number of nodes that have been left.
    left: usize,
    counts: Option<Counts>,
}

/// The numbers of shortest routes to each node.
#[derive(Clone, Debug)]
struct Counts {
    /// `u128::MAX` stands for that many and more.
    routes: Vec<u128>,
    /// The node from which each node was counted last, because several steps may lead there.
    before: Vec<u32>,
}

/// The number of moves where there is no way.
const NO_WAY: u32 = u32::MAX;

impl Search {
    /// Creates a search among this many nodes; more may follow.
    pub(super) fn new(nodes: usize, origin: usize) -> Self {
        let mut search =
            Self { moves: vec![NO_WAY; nodes], reached: Vec::new(), left: 0, counts: None };
        search.reach(origin, 0);
        search
    }

    /// Creates a search that counts the shortest routes too.
    pub(super) fn counting(nodes: usize, origin: usize) -> Self {
        let mut counts = Counts { routes: vec![0; nodes], before: vec![u32::MAX; nodes] };
        counts.routes[origin] = 1;
        Self { counts: Some(counts), ..Self::new(nodes, origin) }
    }

    fn reach(&mut self, node: usize, moves: u32) {
        self.moves[node] = moves;
        self.reached.push(number(node));
    }

    /// Returns the node to be left next, `None` if nothing new can come of it.
    pub(super) fn next(&self) -> Option<usize> {
        let [node, last] = [*self.reached.get(self.left)?, *self.reached.last()?];
        let [node, last] = [node, last].map(|node| node as usize);
        // Where all nodes are reached, only the routes to the farthest may have to be counted.
        let is_done = self.reached.len() == self.moves.len()
            && (self.counts.is_none() || self.moves[node] == self.moves[last]);
        (!is_done).then_some(node)
    }

    /// Leaves a node, the next one, by rays: lists of nodes one move away, from each of which a
    /// move leads to all that follow in its list.
    pub(super) fn leave<R>(&mut self, node: usize, rays: R)
    where
        R: IntoIterator<Item: IntoIterator<Item = usize>>,
    {
        self.left += 1;
        let next = self.moves[node] + 1;
        // A node reached in no more moves than ours leads on by itself, which keeps the time linear
        // in the nodes. Where routes are counted, those past a node as far as ours count too.
        let stop = if self.counts.is_some() { next - 1 } else { next };
        for ray in rays {
            for to in ray {
                if to >= self.moves.len() {
                    self.grow(to + 1);
                }
                if self.moves[to] == NO_WAY {
                    self.reach(to, next);
                } else if self.moves[to] < stop {
                    break;
                }
                if let Some(counts) = &mut self.counts
                    && self.moves[to] == next
                {
                    counts.add(node, to);
                }
            }
        }
    }

    fn grow(&mut self, nodes: usize) {
        self.moves.resize(nodes, NO_WAY);
        if let Some(counts) = &mut self.counts {
            counts.routes.resize(nodes, 0);
            counts.before.resize(nodes, u32::MAX);
        }
    }

    /// Returns the least number of moves to a node, if it was reached.
    pub(super) fn moves(&self, node: usize) -> Option<u32> {
        self.moves.get(node).copied().filter(|&moves| moves != NO_WAY)
    }

    /// Returns the nodes reached so far, nearest first.
    pub(super) const fn reached(&self) -> &[u32] {
        self.reached.as_slice()
    }

    /// Returns the number of shortest routes to a node, if they are counted: `u128::MAX` for that
    /// many and more.
    pub(super) fn count(&self, node: usize) -> u128 {
        self.counts.as_ref().map_or(0, |counts| counts.routes[node])
    }
}

impl Counts {
    /// Adds the routes to `to` that come over `from`.
    fn add(&mut self, from: usize, to: usize) {
        if self.before[to] as usize != from {
            self.before[to] = number(from);
            self.routes[to] = self.routes[to].saturating_add(self.routes[from]);
        }
    }
}

fn number(node: usize) -> u32 {
    u32::try_from(node).expect("a board has fewer cells")
}
