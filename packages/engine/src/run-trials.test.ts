import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  InvalidFileError,
  ConfigError,
  StoreError,
  type GenerateRequest,
  type JsonValue,
  type ResultRow,
  type Suite,
  type Trial,
  type TrialReplies,
  type TrialReplyMemory,
} from '@assay/schema';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settled } from '../test/fake-clock.js';
import { cases, executor, planOf, runIn } from '../test/runs-of-cases.js';
import { collect, evalCase, reply, suite } from '../test/samples.js';
import { createRunStore, openRun, type RunTrialsOptions } from './index.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-run-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const run = (options?: Partial<RunTrialsOptions>) => runIn(directory, options);

async function stored(): Promise<ResultRow[]> {
  return collect((await openRun(directory)).rows());
}

describe('runTrials', () => {
  test('a row per trial, stored before anybody is told of it, and the manifest says finished', async () => {
    const store = await createRunStore(directory);
    const events: string[] = [];
    const result = await run({
      store: {
        ...store,
        async append(row) {
          await store.append(row);
          events.push(`stored ${row.caseId}`);
        },
      },
      onStart: ({ evalCase }) => void events.push(`started ${evalCase.id}`),
      onRow: ({ caseId }) => void events.push(`finished ${caseId}`),
    });
    expect(result).toEqual({ rows: 20, skipped: 0, waiting: 0, interrupted: false });
    expect(new Set((await stored()).map(({ caseId }) => caseId)).size).toBe(20);
    for (const id of ['case-1', 'case-20']) {
      expect(events.filter((event) => event.endsWith(` ${id}`))).toEqual([`started ${id}`, `stored ${id}`, `finished ${id}`]);
    }
    expect(await (await openRun(directory)).manifest()).toMatchObject({ status: 'finished', rows: 20, finishedAt: expect.any(String) });
  });

  test('an interrupted run keeps what was finished, and resuming does exactly the rest', async () => {
    const controller = new AbortController();
    let asked = 0;
    const first = await run({
      signal: controller.signal,
      executor: executor(async () => {
        asked += 1;
        if (asked === 10) controller.abort();
        await settled();
      }),
    });
    expect(first.interrupted).toBe(true);
    expect(first.rows).toBeLessThan(10);
    expect(await (await openRun(directory)).manifest()).toMatchObject({ status: 'interrupted', rows: first.rows });
    const second = await run();
    expect(second).toEqual({ rows: 20 - first.rows, skipped: first.rows, waiting: 0, interrupted: false });
    const ids = (await stored()).map(({ caseId }) => caseId);
    expect(ids.toSorted()).toEqual(cases(20).map(({ id }) => id).toSorted());
    expect(await (await openRun(directory)).manifest()).toMatchObject({ status: 'finished', rows: 20 });
  });

  test('where it is known how many trials are left, the plan is read no farther than to the last of them', async () => {
    let read = 0;
    async function* counted() {
      for await (const trial of planOf([suite('math', cases(20))])) {
        read += 1;
        yield trial;
      }
    }
    const open = new Set(['case-2', 'case-4']);
    const keys = await collect(planOf([suite('math', cases(20))]));
    const done = new Set(keys.filter(({ evalCase }) => !open.has(evalCase.id)).map(({ key }) => key));
    expect(await run({ plan: counted(), done, left: 2 })).toEqual({ rows: 2, skipped: 2, waiting: 0, interrupted: false });
    expect(read).toBe(4);
    expect(await run({ plan: counted(), done: new Set(keys.map(({ key }) => key)), left: 0 })).toEqual({ rows: 0, skipped: 0, waiting: 0, interrupted: false });
    expect(read).toBe(4);
    expect(await (await openRun(directory)).manifest()).toMatchObject({ status: 'finished', rows: 20 });
  });

  test('an invalid line of a streamed file stops new trials; those in flight finish and are stored', async () => {
    const broken: Suite = {
      ...suite('math', []),
      async *cases() {
        yield* suite('math', cases(3)).cases();
        throw new InvalidFileError([
          { severity: 'error', code: 'bad-weight', message: 'weight is negative', location: { file: 'd.jsonl', line: 4, column: 1 } },
        ]);
      },
    };
    const result = await run({ plan: planOf([broken]), executor: executor(() => settled()) });
    expect(result).toMatchObject({ rows: 3, interrupted: false });
    expect(result.error).toBeInstanceOf(InvalidFileError);
    expect(await stored()).toHaveLength(3);
    expect(await (await openRun(directory)).manifest()).toMatchObject({ status: 'failed', rows: 3 });
  });

  test.runIf(process.platform === 'linux')('a store that cannot be written stops the run with path and reason', async () => {
    await symlink('/dev/full', join(directory, 'results.jsonl'));
    let asked = 0;
    const result = await run({
      plan: planOf([suite('math', cases(10_000))]),
      executor: executor(() => {
        asked += 1;
      }),
    });
    expect(result.error).toBeInstanceOf(StoreError);
    expect(result.error?.message).toContain('no space left on the disk (ENOSPC)');
    expect(result.rows).toBe(0);
    expect(asked).toBeLessThan(100);
  });

  test.each<[string, (row: ResultRow) => unknown, string]>([
    ['gives nothing', () => undefined, 'execute() of the executor gave nothing, and no row'],
    ['gives a text', () => 'row', 'execute() of the executor gave "row", and no row'],
    ['gives the row of another trial', (row) => ({ ...row, trialKey: 'other' }), 'execute() of the executor gave the row of another trial: its trialKey is "other", not '],
    ['leaves out the status', (row) => ({ ...row, status: undefined }), 'execute() of the executor gave a row whose status is nothing; it must be ok, partial or error'],
    ['gives a score that is none', (row) => ({ ...row, score: Number.NaN }), 'execute() of the executor gave a row whose score is the number NaN; it must be a number from 0 to 1, or null'],
    ['passes a trial without a score', (row) => ({ ...row, score: null }), 'execute() of the executor gave a row without a score whose verdict is "pass"; without a score it must be fail or null'],
  ])('an executor that %s loses no trial: its row says so', async (_what, change, message) => {
    const sound = executor();
    const odd = { ...sound, execute: async (...asked: Parameters<typeof sound.execute>) => change(await sound.execute(...asked)) as ResultRow };
    expect(await run({ executor: odd })).toMatchObject({ rows: 20, interrupted: false });
    const rows = await stored();
    expect(new Set(rows.map(({ caseId }) => caseId)).size).toBe(20);
    for (const row of rows) expect(row).toMatchObject({ status: 'error', score: null, error: { message: expect.stringContaining(message) } });
  });

  test.each([undefined, ['a']])('a store whose keys() give %j is an error, before anything is asked', async (keys) => {
    const store = { ...(await createRunStore(directory)), keys: async () => keys as never };
    const result = await run({ store });
    expect(result).toMatchObject({ rows: 0, error: { name: 'StoreError', message: expect.stringContaining('keys() of the store gave') } });
  });

  test('an executor that fails costs its trial alone', async () => {
    const working = executor();
    const result = await run({
      executor: {
        ...working,
        execute: (trial, options) =>
          trial.evalCase.id === 'case-3' ? Promise.reject(new TypeError('a bug')) : working.execute(trial, options),
      },
    });
    expect(result).toMatchObject({ rows: 20, interrupted: false });
    expect(result.error).toBeUndefined();
    const reader = await openRun(directory);
    const lost = (await collect(reader.rows())).filter(({ status }) => status === 'error');
    expect(lost).toMatchObject([
      { caseId: 'case-3', runId: 'run-1', score: null, verdict: null, output: null, error: { code: 'unexpected', message: 'a bug' } },
    ]);
    expect(await reader.manifest()).toMatchObject({ status: 'finished', rows: 20 });
  });

  test('every trial is made ready before it is executed; one that cannot be ends the run', async () => {
    const working = executor();
    const ready = new Set<string>();
    const unready: string[] = [];
    const result = await run({
      executor: {
        ...working,
        async prepare(trial) {
          if (trial.evalCase.id === 'case-7') throw new ConfigError('no key');
          ready.add(trial.key);
        },
        execute(trial, options) {
          if (!ready.has(trial.key)) unready.push(trial.evalCase.id);
          return working.execute(trial, options);
        },
      },
    });
    expect(unready).toEqual([]);
    expect(result.error).toMatchObject({ code: 'config', message: 'no key' });
    expect((await collect((await openRun(directory)).rows())).map(({ caseId }) => caseId)).not.toContain('case-7');
  });

  test('what fails in front of the store costs the row alone', async () => {
    const store = await createRunStore(directory);
    const append = (row: ResultRow): Promise<void> => {
      if (row.caseId === 'case-4' && row.status === 'ok') throw new RangeError('too much');
      return store.append(row);
    };
    const result = await run({ store: { ...store, append: async (row) => append(row) } });
    expect(result).toMatchObject({ rows: 20, interrupted: false });
    const rows = await collect((await openRun(directory)).rows());
    expect(rows.filter(({ status }) => status === 'error')).toMatchObject([{ caseId: 'case-4', error: { code: 'unstorable', message: 'too much' } }]);
  });

  const deep = (): JsonValue => {
    let value: JsonValue = [];
    for (let level = 0; level < 100_000; level += 1) value = [value];
    return value;
  };

  const odd = {
    'tool arguments that are too deep to be hashed': () => reply('four', { toolCalls: [{ tool: 'dig', input: deep() }], costUsd: 0.5 }),
    'a reply whose parts cannot be read': () =>
      Object.defineProperty(reply('four', { costUsd: 0.5 }), 'warnings', {
        enumerable: true,
        get() {
          throw new TypeError('nothing here');
        },
      }),
  };

  test.each(Object.entries(odd))('%s costs its own row alone, which says what is known', async (title, answer) => {
    const paid = title !== 'a reply whose parts cannot be read';
    const told: ResultRow[] = [];
    const result = await run({
      executor: executor((request) => (request.caseId === 'case-2' ? answer() : undefined)),
      onRow: (row) => told.push(row),
    });
    expect(result).toMatchObject({ rows: 20, interrupted: false });
    expect(result.error).toBeUndefined();
    const rows = await collect((await openRun(directory)).rows());
    const failed = rows.filter(({ status }) => status === 'error');
    expect(failed).toMatchObject([{ caseId: 'case-2', suite: 'math', score: null, scoreBounds: { worst: 0, best: 1 }, output: null }]);
    expect(failed[0]?.error?.message).not.toBe('');
    if (paid) expect(failed[0]?.costUsd).toBe(0.5);
    expect(told.find(({ caseId }) => caseId === 'case-2')).toEqual(failed[0]);
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(20);
  });
});

