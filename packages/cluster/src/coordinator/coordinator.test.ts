import { setMaxListeners } from 'node:events';
import { BudgetSpentError, encodeRow, QueueError, type BudgetAccount, type BudgetAmount, type ResultRow, type TrialJob } from '@assay/schema';
import { sampleJob, sampleRow } from '@assay/schema/testing';
import { expect, test, vi } from 'vitest';
import type { Answer } from '../messages/answers.js';
import { jobDigest, type Envelope } from '../messages/envelope.js';
import type { PaymentOutcome } from '../messages/payment.js';
import { createSigner } from '../signing/signer.js';
import { Coordinator } from './coordinator.js';

const never = new AbortController().signal;
setMaxListeners(0, never);

interface Sent {
  readonly id: string;
  readonly data: Envelope;
  readonly first: boolean;
}

/** A coordinator of a queue that only notes what is put there, with workers that are heard as long as they are not among the silent. */
function coordinated(workers: readonly string[] = ['w1']) {
  const sent: Sent[] = [];
  const removed: string[] = [];
  const told: string[] = [];
  const silent = new Set<string>();
  const missing = new Set<string>();
  const coordinator = new Coordinator({
    runId: 'run',
    session: {
      address: undefined as never,
      signer: createSigner('the secret of these tests'),
      presence: {
        workers: () => new Map(workers.map((id) => [id, `machine:${id}`])),
        hasRun: () => true,
        hasStranger: () => false,
        silence: (id) => (silent.has(id) ? Infinity : 0),
        onChange: () => undefined,
        close: async () => undefined,
      },
    },
    list: {
      add: (job) => void sent.push(job),
      missing: async (ids) => new Set(ids.filter((id) => missing.has(id))),
      remove: async (ids) => void removed.push(...ids),
    },
    tell: (text) => void told.push(text),
  });
  /** Bundles that were sent since the last time. */
  const next = async (count = 1): Promise<readonly Sent[]> => {
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(count);
    return sent.splice(0);
  };
  return { coordinator, removed, told, silent, missing, next, sent };
}

function job(key: string): TrialJob {
  return { ...sampleJob(), trialKey: key.padStart(32, '0') };
}

function rowAnswer({ id, data }: Sent, index: number): Answer {
  const text = data.jobs[index] ?? '';
  const { trial_key: trialKey } = JSON.parse(text) as { readonly trial_key: string };
  return { kind: 'row', bundleId: id, index, digest: jobDigest(text), text: JSON.stringify(encodeRow(sampleRow({ trialKey }))) };
}

function refusal({ id, data }: Sent, index: number, code: string): Answer {
  return { kind: 'refusal', bundleId: id, index, digest: jobDigest(data.jobs[index] ?? ''), text: JSON.stringify({ error: { code, message: 'it will not do' }, lacks: code === 'unavailable' ? 'target' : undefined }) };
}

const from = (workerId: string, ...answers: readonly Answer[]) => ({ runId: 'run', workerId, answers });

test('trials that come together travel together, each row comes to its own, and none counts twice', async () => {
  const { coordinator, next } = coordinated();
  const rows = Array.from({ length: 32 }, (_, index) => coordinator.run(job(`${index}`), { signal: never }));
  const bundles = await next();
  expect(bundles.map(({ data }) => data.jobs.length)).toEqual(Array.from({ length: 8 }, () => 4));
  for (const bundle of bundles) {
    expect(coordinator.decide(bundle.id, 'w1')).toEqual(['granted', 'granted', 'granted', 'granted']);
    coordinator.take(from('w1', ...[3, 1, 0, 2, 1].map((index) => rowAnswer(bundle, index))));
    expect(coordinator.decide(bundle.id, 'w1')).toEqual([]);
  }
  expect((await Promise.all(rows)).map(({ trialKey }) => Number(trialKey))).toEqual(Array.from({ length: 32 }, (_, index) => index));
  expect([coordinator.repeated, coordinator.forged, coordinator.openJobs.underWay]).toEqual([8, 0, 0]);
});

