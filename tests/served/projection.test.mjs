// Tests of the board on the screen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./load.mjs";

const { Projection, nextStep, normal } = await load("projection.js");
const { arrange, isUsuallyStack } = await load("layout.js");

/** Rooms of the stage in pixels: of the narrowest frame, a phone, a tablet, a laptop and large screens. */
const ROOMS = [[320, 220], [360, 400], [700, 640], [850, 560], [1400, 850], [3000, 1800]]
  .map(([width, height]) => ({ width, height }));
const SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const ANGLES = { stack: [0, 17.5, 45, 90, 123.4, 180, 225, 270, 336, 359.99], flat: [0, 90, 180, 270] };

/** Calls `check` with every board in every room, seen from every angle. */
function everywhere(check) {
  for (const room of ROOMS) {
    for (const size of SIZES) {
      for (const view of ["stack", "flat"]) {
        for (const angle of ANGLES[view]) {
          for (const enlarged of [undefined, 0, size - 1]) {
            const where = `${size} in ${room.width}×${room.height}, ${view}, ${angle}°, enlarged ${enlarged}`;
            check(new Projection(size, angle, arrange(size, view, room, enlarged)), { room, size, view, enlarged, where });
          }
        }
      }
    }
  }
}

/** Applies a matrix, as style sheets write it, to a point. */
const applied = ([a, b, c, d], [x, y]) => [a * x + c * y, b * x + d * y];

const isNear = (one, other) => Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-6;

/** Returns `true` if a point is inside the parallelogram of four corners in their order. */
function isInside([x, y], corners) {
  const sides = corners.map(([x1, y1], nth) => {
    const [x2, y2] = corners[(nth + 1) % corners.length];
    return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
  });
  return Math.abs(sides.reduce((sum, side) => sum + side)) === corners.length;
}

test("every level is in the room", () => {
  everywhere((projection, { room, size, where }) => {
    for (let height = 0; height < size; height++) {
      for (const [x, y] of projection.corners(height)) {
        const isInRoom = x > -0.01 && x < room.width + 0.01 && y > -0.01 && y < room.height + 0.01;
        assert.ok(isInRoom, `${where}: ${x}, ${y} of level ${height}`);
      }
    }
  });
});

test("an enlarged level has larger cells", () => {
  for (const room of ROOMS) {
    for (const size of SIZES) {
      for (const view of ["stack", "flat"]) {
        const [before, after] = [undefined, 0].map((enlarged) => arrange(size, view, room, enlarged)[0].cell);
        // Two levels are large, and share little of a narrow stage.
        assert.ok(after > before || before === 160 || size === 2, `${size} in ${room.width}×${room.height}, ${view}: ${before}, ${after}`);
      }
    }
  }
});

test("beside an enlarged level, the others stay in sight", () => {
  for (const room of [...ROOMS, { width: 320, height: 241 }]) {
    for (const size of SIZES) {
      for (const view of ["stack", "flat"]) {
        const [before, after] = [undefined, 0].map((enlarged) => arrange(size, view, room, enlarged)[1].cell);
        assert.ok(after >= before / 4, `${size} in ${room.width}×${room.height}, ${view}: ${before}, ${after}`);
      }
    }
  }
});

test("no level covers the middle of another one's cell", () => {
  everywhere((projection, { size, where }) => {
    for (let height = 0; height < size; height++) {
      for (const [file, rank] of [[0, 0], [0, size - 1], [size - 1, 0], [size - 1, size - 1]]) {
        const middle = projection.middle({ file, rank }, height);
        for (let other = 0; other < size; other++) {
          const isCovered = other !== height && isInside(middle, projection.corners(other));
          assert.ok(!isCovered, `${where}: level ${other} covers ${file}, ${rank} of level ${height}`);
        }
      }
    }
  });
});

test("a level's matrix moves its cells to the points of the projection", () => {
  everywhere((projection, { size, where }) => {
    const { x, y, cell } = projection.levels[0];
    const matrix = projection.matrix(0);
    for (const [file, rank] of [[0, 0], [1, 0], [0, 1], [size - 1, size - 1]]) {
      // A style sheet counts from the upper left corner, and turns a level about its middle.
      const [right, down] = applied(matrix, [(file + 0.5 - size / 2) * cell, (size / 2 - rank - 0.5) * cell]);
      assert.ok(isNear([x + right, y + down], projection.middle({ file, rank }, 0)), where);
    }
    assert.ok(isNear(applied(matrix, applied(projection.upright(0), [3, 7])), [3, 7]), where);
  });
});

