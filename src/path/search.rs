//! Breadth-first search with optional counts of shortest routes.

/// A breadth-first search over numbered nodes; the number of nodes may grow.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// The least number of moves to each node, or [`NO_WAY`].
    moves: Vec<u32>,
    /// The nodes reached so far, nearest first.
    reached: Vec<u32>,
    /// The number of expanded nodes.
    left: usize,
    counts: Option<Counts>,
}

/// The numbers of shortest routes to each node.
#[derive(Clone, Debug)]
struct Counts {
    /// The counts; `u128::MAX` stands for that many or more.
    routes: Vec<u128>,
    /// The predecessor counted last for each node, so that several steps between two nodes count
    /// once.
    before: Vec<u32>,
}

/// Marks a node that has not been reached.
const NO_WAY: u32 = u32::MAX;

impl Search {
    /// Creates a search over `nodes` nodes.
    pub(super) fn new(nodes: usize, origin: usize) -> Self {
        let mut search =
            Self { moves: vec![NO_WAY; nodes], reached: Vec::new(), left: 0, counts: None };
        search.reach(origin, 0);
        search
    }

    /// Creates a search that also counts the shortest routes.
    pub(super) fn counting(nodes: usize, origin: usize) -> Self {
        let mut counts = Counts { routes: vec![0; nodes], before: vec![u32::MAX; nodes] };
        counts.routes[origin] = 1;
        Self { counts: Some(counts), ..Self::new(nodes, origin) }
    }

    fn reach(&mut self, node: usize, moves: u32) {
        self.moves[node] = moves;
        self.reached.push(number(node));
    }

    /// Returns the node to expand next; `None` if the search is complete.
    pub(super) fn next(&self) -> Option<usize> {
        let [node, last] = [*self.reached.get(self.left)?, *self.reached.last()?];
        let [node, last] = [node, last].map(|node| node as usize);
        // Once all nodes are reached, only nodes before the farthest ones can add to counts.
        let is_done = self.reached.len() == self.moves.len()
            && (self.counts.is_none() || self.moves[node] == self.moves[last]);
        (!is_done).then_some(node)
    }

    /// Expands `node`, which must be the result of [`Search::next`].
    ///
    /// A ray lists nodes one move away, such that a move also leads from each node to all later
    /// ones in the list.
    pub(super) fn leave<R>(&mut self, node: usize, rays: R)
    where
        R: IntoIterator<Item: IntoIterator<Item = usize>>,
    {
        self.left += 1;
        let next = self.moves[node] + 1;
        // A node with no more moves than ours will expand its own part of the ray, so following the
        // ray any further is needless; that keeps the time linear in the nodes. Counting must pass
        // nodes with as many moves as ours, because routes go over them too.
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

    /// Returns the least number of moves to a node; `None` if it has not been reached.
    pub(super) fn moves(&self, node: usize) -> Option<u32> {
        self.moves.get(node).copied().filter(|&moves| moves != NO_WAY)
    }

    /// Returns the nodes reached so far, nearest first.
    pub(super) const fn reached(&self) -> &[u32] {
        self.reached.as_slice()
    }

    /// Returns the number of shortest routes to a node, saturated at `u128::MAX`; 0 without
    /// counting.
    pub(super) fn count(&self, node: usize) -> u128 {
        self.counts.as_ref().map_or(0, |counts| counts.routes[node])
    }
}

impl Counts {
    /// Adds the routes over `from` to the count of `to`, once for each `from`.
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
