import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const entry = (id: string): string =>
  `  - { id: ${id}, expected_outcome: x, input: Hi, evaluators: [{ type: code_judge, script: [cat, ${id}.json] }] }\n`;

test('where the means decide, a case that lost its score has not passed in the report for CI', async () => {
  const { folder: cwd } = await createWorkspace({
    'a.yaml': `target: mock\nevalcases:\n${entry('kept')}${entry('lost')}`,
    'kept.json': '{"score": 1}',
    'lost.json': '{"score": 1}',
  });
  await runAssay(['run', 'a.yaml', '--out', 'before'], { cwd });
  await runAssay(['baseline', 'save', 'before'], { cwd });
  await rm(join(cwd, 'lost.json'));
  await runAssay(['run', 'a.yaml', '--out', 'after'], { cwd });
  await runAssay(['baseline', 'check', 'after', '--report', 'junit=check.xml'], { cwd });
  const text = await readFile(join(cwd, 'check.xml'), 'utf8');
  expect(text).toContain('name="lost"><skipped message="it has no score, or what has none decides whether it is worse: 1.00 → no score">');
  expect(text).toContain('skipped="1"');
});
