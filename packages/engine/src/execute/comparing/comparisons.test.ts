import { getEventListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  InvalidFileError,
  isWaitingRow,
  type ComparingEvaluator,
  type EvalCase,
  type ResultRow,
} from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cases, ENTRIES, entryOf, longest, runIn, texts, type Setup } from '../../../test/comparing-runs.js';
import { collect, evaluator, suite } from '../../../test/samples.js';
import { openRun } from '../../index.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-compare-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const run = (setup?: Setup) => runIn(directory, setup);
const stored = async (): Promise<readonly ResultRow[]> => collect((await openRun(directory)).rows());

describe('replies that are compared', () => {
  test('each trial is told of once, with its place, and is stored so', async () => {
    const { result, told } = await run();
    expect(result).toMatchObject({ rows: 6, interrupted: false });
    expect(told.map(({ caseId, target }) => `${caseId} ${target}`).toSorted()).toEqual(['case-1 a', 'case-1 bb', 'case-2 a', 'case-2 bb', 'case-3 a', 'case-3 bb']);
    expect((await stored()).map(({ trialKey }) => trialKey).toSorted()).toEqual(told.map(({ trialKey }) => trialKey).toSorted());
    for (const row of await stored()) {
      expect(row).toMatchObject({ status: 'ok', score: row.target === 'bb' ? 1 : 0.5, judgeUsage: { inputTokens: 2 }, judgeCostUsd: 0.5 });
      expect(entryOf(row)).toMatchObject({ score: row.target === 'bb' ? 1 : 0, details: { compared_with: [row.target === 'bb' ? 'a' : 'bb'] } });
    }
  });

  test('nothing of a call is kept by the signal, which may be that of many', async () => {
    const { signal } = new AbortController();
    await run({ signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('variants are compared with each other, repeats each for itself, and other cases are left alone', async () => {
    const seen: string[][] = [];
    const varied = { ...ENTRIES, execution: { temperatures: [0, 1] } };
    const suites = [suite('math', [...cases(1, varied), ...cases(1, { id: 'plain', evaluators: [evaluator('good')] })])];
    const compare: ComparingEvaluator['compare'] = (input) => {
      seen.push(input.replies.map(({ target: name, variant, response }) => `${name} ${variant} ${response.text}`).toSorted());
      return longest(input);
    };
    const { told } = await run({ suites, compare, repeats: 2, answer: (name, repeat) => `${name}${repeat}` });
    expect(told).toHaveLength(8 + 4);
    expect(seen.toSorted()).toEqual([1, 2].map((repeat) => ['a temp:0 a', 'a temp:1 a', 'bb temp:0 bb', 'bb temp:1 bb'].map((line) => `${line}${repeat}`)));
    const row = told.find(({ target, variant }) => target === 'a' && variant.label === 'temp:1');
    expect(entryOf(row)?.details).toEqual({ compared_with: ['a [temp:0]', 'bb [temp:0]', 'bb [temp:1]'] });
  });

  test.each([
    ['one that throws', () => Promise.reject(new Error('no idea')), /no idea/u],
    ['scores that are too few', () => [{ score: 1 }], /gave 1 scores for 2 replies/u],
    ['no list', () => 5 as never, /gave no list of scores/u],
  ])('%s leaves all of them unscored, with the reason', async (_, compare, reason) => {
    const { told } = await run({ compare });
    for (const row of told) expect(entryOf(row)).toMatchObject({ score: null, error: { message: expect.stringMatching(reason) } });
  });

  test('a score outside of 0 to 1 is none, and what must hold is open without a score', async () => {
    const evaluators = [evaluator('longest', { required: true })];
    const { told } = await run({ suites: [suite('math', cases(1, { evaluators }))], compare: () => [{ score: 2 }, { score: 1 }] });
    const of = (name: string) => told.find(({ target }) => target === name);
    expect(of('a')).toMatchObject({ status: 'error', requirements: { open: 'written' }, error: { code: 'invalid_score' } });
    expect(of('bb')).toMatchObject({ status: 'ok', score: 1, verdict: 'pass' });
  });

  test('while more groups are ready than can be compared, no more trials are read', async () => {
    let read = 0;
    let under = 0;
    let most = 0;
    const all = cases(60);
    async function* counted() {
      for (const one of all) {
        read += 1;
        yield { evalCase: one, location: { file: 'x', line: 1, column: 1 } };
      }
    }
    let free: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const compare: ComparingEvaluator['compare'] = async (input) => {
      under += 1;
      most = Math.max(most, under);
      await held;
      under -= 1;
      return longest(input);
    };
    const running = run({ suites: [{ ...suite('math', []), cases: counted }], compare });
    await vi.waitFor(() => expect(under).toBe(2), { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(read).toBeLessThan(30);
    free();
    expect((await running).told).toHaveLength(120);
    expect(most).toBe(2);
  });
});

describe('a run that ends early', () => {
  test('rows that wait are told of as they are, and a run that goes on compares them without asking again', async () => {
    const controller = new AbortController();
    const asked: string[] = [];
    const answer = (name: string): string => {
      asked.push(name);
      return name;
    };
    const compare: ComparingEvaluator['compare'] = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new Error('Ctrl-C'));
      });
    const first = await run({ suites: [suite('math', cases(1))], compare, answer, signal: controller.signal });
    expect(first.result.interrupted).toBe(true);
    expect(first.told.map(isWaitingRow)).toEqual([true, true]);
    expect((await stored()).map(isWaitingRow)).toEqual([true, true]);

    const second = await run({ suites: [suite('math', cases(1))], answer });
    expect(asked.toSorted()).toEqual(['a', 'bb']);
    expect(second.result).toMatchObject({ rows: 0, skipped: 2, interrupted: false });
    expect(second.told.map((row) => [row.target, entryOf(row)?.score])).toEqual([['a', 0], ['bb', 1]]);
    expect((await stored()).map(isWaitingRow)).toEqual([false, false]);

    const third = await run({ suites: [suite('math', cases(1))], answer, compare: () => expect.fail('compared again') });
    expect(third.told).toEqual([]);
  });

  test('what a stored row and a new one need is compared; a row that has its place keeps it', async () => {
    await run({ suites: [suite('math', cases(1))] });
    const seen: string[][] = [];
    const compare: ComparingEvaluator['compare'] = (input) => {
      seen.push(texts(input));
      return longest(input);
    };
    const { told } = await run({ suites: [suite('math', cases(1))], targets: ['a', 'bb', 'ccc'], compare });
    expect(seen).toEqual([['a', 'bb', 'ccc']]);
    expect(told.map(({ target }) => target)).toEqual(['ccc']);
    expect((await stored()).map((row) => [row.target, entryOf(row)?.score])).toEqual([['a', 0], ['bb', 1], ['ccc', 1]]);
  });

  test('a file that is wrong further on: the cases before are compared', async () => {
    const [one] = cases(1);
    async function* broken() {
      yield { evalCase: one as EvalCase, location: { file: 'x', line: 1, column: 1 } };
      throw new InvalidFileError([{ severity: 'error', code: 'bad', message: 'line 2 is bad' }]);
    }
    const { result, told } = await run({ suites: [{ ...suite('math', []), cases: broken }] });
    expect(result.error?.message).toContain('line 2 is bad');
    expect(told.map((row) => entryOf(row)?.score)).toEqual([0, 1]);
  });
});
