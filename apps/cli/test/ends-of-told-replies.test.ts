import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - {id: a, expected_outcome: Greets, input: hi, evaluators: [{type: contains, value: hello}]}\n';

test.each([
  ['error', ['reply ended early (error)']],
  ['pause_turn', ['the model paused, and was not asked to go on (pause_turn)']],
  ['end_turn', []],
])('a program or a recording that tells of a reply that it ended with %s has the row say so', async (end, warnings) => {
  const reply = JSON.stringify({ id: 'a', text: 'hello th', finish_reason: end });
  const targets = [`{name: told, provider: cli, command: [node, -e, 'console.log(process.argv[1])', '${reply}']}`, '{name: kept, provider: replay, recording: kept.jsonl}'];
  const workspace = await createWorkspace({ 's.yaml': SUITE, 'kept.jsonl': `${reply}\n`, '.assay/targets.yaml': `targets: [${targets.join(', ')}]\n` });
  await runAssay(['run', 's.yaml', '--target', 'told', '--target', 'kept'], { cwd: workspace.folder });
  const rows = await workspace.rows();
  expect(rows.map(({ score, warnings: said }) => [score, said])).toEqual([[1, warnings], [1, warnings]]);
});
