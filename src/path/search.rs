//! Breadth-first search with optional counts of shortest routes.

/// A breadth-first search over numbered nodes; the number of nodes may grow.
#[derive(Clone, Debug)]
pub(super) struct Search {
    /// For each node, the least number of moves, or [`NOT_REACHED`].
    moves: Vec<u32>,
    /// The nodes reached so far, nearest first.
    reached: Vec<u32>,
    /// The number of expanded nodes.
    expanded: usize,
    counts: Option<Counts>,
}

#[derive(Clone, Debug)]
struct Counts {
    /// For each node, the number of shortest routes, saturated at `u128::MAX`.
    routes: Vec<u128>,
    /// For each node, the previous node whose routes were added last to the node's count. If two
    /// steps lead from that previous node to the node, this entry keeps its routes from being added
    /// twice.
    before: Vec<u32>,
}

/// The number of moves that marks a node as not reached.
const NOT_REACHED: u32 = u32::MAX;

impl Search {
    pub(super) fn new(nodes: usize, origin: usize) -> Self {
        let mut search = Self {
            moves: vec![NOT_REACHED; nodes],
            reached: Vec::new(),
            expanded: 0,
            counts: None,
        };
        search.reach(origin, 0);
        search
    }

    /// Creates a search from `origin` that also counts the shortest routes to each node.
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
        let [node, last] = [*self.reached.get(self.expanded)?, *self.reached.last()?];
        let [node, last] = [node, last].map(|node| node as usize);
        // Once all nodes are reached, only nodes nearer than the farthest can still add to counts.
        let is_done = self.reached.len() == self.moves.len()
            && (self.counts.is_none() || self.moves[node] == self.moves[last]);
        (!is_done).then_some(node)
    }

    /// Expands `node`, which must be the result of [`Search::next`].
    ///
    /// Each of the `rays` lists nodes that one move from `node` reaches. From each node of a ray,
    /// one move must also reach all later nodes of the ray.
    pub(super) fn expand<R>(&mut self, node: usize, rays: R)
    where
        R: IntoIterator<Item: IntoIterator<Item = usize>>,
    {
        self.expanded += 1;
        let next = self.moves[node] + 1;
        // A node reached in at most as many moves as `node` expands its own part of the ray, so the
        // rest of the ray is skipped. That keeps the time linear in the nodes. A counting search
        // passes nodes reached in as many moves as `node`, because the moves of `node` past them
        // are routes of their own.
        let stop = if self.counts.is_some() { next - 1 } else { next };
        for ray in rays {
            for to in ray {
                if to >= self.moves.len() {
                    self.grow(to + 1);
                }
                if self.moves[to] == NOT_REACHED {
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
        self.moves.resize(nodes, NOT_REACHED);
        if let Some(counts) = &mut self.counts {
            counts.routes.resize(nodes, 0);
            counts.before.resize(nodes, u32::MAX);
        }
    }

    /// Returns the least number of moves to a node; `None` if it has not been reached.
    pub(super) fn moves(&self, node: usize) -> Option<u32> {
        self.moves.get(node).copied().filter(|&moves| moves != NOT_REACHED)
    }

    pub(super) const fn reached(&self) -> &[u32] {
        self.reached.as_slice()
    }

    /// Returns the number of shortest routes to a node, saturated at `u128::MAX`; 0 if the search
    /// does not count.
    pub(super) fn count(&self, node: usize) -> u128 {
        self.counts.as_ref().map_or(0, |counts| counts.routes[node])
    }
}

impl Counts {
    /// Adds the number of routes to `from` to the count of `to`, unless the last addition to this
    /// count was also from `from`.
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
