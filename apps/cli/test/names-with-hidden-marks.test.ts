import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

test('names that differ in a mark of direction, or in one that nobody sees, alone are told apart on the terminal, as in CSV', async () => {
  const { folder, read } = await createWorkspace({
    'near.yaml': `evalcases:\n${['"pay"', '"pay\\u200e"', '"\\u202epay"', '"pay\\u200b"', '"p\\u2060ay"', '"pay\\u200d"', '"p\\u00aday"', '"pay\\U000E0061"', '"pay\\u3164"', '"pay\\uFE0F"'].map((id) => `  - { id: ${id}, expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: nothing }] }\n`).join('')}`,
  });
  const { stdout } = await runAssay(['run', 'near.yaml', '--target', 'mock', '--out', 'run', '--report', 'csv=rows.csv'], { cwd: folder });
  const names = ['pay', String.raw`pay\u200e`, String.raw`\u202epay`, String.raw`pay\u200b`, String.raw`p\u2060ay`, String.raw`pay\u200d`, String.raw`p\u00aday`, String.raw`pay\udb40\udc61`, String.raw`pay\u3164`, String.raw`pay\ufe0f`];
  for (const name of names) {
    expect(stdout).toContain(`✗ near › ${name}  on mock`);
    expect(await read('rows.csv')).toContain(`"${name}"`);
  }
  const shown = (await runAssay(['show', 'run'], { cwd: folder })).stdout;
  for (const name of names) expect(shown).toContain(`› ${name}`);
});

test('marks that a word, a flag or a line needs stand as they are', async () => {
  const names = ['🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}', 'ភាសា\u200Bខ្មែរ', 'അവന്\u200D', 'PDF\u200Cها'];
  const { folder, read } = await createWorkspace({
    'far.yaml': `evalcases:\n${names.map((id) => `  - { id: "${id}", expected_outcome: Says it, input: hello, evaluators: [{ type: contains, value: nothing }] }\n`).join('')}`,
  });
  const { stdout } = await runAssay(['run', 'far.yaml', '--target', 'mock', '--out', 'run', '--report', 'csv=rows.csv'], { cwd: folder });
  for (const name of names) {
    expect(stdout).toContain(`✗ far › ${name}  on mock`);
    expect(await read('rows.csv')).toContain(`"${name}"`);
  }
});
