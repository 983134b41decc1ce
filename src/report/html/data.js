// SPDX-License-Identifier: GPL-3.0-or-later
// The result that the page carries.

const result = read("result");
const violations = [
  ...result.violations,
  ...result.undefined_behaviour.map((v) => ({ ...v, onTheWay: true })),
];

function threadTitle(trace, id) {
  const thread = trace.threads.find((t) => t.id === id);
  return thread && thread.name ? `thread ${id} (${thread.name})` : `thread ${id}`;
}