test('the first trials are on their way while the others are planned, of which a thousand may come', async () => {
  const { coordinator, sent } = coordinated();
  let planned = 0;
  const plannedAt: number[] = [];
  // As the plan of a large dataset is read: without a moment for anything else as long as more may come.
  const plan = (): void => {
    for (; planned < coordinator.window; planned += 1) coordinator.run(job(`${planned}`), { signal: never }).catch(() => undefined);
    plannedAt.push(sent.length);
  };
  coordinator.onChange(plan);
  plan();
  await expect.poll(() => sent.flatMap(({ data }) => data.jobs).length).toBe(1000);
  expect(planned).toBe(1000);
  const [first = 0, second = 0, third = 0] = plannedAt;
  expect(first).toBe(0);
  expect(second).toBeGreaterThanOrEqual(10);
  expect(third).toBeGreaterThan(second);
  // Nearly as few bundles as of all of them together.
  expect(sent.length).toBeLessThan(60);
  coordinator.stop();
});

test('workers are answered before more trials are planned for them', async () => {
  const { coordinator, next } = coordinated();
  let planned = 0;
  const plan = (): void => {
    for (; planned < coordinator.window; planned += 1) coordinator.run(job(`${planned}`), { signal: never }).catch(() => undefined);
  };
  plan();
  const bundles = await next();
  const changed = vi.fn<() => void>(plan);
  coordinator.onChange(changed);
  // With more than half of them under way there is room for more.
  for (const { id } of bundles) expect(coordinator.decide(id, 'w1')).not.toEqual([]);
  expect([coordinator.openJobs.underWay, coordinator.window, changed.mock.calls.length, planned]).toEqual([250, 500, 0, 250]);
  await expect.poll(() => planned).toBe(500);
  coordinator.stop();
});

test('a bundle is done by one worker; when that one is silent its trials go one by one, and what it has done is not done again', async () => {
  const { coordinator, silent, next } = coordinated(['w1', 'w2']);
  const rows = Array.from({ length: 64 }, (_, index) => coordinator.run(job(`${index}`), { signal: never }));
  rows.map((row) => row.catch(() => undefined));
  const [bundle] = (await next()) as [Sent];
  expect(bundle.data.jobs).toHaveLength(4);
  expect(coordinator.decide(bundle.id, 'w1')).toHaveLength(4);
  // Asked again, since the answer was lost; and by somebody else.
  expect(coordinator.decide(bundle.id, 'w1')).toHaveLength(4);
  expect(coordinator.decide(bundle.id, 'w2')).toEqual(['held', 'held', 'held', 'held']);
  coordinator.take(from('w1', rowAnswer(bundle, 2)));
  expect(coordinator.decide(bundle.id, 'w1')).toEqual(['granted', 'granted', 'denied', 'granted']);
  expect(coordinator.decide(bundle.id, 'w2')).toEqual(['held', 'held', 'denied', 'held']);
  silent.add('w1');
  expect(coordinator.decide(bundle.id, 'w2')).toEqual([]);
  const again = await next(3);
  expect(again.map(({ data, first }) => [data.jobs, first])).toEqual([0, 1, 3].map((index) => [[bundle.data.jobs[index]], true]));
  expect(again.map(({ id }) => coordinator.decide(id, 'w2'))).toEqual([['suspected'], ['suspected'], ['suspected']]);
});

