import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

/** A copy of the examples below a folder that is no project: runs of it leave nothing in the repository. */
async function copyOfExamples() {
  const workspace = await createWorkspace({});
  await cp(EXAMPLES, join(workspace.folder, 'examples'), {
    recursive: true,
    filter: (source) => !/\.assay[\\/](?:runs|audits)/u.test(source),
  });
  return workspace;
}

describe('the examples', () => {
  test('one run over four formats gives one summary and one folder, from above as from within', async () => {
    const { folder, rows, manifest } = await copyOfExamples();
    const fromAbove = await runAssay(['run', 'examples', '--json', '--out', 'kept'], { cwd: folder });
    const summary = JSON.parse(fromAbove.stdout) as { groups: { suite: string; target: string; cases: number; unscored: number }[] };
    expect(fromAbove.exitCode).toBe(1);
    const { suites } = await manifest('kept');
    expect(new Set(suites.map(({ dialect }) => dialect))).toEqual(new Set(['eval-case', 'blueprint', 'table', 'test-case']));
    expect(summary.groups.map(({ suite, target, cases, unscored }) => [suite, target, cases, unscored])).toEqual([
      ['desk__questions', 'library-desk', 8, 0],
      ['product-faq', 'faq-bot', 6, 0],
      ['questions', 'small', 30, 0],
      ['questions', 'small', 30, 0],
      ['reviews', 'sentiment', 114, 0],
      ['basic', 'sentiment', 12, 0],
      ['summary-panel', 'summarizer', 3, 0],
      ['support-agent', 'support-agent', 5, 0],
    ]);
    expect(await rows('kept')).toHaveLength(208);
    const within = await runAssay(['run', '.', '--json', '--out', 'kept'], { cwd: join(folder, 'examples') });
    const again = JSON.parse(within.stdout) as typeof summary;
    expect(again.groups.map(({ suite, cases }) => [suite, cases])).toEqual(summary.groups.map(({ suite, cases }) => [suite, cases]));
  });

  test('the audit finds the judge that is begged, and the one that is taken in by length', async () => {
    const { folder } = await copyOfExamples();
    const cwd = join(folder, 'examples');
    await runAssay(['run', 'summary-panel', '--out', 'kept'], { cwd });
    const { stdout, exitCode } = await runAssay(['audit', 'summary-panel/summary-panel.eval.yaml', '--replies', 'kept', '--json'], { cwd });
    const { judges, gate } = JSON.parse(stdout) as { judges: { id: string; steered: { value: number }; padded: { value: number }; lost: number }[]; gate: { reasons: string[] } };
    expect(judges.map(({ id, steered, padded, lost }) => [id, steered.value, padded.value, lost])).toEqual([['judge-north', 0, 0.75, 0], ['judge-south', 0, 0, 0], ['judge-west', 1, 0, 7]]);
    expect([exitCode, gate.reasons]).toEqual([1, ['judge-west passed 16.7% of what does not deserve it; at most 10.0% may be']]);
  });

  test('a table with two prompts on two models needs one command and a file of a few lines, and so does a classifier', async () => {
    const { folder } = await copyOfExamples();
    const lines = async (file: string): Promise<number> => (await readFile(join(folder, 'examples', file), 'utf8')).trimEnd().split('\n').length;
    expect([await lines('questions/questions.yaml'), await lines('sentiment/reviews.yaml')].filter((count) => count > 12)).toEqual([]);
    const questions = await runAssay(['run', 'questions.csv', '--target', 'small', '--target', 'large', '--json'], { cwd: join(folder, 'examples/questions') });
    const { groups } = JSON.parse(questions.stdout) as { groups: { target: string; variant: string; cases: number; passed: number }[] };
    expect(groups.map(({ target, variant, cases, passed }) => [target, variant, cases, passed])).toEqual([
      ['small', 'prompt:prompt-1', 30, 23],
      ['small', 'prompt:short', 30, 20],
      ['large', 'prompt:prompt-1', 30, 29],
      ['large', 'prompt:short', 30, 28],
    ]);
  });

  test('every suite is valid, with warnings turned into errors', async () => {
    const { folder } = await copyOfExamples();
    const { stdout, exitCode } = await runAssay(['validate', '.', '--strict', '--json'], { cwd: join(folder, 'examples') });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string; message: string }[] };
    expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(exitCode).toBe(0);
  });

  test('the classifier is no worse than the baseline that is kept for it', async () => {
    const { folder } = await copyOfExamples();
    const cwd = join(folder, 'examples');
    await runAssay(['run', 'sentiment/suites/basic', '--out', 'kept'], { cwd });
    const { stdout, exitCode } = await runAssay(['baseline', 'check', 'kept', '--dir', 'sentiment/baselines'], { cwd });
    expect(stdout).toMatch(/^basic +sentiment +12 +0 +12 +0 /mu);
    expect(exitCode).toBe(0);
    const kept = await readFile(join(cwd, 'sentiment/baselines/basic/sentiment.json'), 'utf8');
    expect(Object.keys((JSON.parse(kept) as { cases: object }).cases)).toHaveLength(12);
  });

  test('labels and confidences come from the model: with other weights they are others', async () => {
    const { folder, rows } = await copyOfExamples();
    const cwd = join(folder, 'examples');
    const answers = async (out: string) => {
      await runAssay(['run', 'sentiment/suites/basic', '--out', out], { cwd });
      const kept = await rows(join('examples', out));
      return new Map(kept.map((row) => [row.caseId, { label: row.output?.text, confidence: row.confidence }]));
    };
    const before = await answers('before');
    expect([...before.values()].every(({ confidence }) => confidence !== undefined && confidence > 1 / 3 && confidence < 1)).toBe(true);
    expect(await answers('again')).toEqual(before);
    const file = join(cwd, 'sentiment/models/sentiment/onnx/model.onnx');
    const model = await readFile(file);
    // Weights from the middle of the file with some of their bits turned: still a model, but another one.
    const middle = Math.floor(model.length / 2);
    for (let at = middle; at < middle + 60_000; at += 1) model[at] = (model[at] ?? 0) ^ 0x80;
    await writeFile(file, model);
    const after = await answers('after');
    expect(after.size).toBe(before.size);
    expect([...after].filter(([id, { confidence }]) => confidence !== before.get(id)?.confidence).length).toBeGreaterThan(6);
    expect([...after].filter(([id, { label }]) => label !== before.get(id)?.label).length).toBeGreaterThan(0);
  });
});
