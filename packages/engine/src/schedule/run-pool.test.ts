import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Trial } from '@assay/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../../test/failure-of.js';
import { settled } from '../../test/fake-clock.js';
import { target, trial } from '../../test/samples.js';
import { runPool, type PoolOptions } from './run-pool.js';

function trialOf(name: string, repeat: number): Trial {
  return { ...trial(), key: `${name}-${repeat}`, target: target(name), repeat };
}

function trialsOf(names: readonly string[]): Trial[] {
  return names.map((name, index) => trialOf(name, index + 1));
}

async function* streamed(trials: readonly Trial[]): AsyncGenerator<Trial> {
  yield* trials;
}

/** Trials that run until they are told to finish. */
function manual() {
  const running = new Map<string, { readonly finish: () => void; readonly fail: (error: Error) => void }>();
  const execute: PoolOptions<string>['execute'] = (trial, { signal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      running.set(trial.key, {
        finish: () => {
          running.delete(trial.key);
          resolve(trial.key);
        },
        fail: (error) => {
          running.delete(trial.key);
          reject(error);
        },
      });
    });
  return { running, execute };
}

const names = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
const limits = fc.record({ a: fc.option(fc.integer({ min: 1, max: 4 })), b: fc.option(fc.integer({ min: 1, max: 4 })) });

describe('runPool: any trials, limits and order of finishing', () => {
  test('runs every trial exactly once and never exceeds the concurrency or the limit of a target', async () => {
    await fc.assert(
      fc.asyncProperty(names, limits, fc.integer({ min: 1, max: 6 }), fc.scheduler(), async (names, limits, concurrency, scheduler) => {
        const running: string[] = [];
        const done: string[] = [];
        const limitOf = (name: string): number | undefined => (name === 'a' || name === 'b' ? (limits[name] ?? undefined) : undefined);
        const result = await scheduler.waitFor(
          runPool({
            trials: streamed(trialsOf(names)),
            concurrency,
            limitOf,
            async execute({ key, target }) {
              running.push(target.name);
              expect(running.length).toBeLessThanOrEqual(concurrency);
              expect(running.filter((name) => name === target.name).length).toBeLessThanOrEqual(limitOf(target.name) ?? Infinity);
              await scheduler.schedule(Promise.resolve(), key);
              running.splice(running.indexOf(target.name), 1);
              return key;
            },
            onDone: (key) => void done.push(key),
          }),
        );
        expect(done.toSorted()).toEqual(trialsOf(names).map(({ key }) => key).toSorted());
        expect(result).toEqual({ started: names.length, finished: names.length, interrupted: false });
      }),
    );
  });

  test('whatever fails, no trial is lost that had finished, and the first error comes out at the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 5 }),
        fc.scheduler(),
        async (failures, concurrency, scheduler) => {
          const kept: string[] = [];
          const succeeded: string[] = [];
          let under = 0;
          const pool = runPool({
            trials: streamed(trialsOf(failures.map(() => 'a'))),
            concurrency,
            async execute({ key, repeat }) {
              under += 1;
              await scheduler.schedule(Promise.resolve(), key);
              under -= 1;
              if (failures[repeat - 1]) throw new Error(`failed: ${key}`);
              succeeded.push(key);
              return key;
            },
            onDone: (key) => void kept.push(key),
          });
          const outcome = await scheduler.waitFor(pool.then(() => 'fine', (error: Error) => error.message));
          expect(outcome === 'fine').toBe(!failures.includes(true));
          expect(kept).toEqual(succeeded);
          expect(under).toBe(0);
        },
      ),
    );
  });
});