test('a trial whose worker died three times is done alone, and has no row when that one dies too; a worker that only held it does not count', async () => {
  const { coordinator, silent, next } = coordinated();
  const row = coordinator.run(job('1'), { signal: never });
  row.catch(() => undefined);
  const [{ id }] = (await next()) as [Sent];
  const dies = (worker: string, decision: string, begins: boolean): void => {
    expect(coordinator.decide(id, worker)).toEqual([decision]);
    if (begins) coordinator.begin(id, worker);
    // What somebody else says of it, or this one of something else, is nothing.
    coordinator.begin(id, 'another');
    coordinator.begin('another', worker);
    silent.add(worker);
  };
  // Of the first nobody knows.
  dies('a', 'granted', false);
  dies('b', 'suspected', true);
  for (let index = 0; index < 5; index += 1) dies(`held ${index}`, 'suspected', false);
  dies('c', 'suspected', true);
  dies('held alone', 'alone', false);
  dies('d', 'alone', true);
  expect(coordinator.decide(id, 'e')).toEqual([]);
  await expect(row).rejects.toMatchObject({ code: 'worker_died', message: '4 workers died while they did it, the last one when it did nothing else' });
});

test('what a worker gives back is sent again, in smaller bundles when it had no place for it', async () => {
  const { coordinator, next } = coordinated();
  for (let index = 0; index < 160; index += 1) coordinator.run(job(`${index}`), { signal: never }).catch(() => undefined);
  const bundles = await next();
  expect(new Set(bundles.map(({ data }) => data.jobs.length))).toEqual(new Set([20]));
  for (const bundle of bundles.slice(0, 2)) {
    coordinator.decide(bundle.id, 'w1');
    coordinator.take(from('w1', ...bundle.data.jobs.map((_, index) => refusal(bundle, index, 'returned'))));
  }
  const again = await next(8);
  expect(new Set(again.map(({ data }) => data.jobs.length))).toEqual(new Set([5]));
  expect(again.flatMap(({ data }) => data.jobs).toSorted()).toEqual(bundles.slice(0, 2).flatMap(({ data }) => data.jobs).toSorted());
  expect(coordinator.openJobs.underWay).toBe(0);
});

test('what every worker refuses has no row, and after ten such trials in a row the run ends', async () => {
  const { coordinator, next, told } = coordinated(['w1', 'w2']);
  const outcomes: unknown[] = [];
  const failing = Array.from({ length: 10 }, (_, index) => coordinator.run(job(`${index}`), { signal: never }).catch((error: unknown) => void outcomes.push(error)));
  for (const worker of ['w1', 'w2']) {
    for (const bundle of await next(worker === 'w1' ? 10 : 1)) {
      coordinator.decide(bundle.id, worker);
      coordinator.take(from(worker, ...bundle.data.jobs.map((_, index) => refusal(bundle, index, 'difference'))));
    }
  }
  await Promise.all(failing);
  expect(outcomes.slice(0, 9).map((error) => (error as { readonly code: string }).code)).toEqual(Array.from({ length: 9 }, () => 'difference'));
  expect(outcomes[9]).toBeInstanceOf(QueueError);
  expect(told).toEqual(['worker machine:w1 refuses trials: it will not do', 'worker machine:w2 refuses trials: it will not do']);
  await expect(coordinator.run(job('11'), { signal: never })).rejects.toThrow('no worker can do the trials of this run');
});

test('a trial is done by the last worker that has a way to its target, however many have none', async () => {
  const workers = Array.from({ length: 8 }, (_, index) => `w${index}`);
  const { coordinator, next } = coordinated(workers);
  const row = coordinator.run(job('1'), { signal: never });
  for (const worker of workers.slice(1)) {
    const [bundle] = await next();
    if (!bundle) throw new Error('it was not sent again');
    coordinator.decide(bundle.id, worker);
    coordinator.take(from(worker, refusal(bundle, 0, 'unavailable')));
  }
  const [bundle] = await next();
  if (!bundle) throw new Error('it was not sent again');
  coordinator.decide(bundle.id, 'w0');
  coordinator.take(from('w0', rowAnswer(bundle, 0)));
  expect((await row).trialKey).toBe(job('1').trialKey);
});

