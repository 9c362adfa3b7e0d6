import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const suite = (ids: readonly string[], recording: string): string =>
  `execution: { target: t }\ntargets: [{ name: t, provider: replay, recording: ${recording} }]\nevalcases:\n${ids.map((id) => `  - { id: ${id}, input: Hi, expected_outcome: x, evaluators: [{ type: contains, value: yes }] }\n`).join('')}`;

test('cases that two runs cannot be compared by have the score of the run that has one', async () => {
  const { folder: cwd, write } = await createWorkspace({
    'a.yaml': suite(['kept', 'lost', 'gone'], 'before.jsonl'),
    'before.jsonl': ['kept', 'lost', 'gone'].map((id) => `{"id": "${id}", "text": "yes"}\n`).join(''),
    'after.jsonl': '{"id": "kept", "text": "yes"}\n{"id": "new", "text": "yes"}\n',
  });
  await runAssay(['run', 'a.yaml', '--out', 'before'], { cwd });
  await write({ 'a.yaml': suite(['kept', 'lost', 'new'], 'after.jsonl') });
  await runAssay(['run', 'a.yaml', '--out', 'after'], { cwd });
  const { exitCode, stdout } = await runAssay(['compare', 'before', 'after', '--json', '--report', 'junit=c.xml', '--report', 'csv=c.csv', '--report', 'markdown=c.md'], { cwd });
  expect(exitCode).toBe(0);
  const [junit, csv, markdown] = await Promise.all(['c.xml', 'c.csv', 'c.md'].map(async (file) => readFile(join(cwd, file), 'utf8')));
  type Listed = Record<'only_in_a' | 'only_in_b' | 'unscored', { readonly cases: readonly object[] }>;
  expect((JSON.parse(stdout) as { readonly total: Listed }).total).toMatchObject({
    only_in_a: { cases: [{ case_id: 'gone', score_a: 1, score_b: null }] },
    only_in_b: { cases: [{ case_id: 'new', score_a: null, score_b: 1 }] },
    unscored: { cases: [{ case_id: 'lost', score_a: 1, score_b: null }] },
  });
  expect(junit).toContain('name="lost"><error type="comparison" message="it has no score, or what has none decides whether it is worse: 1.00 → no score">');
  expect(junit).toContain('name="gone"><skipped message="it is not there any more: 1.00 → no score">');
  expect(csv).toContain('"t","t","open",1,,,"pass","error",');
  expect(csv).toContain('"t","t","missing",1,,,"pass",');
  expect(csv).toContain('"t","t","added",,1,,,"pass",');
  expect(markdown).toContain('**lost** on t 1.00 → no score – a.yaml');
  expect(markdown).toContain('**new** on t no score → 1.00 – a.yaml');
});

test('where several targets are compared, a case that cannot be is listed with its target', async () => {
  const { folder: cwd, write } = await createWorkspace({ 's.yaml': suite(['kept', 'gone'], 'yes.jsonl'), 'yes.jsonl': ['kept', 'gone', 'new'].map((id) => `{"id": "${id}", "text": "yes"}\n`).join('') });
  const run = (out: string) => runAssay(['run', 's.yaml', '--target', 't', '--target', 'mock', '--out', out], { cwd });
  await run('before');
  await write({ 's.yaml': suite(['kept', 'new'], 'yes.jsonl') });
  await run('after');
  const { stdout } = await runAssay(['compare', 'before', 'after'], { cwd });
  expect(stdout).toMatch(/! 2 cases only in A: s › gone on (t|mock), s › gone on (?!\1\b)(t|mock)\n/u);
  expect(stdout).toMatch(/! 2 cases only in B: s › new on (t|mock), s › new on (?!\1\b)(t|mock)\n/u);
  const alone = await runAssay(['compare', 'before', 'after', '--target-a', 't', '--target-b', 't'], { cwd });
  expect(alone.stdout).toContain('1 case only in A: s › gone\n');
});