describe('runPool: reading', () => {
  test('reads as many trials ahead as can run, and no further: back-pressure reaches the file', async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Trial> {
      for (;;) {
        read += 1;
        yield trialOf('a', read);
      }
    }
    const { running, execute } = manual();
    const controller = new AbortController();
    const pool = runPool({ trials: endless(), execute, concurrency: 3, signal: controller.signal });
    await settled();
    expect(running.size).toBe(3);
    expect(read).toBe(6); // as many wait as run
    running.get('a-2')?.finish();
    await settled();
    expect(read).toBe(7);
    controller.abort();
    await pool;
  });

  test('what was begun goes on while others are read that take long to be made', async () => {
    const trials = trialsOf(Array.from({ length: 30 }, () => 'a'));
    let read = 0;
    let reply = (): void => undefined;
    const replied = new Promise<void>((resolve) => (reply = resolve));
    async function* slowly(): AsyncGenerator<Trial> {
      for (const one of trials) {
        const until = performance.now() + 3;
        while (performance.now() < until);
        read += 1;
        yield one;
      }
      reply();
    }
    const readWhenSent: number[] = [];
    await runPool({
      trials: slowly(),
      concurrency: 30,
      async execute() {
        await turn();
        readWhenSent.push(read);
        await replied;
      },
    });
    expect(readWhenSent).toHaveLength(30);
    expect(Math.max(...readWhenSent.slice(0, 10))).toBeLessThan(30);
  });

  test('what comes meanwhile is looked at while many are read, also once one is over', async () => {
    const trials = trialsOf(Array.from({ length: 40 }, () => 'a'));
    let read = 0;
    let isOver = false;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const readAtTicks: number[] = [];
    async function* slowly(): AsyncGenerator<Trial> {
      for (const one of trials) {
        const until = performance.now() + 3;
        while (performance.now() < until);
        read += 1;
        // Since the first one is over: what comes from outside comes as this does.
        if (isOver && readAtTicks.length === 0) setTimeout(() => readAtTicks.push(read), 1);
        yield one;
      }
      end();
    }
    await runPool({
      trials: slowly(),
      concurrency: 40,
      async execute({ key }) {
        if (key !== trials[0]?.key) await ended;
      },
      onDone() {
        isOver = true;
      },
    });
    expect(readAtTicks[0]).toBeLessThan(40);
  });

  test('a slow limited target does not starve others, within a window of four times the concurrency', async () => {
    let read = 0;
    async function* mixed(): AsyncGenerator<Trial> {
      for (;;) {
        read += 1;
        yield trialOf(read % 4 === 0 ? 'fast' : 'slow', read);
      }
    }
    const { running, execute } = manual();
    const controller = new AbortController();
    const limitOf = (name: string): number | undefined => (name === 'slow' ? 1 : undefined);
    const pool = runPool({ trials: mixed(), execute, concurrency: 4, limitOf, signal: controller.signal });
    await settled();
    expect([...running.keys()]).toEqual(['slow-1', 'fast-4', 'fast-8', 'fast-12']);
    for (let round = 0; round < 50; round += 1) {
      for (const [key, { finish }] of running) if (key.startsWith('fast')) finish();
      await settled();
    }
    expect([...running.keys()][0]).toBe('slow-1');
    expect(read).toBeLessThanOrEqual(4 + 4 * 4 + 16);
    controller.abort();
    await pool;
  });

  test('a source that fails stops new trials; those under way finish, then its error comes out', async () => {
    async function* broken(): AsyncGenerator<Trial> {
      yield trialOf('a', 1);
      yield trialOf('a', 2);
      throw new Error('line 3 is broken');
    }
    const { running, execute } = manual();
    const done: string[] = [];
    let over = false;
    const pool = runPool({ trials: broken(), execute, concurrency: 8, onDone: (key) => void done.push(key) });
    const outcome = failureOf(pool);
    void outcome.then(() => (over = true));
    await settled();
    running.get('a-1')?.finish();
    await settled();
    expect(over).toBe(false);
    running.get('a-2')?.finish();
    expect(await outcome).toMatchObject({ message: 'line 3 is broken' });
    expect(done).toEqual(['a-1', 'a-2']);
  });

  test('the source is closed when the pool ends early', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Trial> {
      try {
        yield* trialsOf(['a', 'a', 'a', 'a']);
      } finally {
        closed = true;
      }
    }
    const execute = (): Promise<never> => Promise.reject(new Error('a bug'));
    await expect(runPool({ trials: source(), execute, concurrency: 1 })).rejects.toThrow('a bug');
    await settled();
    expect(closed).toBe(true);
  });

  test.each([0, -1, 2.5, NaN])('a concurrency of %s is refused', async (concurrency) => {
    const pool = runPool({ trials: streamed([]), execute: async () => 1, concurrency });
    await expect(pool).rejects.toThrow('it is a whole number from 1');
  });
});