test('a target that answers nobody ends no run that has trials of another one', async () => {
  const { coordinator, next } = coordinated();
  const other = coordinator.run({ ...job('99'), target: 'other' }, { signal: never });
  const [bundle] = await next();
  if (!bundle) throw new Error('it was not sent');
  coordinator.decide(bundle.id, 'w1');
  const refused = async (count: number): Promise<readonly unknown[]> => {
    const outcomes = Array.from({ length: count }, (_, index) => coordinator.run(job(`${index}`), { signal: never }).catch((error: unknown) => error));
    for (let told = 0; told < count; ) {
      for (const sent of await next()) {
        coordinator.decide(sent.id, 'w1');
        coordinator.take(from('w1', ...sent.data.jobs.map((_, index) => refusal(sent, index, 'unavailable'))));
        told += sent.data.jobs.length;
      }
    }
    return Promise.all(outcomes);
  };
  expect(await refused(15)).toEqual(Array.from({ length: 15 }, () => expect.objectContaining({ code: 'unavailable' }) as unknown));
  coordinator.take(from('w1', rowAnswer(bundle, 0)));
  expect((await other).trialKey).toBe(job('99').trialKey);
  expect((await refused(10)).at(-1)).toBeInstanceOf(QueueError);
});

test('a trial whose judges answer no worker keeps what it came to, and trials of other judges go on', async () => {
  const { coordinator, next } = coordinated(['w1', 'w2']);
  const other = coordinator.run({ ...job('99'), digests: { ...job('99').digests, judges: 'others' } }, { signal: never });
  const [bundle] = await next();
  if (!bundle) throw new Error('it was not sent');
  coordinator.decide(bundle.id, 'w1');
  const unjudged = (sent: Sent, index: number, text?: string): Answer => ({ ...refusal(sent, index, 'judges_failed'), text: JSON.stringify({ error: { code: 'judges_failed', message: 'nobody judges' }, lacks: 'assessors', row: text }) });
  const rows = Array.from({ length: 12 }, (_, index) => coordinator.run(job(`${index}`), { signal: never }));
  for (let told = 0; told < 24; ) {
    for (const sent of await next()) {
      const worker = told < 12 ? 'w1' : 'w2';
      coordinator.decide(sent.id, worker);
      // Only the first one has asked the target.
      coordinator.take(from(worker, ...sent.data.jobs.map((_, index) => unjudged(sent, index, worker === 'w1' ? rowAnswer(sent, index).text : undefined))));
      told += sent.data.jobs.length;
    }
  }
  expect((await Promise.all(rows)).map(({ trialKey }) => Number(trialKey))).toEqual(Array.from({ length: 12 }, (_, index) => index));
  coordinator.take(from('w1', rowAnswer(bundle, 0)));
  expect((await other).trialKey).toBe(job('99').trialKey);
});

test('a run that no worker can do ends when workers have answered what they have under way, and keeps what that came to', async () => {
  const workers = ['w1', 'w2'];
  const { coordinator, next, sent, told } = coordinated(workers);
  const lacking = (of: Sent, index: number, row?: string): Answer => ({ ...refusal(of, index, 'unavailable'), text: JSON.stringify({ error: { code: 'unavailable', message: 'it is away' }, lacks: 'assessors', row }) });
  const ends = new Map<string, unknown>();
  const ask = (key: string): void => void coordinator.run(job(key), { signal: never }).then((row) => ends.set(key, row.trialKey), (error: unknown) => ends.set(key, error));
  const given = async (worker: string, ...keys: readonly string[]): Promise<readonly Sent[]> => {
    keys.forEach(ask);
    const bundles: Sent[] = [];
    while (bundles.flatMap(({ data }) => data.jobs).length < keys.length) bundles.push(...(await next()));
    for (const { id } of bundles) coordinator.decide(id, worker);
    return bundles;
  };
  const paid = await given('w1', '90');
  const died = await given('w2', '91');
  workers.pop();
  for (const bundle of await given('w1', ...Array.from({ length: 10 }, (_, index) => `${index}`))) {
    coordinator.take(from('w1', ...bundle.data.jobs.map((_, index) => lacking(bundle, index))));
  }
  await expect.poll(() => ends.size).toBe(10);
  expect(told.at(-1)).toMatch(/^no worker can do the trials of this run: it ends when the \d that workers have under way are over$/u);
  // Planned meanwhile, and sent to nobody.
  ask('92');
  coordinator.take(from('w1', ...paid.map((bundle) => lacking(bundle, 0, rowAnswer(bundle, 0).text))));
  await expect.poll(() => ends.get('90')).toBe(job('90').trialKey);
  expect([ends.size, coordinator.openJobs.underWay]).toEqual([11, 1]);
  coordinator.noteWorkers();
  await expect.poll(() => ends.size).toBe(13);
  expect([ends.get('91'), ends.get('92'), sent, died.length]).toEqual([expect.any(QueueError), expect.any(QueueError), [], 1]);
});

