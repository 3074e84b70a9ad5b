// The parts of an address, and what is wrong with them.

/** Reads the parts of an address. A value that is none is noted in `wrong`, and replaced. */
export class Parts {
  constructor(all) {
    Object.assign(this, { all, read: new Set(), wrong: [] });
  }

  keys() {
    return [...this.all.keys()];
  }

  /** Returns the text of a part; null if the address lacks it. */
  text(key) {
    this.read.add(key);
    return this.all.get(key);
  }

  /** Returns one of several texts, or `other`. */
  one(key, choices, other) {
    const text = this.text(key);
    if (choices.includes(text)) return text;
    return this.replaced(key, choices.join(", "), other);
  }

  isOn(key) {
    return this.one(key, ["1", "0"], "") === "1";
  }

  /** Returns a whole number from `least` to `most`, or `other`. */
  whole(key, least, most, other) {
    const text = this.text(key);
    if (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    return this.replaced(key, least === most ? String(least) : `a number from ${least} to ${most}`, other);
  }

  /** Returns an angle of at least 0 and less than 360 degrees, or undefined. */
  angle(key) {
    const text = this.text(key);
    if (/^\d+(\.\d+)?$/.test(text) && Number(text) < 360) return Number(text);
    return this.replaced(key, "degrees from 0 to less than 360");
  }

  /** Returns the name of one of the cells, or undefined. */
  cell(key, cells) {
    const name = this.text(key);
    return cells.has(name) ? name : this.replaced(key, "a cell of the board");
  }

  /** Notes that a part is wrong, unless it is empty. Returns `other`. */
  replaced(key, expected, other) {
    if (this.all.get(key)) this.wrong.push(`${key}=${this.all.get(key)} (expected ${expected})`);
    return other;
  }

  /** Notes the parts that nobody has read. */
  refuseOthers() {
    const others = new Set(this.keys().filter((key) => !this.read.has(key)));
    for (const key of others) this.wrong.push(`${key} is no part of an address`);
  }
}
