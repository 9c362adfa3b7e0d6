import { expect, test } from 'vitest';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace } from './support/workspace.js';

test.each([
  ['data.jsonl', '{"n":9007199254740993,"expected":9007199254740993}\n{"n":12,"expected":12}\n'],
  ['data.json', '[{"n":9007199254740993,"expected":9007199254740993},{"n":12,"expected":12}]'],
])('whole numbers of %s are asked and compared with all their digits', async (name, text) => {
  const { folder, rows } = await createWorkspace({ [name]: text, 'data.yaml': "prompts: ['{{n}}']\nevaluators: [equals]\n" });
  const { exitCode } = await runAssay(['run', name, '--target', 'mock', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ input, score, vars }) => [input[0]?.content, score, vars?.['n']]).toSorted()).toEqual([['12', 1, 12], ['9007199254740993', 1, '9007199254740993']]);
  expect(exitCode).toBe(0);
});