test.each<[string, (parts: { readonly coordinator: Coordinator; readonly bundle: Sent; readonly stop: AbortController }) => void]>([
  ['the budget is spent', ({ coordinator, bundle }) => coordinator.take(from('w2', { ...refusal(bundle, 0, 'budget'), text: JSON.stringify({ error: { code: 'budget', message: 'spent' } }) }))],
  ['the run is stopped', ({ stop }) => stop.abort(new Error('stopped'))],
])('a reply that one worker has paid for is kept when %s before another one could do the trial', async (_, end) => {
  const { coordinator, next } = coordinated(['w1', 'w2']);
  const stop = new AbortController();
  const row = coordinator.run(job('1'), { signal: stop.signal });
  const [first] = (await next()) as [Sent];
  coordinator.decide(first.id, 'w1');
  coordinator.take(from('w1', { ...refusal(first, 0, 'judges_failed'), text: JSON.stringify({ error: { code: 'judges_failed', message: 'nobody judges' }, lacks: 'assessors', row: rowAnswer(first, 0).text }) }));
  const [bundle] = (await next()) as [Sent];
  coordinator.decide(bundle.id, 'w2');
  end({ coordinator, bundle, stop });
  expect((await row).trialKey).toBe(job('1').trialKey);
});

test('trials that lack their target at one worker and their judges at another end no run that has trials of another target', async () => {
  const { coordinator, next } = coordinated(['w1', 'w2']);
  const other = coordinator.run({ ...job('99'), target: 'other' }, { signal: never });
  const [bundle] = await next();
  if (!bundle) throw new Error('it was not sent');
  coordinator.decide(bundle.id, 'w2');
  const lacking = (sent: Sent, index: number, lacks: string): Answer => ({ ...refusal(sent, index, 'unavailable'), text: JSON.stringify({ error: { code: 'unavailable', message: 'it is away' }, lacks }) });
  const outcomes = Array.from({ length: 12 }, (_, index) => coordinator.run(job(`${index}`), { signal: never }).catch((error: unknown) => error));
  for (let told = 0; told < 24; ) {
    for (const sent of await next()) {
      const [worker, lacks] = told < 12 ? ['w2', 'target'] : ['w1', 'assessors'];
      coordinator.decide(sent.id, worker ?? '');
      coordinator.take(from(worker ?? '', ...sent.data.jobs.map((_, index) => lacking(sent, index, lacks ?? ''))));
      told += sent.data.jobs.length;
    }
  }
  expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 12 }, () => expect.objectContaining({ code: 'unavailable' }) as unknown));
  coordinator.take(from('w2', rowAnswer(bundle, 0)));
  expect((await other).trialKey).toBe(job('99').trialKey);
});

