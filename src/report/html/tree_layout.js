// SPDX-License-Identifier: GPL-3.0-or-later
// Where the boxes stand: time runs downwards, a box stands over the middle of those that follow it. What has been placed
// already is only connected, so every box has one place.

const BOX = { width: 168, height: 44, gapX: 22, gapY: 46 };

function placeBoxes(boxes) {
  const seen = new Set([0]);
  const order = [0];
  const children = boxes.map(() => []);
  for (let k = 0; k < order.length; k++)
    for (const out of boxes[order[k]].out)
      if (out.to !== undefined && !seen.has(out.to)) {
        seen.add(out.to);
        children[order[k]].push(out.to);
        boxes[out.to].depth = (boxes[order[k]].depth || 0) + 1;
        order.push(out.to);
      }
  boxes[0].depth = 0;
  const width = boxes.map(() => 1);
  for (const i of [...order].reverse()) width[i] = Math.max(1, children[i].reduce((sum, c) => sum + width[c], 0));
  boxes[0].left = 0;
  for (const i of order) {
    let left = boxes[i].left;
    for (const c of children[i]) {
      boxes[c].left = left;
      left += width[c];
    }
    boxes[i].x = (boxes[i].left + width[i] / 2) * (BOX.width + BOX.gapX) - BOX.width / 2;
    boxes[i].y = boxes[i].depth * (BOX.height + BOX.gapY);
    boxes[i].parent = boxes[i].parent === undefined ? -1 : boxes[i].parent;
    for (const c of children[i]) boxes[c].parent = i;
  }
  const depth = Math.max(...order.map((i) => boxes[i].depth));
  return { width: width[0] * (BOX.width + BOX.gapX), height: (depth + 1) * (BOX.height + BOX.gapY), children, order };
}
