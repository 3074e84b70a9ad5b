// Tests of the colors in the page's style sheets: `node --test tests/served/colors.test.mjs`

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

/** The least contrast of a mark with its cell: WCAG 2.2, success criterion 1.4.11. */
const LEAST = 3;
/** The least contrast of a guarded cell with a plain one. */
const GUARDED = 1.5;
/** The least distance in OKLab between the first kinds of moves, as the color-blind see them. */
const APART = 0.1;
/** The number of kinds that have a color of their own. */
const KINDS = 7;

const read = (name) => readFile(new URL(`../../web/page/${name}`, import.meta.url), "utf8");
const [style, board] = await Promise.all(["style.css", "board.css"].map(read));
const themes = ["light", "dark"];
/** The colors of the theme at the index `nth`, by name: each pair in the style sheet is `light-dark(LIGHT, DARK)`. */
const pairs = [...style.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
const colors = themes.map((_, nth) => new Map(pairs.map(([, name, ...pair]) => [name, linear(pair[nth])])));

/** Returns the linear red, green and blue of a color such as `#1f5fbf` or `#fff`. */
function linear(color) {
  const digits = color.length === 4 ? color.replace(/\w/g, "$&$&") : color;
  return [1, 3, 5].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
}

const luminance = ([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function contrast(one, other) {
  const [dark, bright] = [one, other].map(luminance).sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

const times = (matrix, color) => matrix.map((row) => row.reduce((sum, part, nth) => sum + part * color[nth], 0));

/** OKLab, after Ottosson (2020): linear colors to cones, their cube roots to OKLab, and back. */
const CONES = [
  [0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LAB = [
  [0.2104542553, 0.793617785, -0.0040720468], [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const FROM_LAB = [[1, 0.3963377774, 0.2158037573], [1, -0.1055613458, -0.0638541728], [1, -0.0894841775, -1.291485548]];
const FROM_CONES = [
  [4.0767416621, -3.3077115913, 0.2309699292], [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

const oklab = (color) => times(LAB, times(CONES, color).map(Math.cbrt));
const fromOklab = (color) => times(FROM_CONES, times(FROM_LAB, color).map((part) => part ** 3));

/** Returns a mixture in OKLab: a part of one color, and the rest of another. */
function mixed(part, one, other) {
  const [a, b] = [one, other].map(oklab);
  return fromOklab(a.map((value, nth) => part * value + (1 - part) * b[nth]));
}

/** Color vision without one kind of cones, after Machado, Oliveira and Fernandes (2009). */
const eyes = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [
    [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881],
  ],
};

const seen = (eye, color) => oklab(times(eye, color).map((value) => Math.max(value, 0)));

function distance(eye, one, other) {
  const [a, b] = [one, other].map((color) => seen(eye, color));
  return Math.hypot(...a.map((value, nth) => value - b[nth]));
}

themes.forEach((theme, nth) => {
  const color = (name) => colors[nth].get(name) ?? assert.fail(`style.css has no ${name}`);

  test(`marks of all kinds of moves have enough contrast with cells (${theme})`, () => {
    for (let kind = 1; kind <= KINDS; kind++) {
      for (const cell of ["--light", "--shade"]) {
        const found = contrast(color(`--kind-${kind}`), color(cell));
        assert.ok(found >= LEAST, `--kind-${kind} on ${cell}: ${found.toFixed(2)}`);
      }
    }
  });

  test(`the color-blind tell the first three kinds apart (${theme})`, () => {
    for (const [name, eye] of Object.entries(eyes)) {
      for (const [one, other] of [[1, 2], [1, 3], [2, 3]]) {
        const found = distance(eye, color(`--kind-${one}`), color(`--kind-${other}`));
        assert.ok(found >= APART, `--kind-${one} and --kind-${other} with ${name} vision: ${found.toFixed(3)}`);
      }
    }
  });

  test(`guarded cells differ from plain ones (${theme})`, () => {
    const [, percent] = board.match(/~=guarded\].*background-color: color-mix\(in oklab, var\(--bad\) (\d+)%,/);
    const cells = ["--light", "--shade"];
    for (const [guarded, plain] of cells.flatMap((one) => cells.map((other) => [one, other]))) {
      const found = contrast(mixed(percent / 100, color("--bad"), color(guarded)), color(plain));
      assert.ok(found >= GUARDED, `a guarded cell of ${guarded} beside ${plain}: ${found.toFixed(2)}`);
    }
  });
});
