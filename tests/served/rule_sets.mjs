// Rule sets for tests of the page's modules.

const labels = (texts) => texts.split(" ");
/** The part of the rule set `cube` that the page reads, with some of its pieces. */
export const cube = {
  name: "cube",
  cells: [
    { axis: "file", name: "file", labels: labels("a b c d e f g h i j") },
    { axis: "rank", name: "rank", labels: labels("1 2 3 4 5 6 7 8 9 10") },
    { axis: "level", name: "level", labels: labels("(I) (II) (III) (IV) (V) (VI) (VII) (VIII) (IX) (X)") },
  ],
  pieces: [
    { letter: "K", name: "King", royal: true }, { letter: "Q", name: "Queen" }, { letter: "R", name: "Rook" },
    { letter: "B", name: "Bishop" }, { letter: "N", name: "Knight" },
  ],
};

/** A rule set with a size of its own, and with the cells and some of the pieces of `kubikschach`. */
export const kubikschach = {
  name: "kubikschach",
  size: 8,
  cells: [
    { axis: "file", name: "file", labels: labels("A B C D E F G H") },
    { axis: "rank", name: "rank", labels: labels("1 2 3 4 5 6 7 8") },
    { axis: "level", name: "level", labels: labels("a b c d e f g h") },
  ],
  pieces: [{ letter: "K", name: "King", royal: true }, { letter: "N", name: "Knight" }, { letter: "P", name: "Pawn" }],
};