describe('runPool: abort', () => {
  test('stops new trials at once, aborts those under way and keeps what had finished', async () => {
    const { running, execute } = manual();
    const done: string[] = [];
    const controller = new AbortController();
    const pool = runPool({
      trials: streamed(trialsOf(['a', 'a', 'a', 'a', 'a'])),
      execute,
      concurrency: 2,
      signal: controller.signal,
      onDone: (key) => void done.push(key),
    });
    await settled();
    running.get('a-1')?.finish();
    await settled();
    controller.abort();
    expect(await pool).toEqual({ started: 3, finished: 1, interrupted: true });
    expect(done).toEqual(['a-1']);
  });

  test('a result that arrives although the signal aborted is kept', async () => {
    const controller = new AbortController();
    const done: number[] = [];
    let finish = (): void => undefined;
    const pool = runPool({
      trials: streamed(trialsOf(['a', 'a'])),
      execute: () => new Promise<number>((resolve) => (finish = () => resolve(1))),
      concurrency: 1,
      signal: controller.signal,
      onDone: (value) => void done.push(value),
    });
    await settled();
    controller.abort();
    finish();
    expect(await pool).toMatchObject({ finished: 1, interrupted: true });
    expect(done).toEqual([1]);
  });

  test('an abort after the last trial has finished is no interruption', async () => {
    const controller = new AbortController();
    const pool = runPool({
      trials: streamed(trialsOf(['a'])),
      execute: async () => 1,
      concurrency: 2,
      signal: controller.signal,
      onDone: async () => {
        await settled();
        controller.abort();
      },
    });
    expect(await pool).toEqual({ started: 1, finished: 1, interrupted: false });
  });

  test('a signal that has aborted already starts nothing, even with a source that hangs', async () => {
    const hanging: AsyncIterable<Trial> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined), return: () => new Promise(() => undefined) }),
    };
    const execute = async (): Promise<number> => 1;
    const early = await runPool({ trials: hanging, execute, concurrency: 1, signal: AbortSignal.abort() });
    expect(early).toEqual({ started: 0, finished: 0, interrupted: true });
    const controller = new AbortController();
    const late = runPool({ trials: hanging, execute, concurrency: 1, signal: controller.signal });
    await settled();
    controller.abort();
    expect(await late).toMatchObject({ started: 0, interrupted: true });
  });

  test("one listener on the run's signal whatever the number of trials, none afterwards, and no warning", async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error): void => void warnings.push(warning.name);
    process.on('warning', onWarning);
    const { signal } = new AbortController();
    let most = 0;
    await runPool({
      trials: streamed(trialsOf(Array.from({ length: 500 }, () => 'a'))),
      concurrency: 50,
      signal,
      async execute(_, options) {
        for (let index = 0; index < 20; index += 1) options.signal.addEventListener('abort', () => undefined);
        most = Math.max(most, getEventListeners(signal, 'abort').length);
      },
    });
    await settled();
    process.off('warning', onWarning);
    expect(most).toBe(1);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(warnings).toEqual([]);
  });
});

