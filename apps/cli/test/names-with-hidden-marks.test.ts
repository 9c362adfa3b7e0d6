import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('names that differ in a mark of direction, or in one that nobody sees, alone are told apart on the terminal, as in CSV', async () => {
  const { folder, read } = await createWorkspace({
    'near.yaml': `evalcases:\n${['"pay"', '"pay\\u200e"', '"\\u202epay"', '"pay\\u200b"', '"p\\u2060ay"', '"pay\\u200d"', '"p\\u00aday"'].map((id) => `  - { id: ${id}, expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: nothing }] }\n`).join('')}`,
  });
  const { stdout } = await runAssay(['run', 'near.yaml', '--target', 'mock', '--out', 'run', '--report', 'csv=rows.csv'], { cwd: folder });
  const names = ['pay', String.raw`pay\u200e`, String.raw`\u202epay`, String.raw`pay\u200b`, String.raw`p\u2060ay`, String.raw`pay\u200d`, String.raw`p\u00aday`];
  for (const name of names) {
    expect(stdout).toContain(`✗ near › ${name}  on mock`);
    expect(await read('rows.csv')).toContain(`"${name}"`);
  }
  const shown = (await runAssay(['show', 'run'], { cwd: folder })).stdout;
  for (const name of names) expect(shown).toContain(`› ${name}`);
});