test('a trial that nobody waits for any more is taken back with its bundle, unless somebody does it', async () => {
  const { coordinator, next, removed, sent } = coordinated(['w1', 'w2', 'w3', 'w4']);
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const unsent = new AbortController();
  const ends = [coordinator.run(job('0'), { signal: unsent.signal }), ...Array.from({ length: 4 }, (_, index) => coordinator.run(job(`1${index}`), { signal: stop.signal }))];
  ends.map((end) => end.catch(() => undefined));
  unsent.abort(new Error('not sent'));
  await expect(ends[0]).rejects.toThrow('not sent');
  const bundles = await next(4);
  expect(bundles).toHaveLength(4);
  coordinator.decide(bundles[0]?.id ?? '', 'w1');
  stop.abort(new Error('stopped'));
  await expect(Promise.all(ends.slice(1))).rejects.toThrow('stopped');
  expect(removed).toEqual(bundles.slice(1).map(({ id }) => id));
  expect([coordinator.openJobs.ids, coordinator.openJobs.underWay, sent]).toEqual([[], 0, []]);
});

test('what the server has forgotten is sent again, when its rows are not among those that are to be read either', async () => {
  const { coordinator, next, missing, sent } = coordinated();
  coordinator.run(job('1'), { signal: never }).catch(() => undefined);
  const [bundle] = (await next()) as [Sent];
  const before = performance.now();
  missing.add(bundle.id);
  await coordinator.recover(before);
  const after = performance.now() + 1;
  missing.clear();
  await coordinator.recover(after);
  missing.add(bundle.id);
  // However often it is missed: nothing was read since.
  for (let look = 0; look < 5; look += 1) await coordinator.recover(before);
  expect(sent).toEqual([]);
  await coordinator.recover(performance.now() + 1);
  const [again] = (await next()) as [Sent];
  expect([again.id !== bundle.id, again.data.jobs]).toEqual([true, bundle.data.jobs]);
});

test('rows that came while the run was dead are taken when their trials are asked for, unless those have changed', async () => {
  const { coordinator, sent } = coordinated();
  const texts = await (async () => {
    const other = coordinated();
    for (const key of ['1', '2']) other.coordinator.run(job(key), { signal: never }).catch(() => undefined);
    return (await other.next(2)).map((bundle) => bundle);
  })();
  coordinator.take(from('w1', ...texts.map((bundle) => rowAnswer(bundle, 0))));
  expect((await coordinator.run(job('1'), { signal: never })).trialKey).toBe(job('1').trialKey);
  coordinator.run({ ...job('2'), repeat: 7 }, { signal: never }).catch(() => undefined);
  await expect.poll(() => sent.length).toBe(1);
  expect(coordinator.repeated).toBe(0);
});

test('rows of an earlier process that the run would ask again are not taken, whenever they come', async () => {
  const { coordinator, next } = coordinated();
  const earlier = coordinated();
  for (const key of ['1', '2']) earlier.coordinator.run(job(key), { signal: never }).catch(() => undefined);
  const [one, two] = (await earlier.next(2)) as [Sent, Sent];
  const isKept = ({ output }: ResultRow): boolean => output === null;
  coordinator.take(from('w1', rowAnswer(one, 0)));
  const rows = ['1', '2'].map((key) => coordinator.run(job(key), { signal: never, isKept }));
  coordinator.take(from('w1', rowAnswer(two, 0)));
  // Those that this process asked for count, whatever they are.
  const bundles = await next(2);
  expect(bundles.map(({ data }) => data.jobs)).toEqual([one.data.jobs, two.data.jobs]);
  for (const bundle of bundles) coordinator.decide(bundle.id, 'w1');
  coordinator.take(from('w1', ...bundles.map((bundle) => rowAnswer(bundle, 0))));
  expect((await Promise.all(rows)).map(({ trialKey }) => trialKey)).toEqual(['1', '2'].map((key) => job(key).trialKey));
  expect(coordinator.repeated).toBe(0);
});