test("a step along an axis is the same on the screen everywhere", () => {
  everywhere((projection, { size, view, enlarged, where }) => {
    if (view === "flat" || enlarged !== undefined) return;
    const at = (file, rank, height) => projection.middle({ file, rank }, height);
    const step = (from, to) => [0, 1].map((axis) => to[axis] - from[axis]);
    const last = size - 1;
    for (const [file, rank, level] of [[1, 0, 0], [0, 1, 0], [0, 0, 1]]) {
      const first = step(at(0, 0, 0), at(file, rank, level));
      assert.ok(isNear(first, step(at(last - file, last - rank, last - level), at(last, last, last))), where);
    }
    assert.ok(Math.abs(at(0, 0, 0)[0] - at(0, 0, last)[0]) < 1e-9, `${where}: levels stand straight above each other`);
  });
});

test("a cell is as wide as its edge is long when it lies straight across", () => {
  const [level] = arrange(4, "stack", ROOMS[3]);
  const projection = new Projection(4, 0, [level]);
  const [x, y] = projection.point(0, 0, 0);
  assert.ok(isNear(projection.point(1, 0, 0), [x + level.cell, y]));
});

test("labels stand outside the level, along the nearest edges", () => {
  everywhere((projection, { size, where }) => {
    const edges = projection.labelEdges();
    const { x, y } = projection.levels[0];
    for (const axis of ["file", "rank"]) {
      for (let nth = 0; nth < size; nth++) {
        const at = projection.beside(edges[axis], nth, 0, 13);
        assert.ok(!isInside(at, projection.corners(0)), `${where}: ${axis} ${nth}`);
      }
      const [file, rank] = edges[axis].out;
      const [right, down] = projection.point(size / 2 + file, size / 2 + rank, 0);
      assert.ok(down > y + 1e-6 || (down > y - 1e-6 && right < x), `${where}: ${axis} is on a far edge`);
    }
  });
});

test("a nearer cell is lower on the screen", () => {
  everywhere((projection, { size, where }) => {
    const [one, other] = [{ file: 0, rank: 0 }, { file: size - 1, rank: 1 }];
    const nearer = projection.nearness(one) - projection.nearness(other);
    const lower = projection.middle(one, 0)[1] - projection.middle(other, 0)[1];
    assert.ok(Math.sign(nearer.toFixed(9)) === Math.sign(lower.toFixed(6)), `${where}: ${nearer}, ${lower}`);
  });
});

test("the nearest quarter turn is that of the angle", () => {
  for (const [angle, quarters] of [[0, 0], [336, 0], [44, 0], [46, 1], [180, 2], [269, 3], [314, 3], [316, 0]]) {
    assert.equal(new Projection(3, angle, []).quarters, quarters, String(angle));
  }
});

test("a press turns to the next step, at least half a step away", () => {
  for (const [angle, way, step, expected] of [
    [336, 1, 45, 360], [336, -1, 45, 270], [0, 1, 45, 45], [0, -1, 45, -45], [10, 1, 90, 90], [350, 1, 90, 450], [80, -1, 90, 0],
  ]) {
    assert.equal(nextStep(angle, way, step) + 0, expected, `${angle}, ${way}`);
  }
  for (const [angle, expected] of [[360, 0], [-24, 336], [725.126, 5.13], [-0.001, 0], [359.999, 0]]) {
    assert.equal(normal(angle) + 0, expected, String(angle));
  }
});

test("a stack is usual where the edge of a cell is long enough", () => {
  for (const [size, width, height, isStack] of [
    [2, 320, 220, true], [3, 360, 400, true], [5, 360, 400, true], [8, 850, 560, true], [8, 360, 400, false],
    [10, 850, 560, false], [10, 1400, 850, true],
  ]) {
    assert.equal(isUsuallyStack(size, { width, height }), isStack, `${size} in ${width}×${height}`);
    assert.equal(arrange(size, "stack", { width, height })[0].cell >= 14, isStack);
  }
});