describe('runPool: results that cannot be kept', () => {
  test('a failing onDone stops the pool, aborts what is under way and comes out', async () => {
    const { running, execute } = manual();
    const pool = runPool({
      trials: streamed(trialsOf(['a', 'a', 'a', 'a'])),
      execute,
      concurrency: 2,
      onDone: () => Promise.reject(new Error('disk full')),
    });
    const outcome = failureOf(pool);
    await settled();
    running.get('a-1')?.finish();
    expect(await outcome).toMatchObject({ message: 'disk full' });
    // The place of the first was never free again.
    expect([...running.keys()]).toEqual(['a-2']);
  });

  test('however they end, no more are started and not kept than there are places', async () => {
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }), fc.scheduler(), async (names, concurrency, keeping, scheduler) => {
        let open = 0;
        let most = 0;
        await scheduler.waitFor(
          runPool({
            trials: streamed(trialsOf(names)),
            concurrency,
            keeping: () => keeping,
            async execute({ key }) {
              most = Math.max(most, (open += 1));
              await scheduler.schedule(Promise.resolve(), key);
            },
            async onDone() {
              await scheduler.schedule(Promise.resolve(), 'kept');
              open -= 1;
            },
          }),
        );
        expect(open).toBe(0);
        expect(most).toBeLessThanOrEqual(concurrency + keeping);
      }),
    );
  });

  test('those that left their places and are being kept count with those that wait for judges', async () => {
    const kept: (() => void)[] = [];
    const started: number[] = [];
    const pool = runPool({
      trials: streamed(trialsOf(['a', 'a', 'a', 'a', 'a'])),
      concurrency: 1,
      judging: () => 2,
      async execute({ repeat }, { leavePlace }) {
        leavePlace();
        return repeat;
      },
      onStart: ({ repeat }) => void started.push(repeat),
      onDone: () => new Promise<void>((resolve) => void kept.push(resolve)),
    });
    await settled();
    expect(started).toEqual([1, 2, 3]);
    while (kept.length > 0) {
      kept.shift()?.();
      await settled();
    }
    expect(await pool).toMatchObject({ finished: 5 });
  });

  test('while a result waits to be kept, its place is not free', async () => {
    let keep = (): void => undefined;
    const started: number[] = [];
    const pool = runPool({
      trials: streamed(trialsOf(['a', 'a'])),
      execute: async () => 1,
      concurrency: 1,
      onStart: ({ repeat }) => void started.push(repeat),
      onDone: () => new Promise<void>((resolve) => (keep = resolve)),
    });
    await settled();
    expect(started).toEqual([1]);
    keep();
    await settled();
    expect(started).toEqual([1, 2]);
    keep();
    await pool;
  });
});

describe('runPool: trials that leave their place', () => {
  /** Trials that leave their place when told, and finish when told. */
  function leaving() {
    const placed = new Map<string, () => void>();
    const waiting = new Map<string, () => void>();
    const execute: PoolOptions<string>['execute'] = ({ key }, { leavePlace }) =>
      new Promise((resolve) => {
        placed.set(key, () => {
          placed.delete(key);
          waiting.set(key, () => {
            waiting.delete(key);
            resolve(key);
          });
          leavePlace();
          leavePlace();
        });
      });
    return { placed, waiting, execute };
  }

  test('make way for others, at the target and in the pool, up to the bound of those that wait', async () => {
    const { placed, waiting, execute } = leaving();
    const trials = trialsOf(['a', 'a', 'a', 'a', 'a', 'a']);
    const ended = runPool({ trials: streamed(trials), concurrency: 2, limitOf: () => 1, judging: () => 2, execute });
    await settled();
    for (const key of ['a-1', 'a-2', 'a-3', 'a-4']) {
      expect([...placed.keys()]).toEqual([key]);
      placed.get(key)?.();
      await settled();
    }
    expect([...placed.keys()]).toEqual([]);
    expect(waiting.size).toBe(4);
    waiting.get('a-2')?.();
    await settled();
    expect([...placed.keys()]).toEqual(['a-5']);
    placed.get('a-5')?.();
    for (let left = 5; left > 0; left -= 1) {
      for (const finish of waiting.values()) finish();
      await settled();
      for (const leave of placed.values()) leave();
      await settled();
    }
    expect(await ended).toEqual({ started: 6, finished: 6, interrupted: false });
  });

  test('are ended by an abort as those at their targets are', async () => {
    const controller = new AbortController();
    const aborted: string[] = [];
    const ended = runPool({
      trials: streamed(trialsOf(['a', 'b'])),
      concurrency: 1,
      signal: controller.signal,
      execute: ({ key }, { signal, leavePlace }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push(key);
            reject(signal.reason);
          });
          queueMicrotask(leavePlace);
        }),
    });
    await settled();
    controller.abort(new Error('enough'));
    expect(await ended).toEqual({ started: 2, finished: 0, interrupted: true });
    expect(aborted).toEqual(['a-1', 'b-2']);
  });
});