test.each<[true | undefined]>([[true], [undefined]])('a budget hears of a request of a worker whether it was answered: unanswered %s', async (unanswered) => {
  const { coordinator, next } = coordinated(['w1']);
  const settled: unknown[] = [];
  const account: BudgetAccount = {
    spent: false,
    reserve: (most) => ({ amount: most, settle: (...of) => void settled.push(of) }),
    correct: () => undefined,
  };
  const row = coordinator.run(job('1'), { signal: never, account, onGivenUp: () => undefined });
  const [bundle] = (await next()) as [Sent];
  coordinator.decide(bundle.id, 'w1');
  const nothing: BudgetAmount = { costUsd: 0, tokens: 0 };
  const ask = (id: string, told: readonly PaymentOutcome[] = []) =>
    new Promise((resolve) => coordinator.pay(id, 'w1', { bundleId: bundle.id, index: 0, most: nothing, begins: true, guessed: true, told }, resolve));
  await ask('1');
  await ask('2', [{ id: '1', taken: nothing, unanswered }]);
  expect(settled).toEqual([[nothing, unanswered]]);
  coordinator.take(from('w1', { ...refusal(bundle, 0, 'budget') }));
  await expect(row).rejects.toThrow(BudgetSpentError);
});

test('requests of a trial are paid from its account: asked once however often the question comes, and taken in full when the worker is gone', async () => {
  const workers = ['w1'];
  const { coordinator, next } = coordinated(workers);
  const noted: unknown[] = [];
  let givenUp = 0;
  const account: BudgetAccount = {
    spent: false,
    reserve(most, { begins }) {
      noted.push(['reserve', most.tokens, begins]);
      if (most.tokens > 100) throw new BudgetSpentError('too much', { hint: 'ask for less' });
      return { amount: most, settle: (taken) => void noted.push(['settle', taken]) };
    },
    correct: (settled, taken) => void noted.push(['correct', settled.tokens, taken]),
  };
  const row = coordinator.run(job('1'), { signal: never, account, onGivenUp: () => void (givenUp += 1) });
  const [bundle] = (await next()) as [Sent];
  expect(bundle.data.paid).toBe(true);
  const ask = (id: string, tokens: number, worker = 'w1', told: readonly PaymentOutcome[] = []) =>
    new Promise((resolve) => coordinator.pay(id, worker, { bundleId: bundle.id, index: 0, most: { costUsd: 0, tokens }, begins: true, guessed: false, told }, resolve));
  const paid = (id: string, tokens: number, settled?: BudgetAmount): Answer => ({ kind: 'paid', bundleId: bundle.id, index: 0, digest: 'd', text: JSON.stringify({ id, taken: { tokens }, settled }) });
  expect(await ask('0', 10)).toMatchObject({ granted: false });
  coordinator.decide(bundle.id, 'w1');
  expect([await ask('1', 10), await ask('1', 10), await ask('2', 200), await ask('3', 20), await ask('4', 30, 'w2')]).toEqual([
    { granted: true, amount: { costUsd: 0, tokens: 10 } },
    { granted: true, amount: { costUsd: 0, tokens: 10 } },
    { granted: false, message: 'too much', hint: 'ask for less' },
    { granted: true, amount: { costUsd: 0, tokens: 20 } },
    { granted: false, message: 'the run does not wait for this trial any more' },
  ]);
  coordinator.take(from('w1', paid('1', 7), paid('c', 3, { costUsd: 0, tokens: 7 }), paid('c', 3, { costUsd: 0, tokens: 7 }), paid('9', 7)));
  coordinator.noteWorkers();
  expect(givenUp).toBe(0);
  workers.pop();
  coordinator.noteWorkers();
  expect(givenUp).toBe(1);
  expect(noted).toEqual([['reserve', 10, true], ['reserve', 200, true], ['reserve', 20, true], ['settle', { tokens: 7 }], ['correct', 7, { tokens: 3 }], ['settle', {}], ['settle', {}]]);
  // It was only silent: what it tells again has been heard.
  await ask('5', 40, 'w1', [{ id: 'c', taken: { tokens: 3 }, settled: { costUsd: 0, tokens: 7 } }]);
  expect(noted.slice(7)).toEqual([['reserve', 40, true]]);
  coordinator.take(from('w1', { ...refusal(bundle, 0, 'budget') }));
  await expect(row).rejects.toThrow(BudgetSpentError);
});
