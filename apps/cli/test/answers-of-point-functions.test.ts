import { runInNewContext } from 'node:vm';
import { definePointFunction, type PointFunctionDefinition } from '@assay/schema';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { evaluate, type ResultRow } from '../src/index.js';
import { createWorkspace } from './support/projects/workspace.js';

const BLUEPRINT = `title: Own
---
- { id: points, prompt: hi, should: [$own: true] }
- { id: negated, prompt: hi, should_not: [$own: true] }
`;
const CASES = 'evalcases:\n  - { id: entry, expected_outcome: x, input: hi, evaluators: [{ type: own, value: true }] }\n  - { id: not, expected_outcome: x, input: hi, evaluators: [{ type: not_own, value: true }] }\n';
const WARNED = 'its argument could not be checked: ';

async function running(own: Partial<Record<keyof PointFunctionDefinition, unknown>>, files: Readonly<Record<string, string>> = { 'own.yaml': BLUEPRINT, 'cases.yaml': CASES }) {
  const { folder } = await createWorkspace(files);
  const rows: ResultRow[] = [];
  const found: string[] = [];
  const definition = { ...definePointFunction({ name: 'own', description: 'Is odd.', options: v.any(), examples: [], apply: () => true }), ...own } as PointFunctionDefinition;
  const options = { files: Object.keys(files), cwd: folder, env: {}, targets: ['mock'], pointFunctions: [definition] };
  const { summary } = await evaluate({ ...options, onRow: (row) => rows.push(row), reporters: [{ name: 'taker', diagnostic: ({ message }) => found.push(message) }] });
  return { summary, rows, found };
}

describe('what a point function of a program gives in place of a score is no score, negated or not', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'gave nothing; a score is'],
    ['nothing', undefined, 'gave nothing; a score is'],
    ['a score that is null', { score: null }, 'gave a score of nothing; a score is'],
    ['an object without a score', { passed: true }, 'gave a score of nothing; a score is'],
    ['a number as a text', '1', 'gave "1"; a score is'],
    ['an empty text', '', 'gave ""; a score is'],
    ['a list', [1], 'gave a list; a score is'],
    ['an empty list', [], 'gave a list; a score is'],
    ['a large integer', 1n, 'gave 1; a score is'],
    ['a number in an object', { score: Object(1) }, 'gave a score of a mapping; a score is'],
    ['an explanation that is no text', { score: 1, explain: 5 }, 'gave an explanation that is no text: the number 5'],
  ])('%s', async (_what, given, message) => {
    for (const apply of [() => given, async () => given]) {
      const { summary, rows } = await running({ apply });
      expect(summary).toMatchObject({ outcome: 'undecided', exitCode: 3 });
      expect(rows.map(({ caseId, score, verdict }) => [caseId, score, verdict])).toEqual(expect.arrayContaining(['points', 'negated', 'entry', 'not'].map((id) => [id, null, null])));
      for (const { caseId, error } of rows) expect(error?.message, caseId).toContain(message);
    }
  });

  test('a promise of another part of the process is waited for', async () => {
    const { rows } = await running({ apply: () => runInNewContext("Promise.resolve({ score: 0.25, explain: 'a quarter' })") as unknown });
    expect(Object.fromEntries(rows.map(({ caseId, score }) => [caseId, score]))).toEqual({ points: 0.25, negated: 0.75, entry: 0.25, not: 0.75 });
  });
});

describe('a check() of a point function that fails is told with the name of the function', () => {
  const unhandled: unknown[] = [];
  const take = (error: unknown): void => void unhandled.push(error);
  afterEach(() => process.off('unhandledRejection', take));

  test.each<[string, () => unknown, string]>([
    ['throws', () => { throw new Error('boom'); }, 'boom'],
    ['rejects later', async () => { throw new Error('boom'); }, 'check() gave a promise: it answers at once'],
    ['gives a text', () => 'fine', 'check() gave "fine": it gives a list of { path, message }'],
    ['gives a list of something else', () => [{}], 'check() gave a list with one without a path at [0]: each is { path, message }'],
  ])('one that %s', async (_how, check, message) => {
    process.on('unhandledRejection', take);
    const { summary, found } = await running({ check }, { 'own.yaml': BLUEPRINT });
    expect(found).toContain(`$own: ${WARNED}${message}`);
    expect(summary.outcome).toBe('failed');
    await expect(running({ check }, { 'cases.yaml': CASES })).rejects.toMatchObject({ name: 'InvalidFileError', message: expect.stringContaining(`its options could not be checked: ${message}`) });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(unhandled).toEqual([]);
  });
});
