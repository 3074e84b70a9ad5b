// The reasons of a verdict in words.

const the = ({ piece, cell }) => `the ${piece.toLowerCase()} on ${cell}`;
const all = (pieces) => pieces.map(the).join(" and ");
const cellsOf = (pieces) => pieces.map(({ cell }) => cell);

/** The reasons of a verdict, each with the cells that it is about. */
export function reasons(answer, kings) {
  const lines = answer.checkers.map((checker) => ({
    text: `${the(checker)} gives check`,
    cells: [checker.cell, ...kings],
  }));
  for (const { cell, captures, outcome, by } of answer.king_steps) {
    const victim = captures?.toLowerCase();
    const text = {
      escapes: victim ? `captures the ${victim}` : "safe",
      occupied: `occupied by ${all(by)}`,
      guarded: `${victim ? `the ${victim} is ` : ""}guarded by ${all(by)}`,
      held: `barred, as ${all(by)} holds the king`,
      exposes: `would leave another king in check from ${all(by)}`,
    }[outcome];
    const works = outcome === "escapes";
    lines.push({ text: `king to ${cell}: ${text}`, works, cells: [cell, ...cellsOf(by)] });
  }
  for (const [list, act] of [[answer.captures, "capture on"], [answer.blocks, "block on"]]) {
    for (const { cell, tries } of list) {
      for (const attempt of tries) lines.push(tried(cell, act, attempt));
      if (tries.length === 0) lines.push({ text: `no piece can ${act} ${cell}`, cells: [cell] });
    }
  }
  for (const attempt of answer.stuck) lines.push(tried(attempt.cell, "move from", attempt));
  return lines.map((line) => ({ ...line, text: line.text[0].toUpperCase() + line.text.slice(1) }));
}

function tried(cell, act, { piece, cell: from, outcome, by }) {
  const who = the({ piece, cell: from });
  const text = {
    works: `${who} can ${act} ${cell}`,
    pinned: `${who} could ${act} ${cell}, but is pinned by ${all(by)}`,
    "still in check": `${who} could ${act} ${cell}, but ${all(by)} would still give check`,
    blocked: by.length > 0 ? `${who} can't ${act} ${cell}: ${all(by)} in the way` : `${who} has nowhere to go`,
  }[outcome];
  return { text, works: outcome === "works", cells: [cell, from, ...cellsOf(by)] };
}