describe('runTrials: many trials', () => {
  /** Trials that exist only while they are read. */
  function many(count: number): Suite {
    return {
      ...suite('math', []),
      size: undefined,
      async *cases() {
        for (let index = 1; index <= count; index += 1) {
          yield { evalCase: evalCase({ id: `case-${index}` }), location: { file: 'big.jsonl', line: index, column: 1 } };
        }
      },
    };
  }

  test('no more trials are waiting, under way or being kept than twice the concurrency', async () => {
    let read = 0;
    let done = 0;
    let most = 0;
    async function* counted(): AsyncGenerator<Trial> {
      for await (const trial of planOf([many(2000)])) {
        read += 1;
        most = Math.max(most, read - done);
        yield trial;
      }
    }
    const result = await run({
      plan: counted(),
      concurrency: 50,
      onRow() {
        done += 1;
      },
    });
    expect(result.rows).toBe(2000);
    expect(most).toBeLessThanOrEqual(101);
  });
});

describe('runTrials: memory of replies', () => {
  /** Counts whose replies are held. */
  function memory() {
    const held = new Set<object>();
    let short = false;
    const forTrial = (replies: number): TrialReplies => {
      const own: TrialReplies = {
        get held() {
          return held.has(own) ? replies : 0;
        },
        share: () => ({ hold: () => undefined, insist: () => undefined, keep: () => void held.add(own), release: () => undefined }),
        release: () => void held.delete(own),
      };
      return own;
    };
    return {
      held,
      shorten: (is: boolean) => (short = is),
      memory: {
        forTrial,
        get short() {
          return short;
        },
      } satisfies TrialReplyMemory,
    };
  }

  const keeping = ({ replies }: GenerateRequest): void => replies?.share(1).keep();

  test('what a trial holds is given back when its row is stored, not before', async () => {
    const replies = memory();
    const heldWhenStored: number[] = [];
    const result = await run({
      plan: planOf([suite('math', cases(5))]),
      executor: executor(keeping),
      concurrency: 1,
      replyMemory: replies.memory,
      onRow: () => void heldWhenStored.push(replies.held.size),
    });
    expect(result.rows).toBe(5);
    expect(heldWhenStored.every((held) => held >= 1)).toBe(true);
    expect(replies.held.size).toBe(0);
  });

  test('a trial has room for as many replies as its conversation leaves open', async () => {
    const asked: number[] = [];
    const { memory: own } = memory();
    const said = (content: string | null) => [{ role: 'user' as const, content: 'go on' }, { role: 'assistant' as const, content }];
    const conversations = [said(null).slice(0, 1), [...said(null), ...said(null)], [...said(null), ...said('so')], [...said(null), { role: 'user' as const, content: 'and?' }], said('so')];
    await run({
      plan: planOf([suite('math', conversations.map((inputMessages, index) => evalCase({ id: `case-${index}`, inputMessages })))]),
      executor: executor(keeping),
      concurrency: 1,
      replyMemory: { ...own, short: false, forTrial: (replies) => (asked.push(replies), own.forTrial(replies)) },
    });
    expect(asked).toEqual([1, 2, 1, 2, 1]);
  });

  test('and when the trial is lost or the run ends', async () => {
    const replies = memory();
    const controller = new AbortController();
    const result = await run({
      plan: planOf([suite('math', cases(9))]),
      executor: executor(async (request) => {
        keeping(request);
        if (request.caseId === 'case-3') controller.abort();
        if (request.caseId === 'case-2') throw new Error('no');
      }),
      concurrency: 3,
      signal: controller.signal,
      replyMemory: replies.memory,
    });
    expect(result.interrupted).toBe(true);
    expect(replies.held.size).toBe(0);
  });

  test('while a reply waits for room no trial starts, unless none is under way', async () => {
    const replies = memory();
    replies.shorten(true);
    let underWay = 0;
    let most = 0;
    const result = await run({
      plan: planOf([suite('math', cases(6))]),
      executor: executor(async () => {
        underWay += 1;
        most = Math.max(most, underWay);
        await settled();
        underWay -= 1;
      }),
      concurrency: 6,
      replyMemory: replies.memory,
    });
    expect(result.rows).toBe(6);
    expect(most).toBe(1);
  });
});
