import { setMaxListeners } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ProviderError, type BatchOutcome, type BudgetAccount, type BatchSubmission, type GenerateRequest, type JsonValue, type Provider, type ProviderBatch, type ProviderErrorKind, type ResultRow, type TrialExecutor } from '@assay/schema';
import { sampleResponse, sampleRow, sampleTrial } from '@assay/schema/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BudgetTaken } from '../budget/budget-limits.js';
import type { Budget } from '../budget/budget.js';
import { createBudget } from '../budget/create-budget.js';
import { systemClock } from '../clock/clock.js';
import { createBatches, type Batches, type BatchProblem } from './create-batches.js';
import { TrialWaits } from '../execute/waiting/trial-waits.js';

let run = '';
/** What requests are paid from. */
let account: BudgetAccount | undefined;
const open: Batches[] = [];
beforeEach(async () => {
  account = undefined;
  Object.assign(time, { passedMs: 0, meanwhile: async () => undefined });
  run = await mkdtemp(join(tmpdir(), 'assay-batches-'));
});
afterEach(async () => {
  for (const batches of open.splice(0)) await batches.close();
  await rm(run, { recursive: true, force: true });
});

const signal = new AbortController().signal;
// Many trials end with it, as those of a run do.
setMaxListeners(0, signal);

interface Sent {
  readonly name: string;
  readonly texts: readonly string[];
}

/** An API of batches in memory: what it is asked, and what it gives when its batches have ended. */
class Api implements ProviderBatch {
  readonly most;
  readonly priceShare = 0.5;
  readonly sent: Sent[] = [];
  ended = true;
  /** What becomes of a submission besides being taken. */
  onSubmit: (batch: Sent) => void = () => undefined;
  answer: (text: string, batch: number) => BatchOutcome | undefined = (text) => ({ reply: `re: ${text}` });
  readonly #lines = new Map<string, readonly { readonly id: string; readonly text: string }[]>();

  constructor(most = { requests: 100, bytes: 100_000 }) {
    this.most = most;
  }

  async write(id: string, request: GenerateRequest): Promise<string> {
    return JSON.stringify({ id, text: request.messages.at(-1)?.content });
  }

  async submit({ name, requests }: BatchSubmission): Promise<string> {
    const lines: { id: string; text: string }[] = [];
    for await (const line of requests) lines.push(JSON.parse(line) as { id: string; text: string });
    const batch = { name, texts: lines.map(({ text }) => text) };
    const handle = String(this.sent.length);
    this.onSubmit(batch);
    this.sent.push(batch);
    this.#lines.set(handle, lines);
    return handle;
  }

  async find({ name }: { readonly name: string }) {
    const index = this.sent.findIndex((batch) => batch.name === name);
    return index === -1 ? ({ found: 'no' } as const) : ({ found: 'yes', handle: String(index) } as const);
  }

  async progress() {
    return { ended: this.ended, status: this.ended ? 'ended' : 'going on' };
  }

  collect: ProviderBatch['collect'] = async (handle, onResult) => {
    for (const { id, text } of (this.#lines.get(handle) ?? []).toReversed()) {
      const outcome = this.answer(text, Number(handle) + 1);
      if (outcome) await onResult({ id, ...outcome });
    }
  };

  read: ProviderBatch['read'] = async (outcome) => {
    if ('error' in outcome) throw outcome.error;
    return sampleResponse({ text: String(outcome.reply), latencyMs: Number.NaN });
  };

  cancel = async (): Promise<void> => undefined;
}

function target(name: string, batch: ProviderBatch | undefined, generate: Provider['generate'] = () => Promise.reject(new Error('asked alone'))): Provider {
  return { name, provider: 'memory', structuredOutput: false, identity: async ({ messages, repeat = 1 }) => ({ name, messages: JSON.stringify(messages), repeat }), generate, ...(batch ? { batch } : {}) };
}

type Ask = (text: string, from?: string) => Promise<string>;

interface World {
  readonly batches: Batches;
  readonly problems: BatchProblem[];
  /** Executes a trial by what it does. @returns what it says; undefined when it waits. */
  execute(key: string, act: (ask: Ask) => Promise<string>, row?: Partial<ResultRow>): Promise<string | undefined>;
}

/** Waits for nothing: what happens meanwhile is done at once. */
const time = { passedMs: 0, meanwhile: async (): Promise<void> => undefined };
const UNWAITING = { ...systemClock, now: () => systemClock.now() + time.passedMs, sleep: (): Promise<void> => time.meanwhile() };

/** A process that runs trials against these targets; the first is asked unless another is named. */
async function world(...targets: readonly Provider[]): Promise<World> {
  const problems: BatchProblem[] = [];
  const batches = createBatches({ onProblem: (problem) => problems.push(problem) });
  open.push(batches);
  const asked = targets.map((made) => batches.before({ made, guarded: made, identity: 'x', guard: { maxRetries: 1, random: () => 0, clock: UNWAITING }, cache: undefined }));
  await batches.openIn(run, { redact: (value) => JSON.parse(JSON.stringify(value).replaceAll('secret', '***')) as JsonValue });
  return {
    batches,
    problems,
    async execute(key, act, row = {}) {
      let said = '';
      const inner: TrialExecutor = {
        prepare: async () => undefined,
        async execute(trial, { signal: own }) {
          said = await act(async (text, from = targets[0]?.name) => {
            const provider = asked.find(({ name }) => name === from) as Provider;
            return (await provider.generate({ messages: [{ role: 'user', content: text }], signal: own, account, maxTokens: 100 })).text;
          });
          own.throwIfAborted();
          return sampleRow({ trialKey: trial.key, ...row });
        },
        close: async () => undefined,
      };
      try {
        await batches.executor(inner).execute({ ...sampleTrial(), key }, { signal });
        return said;
      } catch (error) {
        if (error instanceof TrialWaits) return undefined;
        throw error;
      }
    },
  };
}

/** One question, and another that hangs on its answer. */
const talk = async (ask: Ask): Promise<string> => ask(`then ${await ask('first')}`);
const one = (text: string) => (ask: Ask) => ask(text);

async function round({ batches }: World): Promise<void> {
  await batches.submit();
  await batches.look(signal);
}

describe('a trial in batches', () => {
  test('comes further with every batch, in any process, and asks nothing twice', async () => {
    const api = new Api();
    for (const [expected, sent] of [[undefined, 1], [undefined, 2], ['re: then re: first', 2]] as const) {
      const now = await world(target('bot', api));
      expect(await now.execute('t', talk)).toBe(expected);
      await round(now);
      expect(api.sent).toHaveLength(sent);
    }
    expect(api.sent.map(({ texts }) => texts)).toEqual([['first'], ['then re: first']]);
  });

  test('asks all at once that it can, and what is the same as often as it asks it', async () => {
    const api = new Api();
    const now = await world(target('bot', api));
    const panel = async (ask: Ask): Promise<string> => (await Promise.all([ask('a'), ask('b'), ask('a')])).join(', ');
    expect(await now.execute('t', panel)).toBeUndefined();
    expect(await now.execute('u', one('a'))).toBeUndefined();
    await round(now);
    expect(api.sent.map(({ texts }) => texts.toSorted())).toEqual([['a', 'a', 'a', 'b']]);
    expect(await now.execute('t', panel)).toBe('re: a, re: b, re: a');
    expect(await now.execute('u', one('a'))).toBe('re: a');
  });

  test('that waits for a batch that has not ended asks nothing new', async () => {
    const api = new Api();
    api.ended = false;
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    await round(now);
    expect(await now.execute('t', one('a'))).toBeUndefined();
    await round(now);
    expect(api.sent).toHaveLength(1);
    expect(now.batches.standings).toMatchObject([{ target: 'bot', handle: '0', requests: 1, status: 'going on' }]);
  });

  test('with a row without a verdict asks anew when it is run again, and one with a verdict keeps what it has', async () => {
    const api = new Api();
    const first = await world(target('bot', api));
    await first.execute('t', one('a'));
    await first.execute('u', one('b'));
    await round(first);
    await first.execute('t', one('a'), { verdict: null, score: null, output: null });
    await first.execute('u', one('b'));
    await first.batches.close();
    const again = await world(target('bot', api));
    expect(await again.execute('u', one('b'))).toBe('re: b');
    expect(await again.execute('t', one('a'))).toBeUndefined();
  });

  test('hears of a target that is asked at once what it said the first time', async () => {
    const api = new Api();
    let times = 0;
    const agent = target('agent', undefined, async () => sampleResponse({ text: `it is ${(times += 1)}` }));
    const judged = async (ask: Ask): Promise<string> => ask(`judge: ${await ask('what?', 'agent')}`, 'bot');
    const first = await world(target('bot', api), agent);
    expect(await first.execute('t', judged)).toBeUndefined();
    await round(first);
    await first.batches.close();
    const second = await world(target('bot', api), agent);
    expect(await second.execute('t', judged)).toBe('re: judge: it is 1');
    expect([times, api.sent.length]).toEqual([1, 1]);
    // Once more, since its row had no verdict: then both are asked again, and only once.
    await second.execute('t', judged, { verdict: null, score: null });
    await second.batches.close();
    const third = await world(target('bot', api), agent);
    expect(await third.execute('t', judged)).toBeUndefined();
    await round(third);
    await third.batches.close();
    const fourth = await world(target('bot', api), agent);
    expect(await fourth.execute('t', judged)).toBe('re: judge: it is 2');
    expect([times, api.sent.length]).toEqual([2, 2]);
  });

  test('that is aborted from outside is not taken for one that waits', async () => {
    const now = await world(target('bot', new Api()));
    const controller = new AbortController();
    const inner: TrialExecutor = { prepare: async () => undefined, execute: (_, { signal: own }) => new Promise((_resolve, reject) => own.addEventListener('abort', () => reject(own.reason))), close: async () => undefined };
    const executing = now.batches.executor(inner).execute(sampleTrial(), { signal: controller.signal });
    controller.abort(new Error('stop'));
    await expect(executing).rejects.toThrow('stop');
  });
});

describe('what comes of a request', () => {
  const failure = (retryable: boolean): BatchOutcome => ({ error: new ProviderError('no', { kind: 'server', target: 'bot', status: 500, retryable }) });

  test('goes into as many batches as it has tries, and is told when it fails for good', async () => {
    const api = new Api();
    api.answer = () => failure(true);
    const now = await world(target('bot', api));
    for (const sent of [1, 2]) {
      expect(await now.execute('t', one('a'))).toBeUndefined();
      await round(now);
      expect(api.sent).toHaveLength(sent);
    }
    await expect(now.execute('t', one('a'))).rejects.toMatchObject({ message: 'no', status: 500 });
  });

  test('is told at once where another try is of no use, also to another process', async () => {
    const api = new Api();
    api.answer = () => failure(false);
    const first = await world(target('bot', api));
    await first.execute('t', one('a'));
    await round(first);
    await first.batches.close();
    await expect((await world(target('bot', api))).execute('t', one('a'))).rejects.toMatchObject({ message: 'no', retryable: false });
  });

  test('that its batch did not come to is told with the batch, and what failed by itself is not', async () => {
    const api = new Api();
    const errors: Readonly<Record<string, ProviderError>> = {
      a: new ProviderError('cancelled', { kind: 'unavailable', target: 'bot', retryable: true }),
      b: new ProviderError('busy', { kind: 'server', target: 'bot' }),
      c: new ProviderError('too slow', { kind: 'timeout', target: 'bot', status: 408 }),
    };
    api.answer = (text, batch) => (batch === 1 && errors[text] ? { error: errors[text] } : { reply: text });
    const now = await world(target('bot', api));
    for (const key of ['a', 'b', 'c', 'd']) await now.execute(key, one(key));
    await round(now);
    expect(now.problems).toMatchObject([{ target: 'bot', doing: 'again', error: { message: '0, 1 of 4 requests: cancelled' } }]);
    for (const key of ['a', 'b', 'c']) await now.execute(key, one(key));
    await round(now);
    expect([now.problems.length, await now.execute('a', one('a'))]).toEqual([1, 'a']);
  });

  test('that has failed in as many batches as it has tries is not said to be asked again', async () => {
    const api = new Api();
    api.answer = () => ({ error: new ProviderError('expired', { kind: 'timeout', target: 'bot' }) });
    const now = await world(target('bot', api));
    for (const told of [1, 1]) {
      await now.execute('t', one('a'));
      await round(now);
      expect(now.problems).toHaveLength(told);
    }
    await expect(now.execute('t', one('a'))).rejects.toThrow('expired');
  });

  test('that the results lack is asked again', async () => {
    const api = new Api();
    api.answer = (text, batch) => (batch === 1 && text === 'a' ? undefined : { reply: text });
    const now = await world(target('bot', api));
    await Promise.all([now.execute('t', one('a')), now.execute('u', one('b'))]);
    await round(now);
    expect(await now.execute('u', one('b'))).toBe('b');
    await now.execute('t', one('a'));
    await round(now);
    expect(await now.execute('t', one('a'))).toBe('a');
    expect(api.sent.map(({ texts }) => texts.length)).toEqual([2, 1]);
  });

  test('is stored without secrets', async () => {
    const api = new Api();
    api.answer = () => ({ reply: 'the secret is out' });
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    await round(now);
    expect(await now.execute('t', one('a'))).toBe('the *** is out');
    expect(await readFile(join(run, 'batches/replies.jsonl'), 'utf8')).not.toContain('secret');
  });
});

describe('submitting', () => {
  test('a batch that is full goes while others are gathered', async () => {
    const api = new Api({ requests: 2, bytes: 100_000 });
    const now = await world(target('bot', api));
    for (const key of ['a', 'b', 'c']) await now.execute(key, one(key));
    expect(api.sent.map(({ texts }) => texts)).toEqual([['a', 'b']]);
    await round(now);
    expect(api.sent.map(({ texts }) => texts)).toEqual([['a', 'b'], ['c']]);
    expect(await now.execute('c', one('c'))).toBe('re: c');
  });

  test('a request that no batch can hold is an error of its trial', async () => {
    const now = await world(target('bot', new Api({ requests: 10, bytes: 100 })));
    await expect(now.execute('t', one('x'.repeat(200)))).rejects.toMatchObject({ kind: 'bad_request', message: expect.stringContaining('larger than a whole batch') });
  });

  test('that is refused for some requests goes in halves, until these are alone', async () => {
    const api = new Api();
    api.onSubmit = ({ texts }) => {
      if (texts.includes('bad')) throw new ProviderError('not this', { kind: 'bad_request', target: 'bot', status: 400 });
    };
    const now = await world(target('bot', api));
    for (const key of ['a', 'b', 'bad', 'c', 'd']) await now.execute(key, one(key));
    await round(now);
    expect(api.sent.flatMap(({ texts }) => texts).toSorted()).toEqual(['a', 'b', 'c', 'd']);
    await expect(now.execute('bad', one('bad'))).rejects.toThrow('not this');
    expect(await now.execute('d', one('d'))).toBe('re: d');
    expect(now.problems).toEqual([]);
  });

  test('that is refused whatever it holds is not taken apart to the last', async () => {
    const api = new Api();
    let tries = 0;
    api.onSubmit = () => {
      tries += 1;
      throw new ProviderError('no money', { kind: 'bad_request', target: 'bot', status: 400 });
    };
    const now = await world(target('bot', api));
    const keys = Array.from({ length: 40 }, (_, index) => `t${index}`);
    await Promise.all(keys.map((key) => now.execute(key, one(key))));
    expect(await now.batches.submit()).toBe(false);
    expect(tries).toBeLessThan(40);
    expect(now.problems[0]).toMatchObject({ target: 'bot', doing: 'submit', error: { message: 'no money' } });
  });

  test.each([
    ['arrived, though nobody heard of it, is not submitted again', true, 1],
    ['did not arrive is submitted again', false, 1],
  ])('one that %s', async (_, arrives, batches) => {
    const api = new Api();
    let lost = 0;
    const submit = api.submit.bind(api);
    api.submit = async (batch) => {
      if ((lost += 1) > 1) return submit(batch);
      if (arrives) await submit(batch);
      throw new ProviderError('gone', { kind: 'network', target: 'bot' });
    };
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    await round(now);
    expect(api.sent).toHaveLength(batches);
    expect(await now.execute('t', one('a'))).toBe('re: a');
  });

  test.each<[string, 'no' | 'arrives', { kind: ProviderErrorKind; status?: number; retryable?: boolean; cause?: unknown }, number, number]>([
    ['that could not be sent', 'no', { kind: 'network', cause: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) }, 0, 2],
    ['that was refused for a time', 'no', { kind: 'rate_limit', status: 429 }, 0, 2],
    ['that a proxy ended on the way', 'arrives', { kind: 'server', status: 499, retryable: false }, 1, 1],
  ])('one %s: whether it arrives is asked only where nobody knows', async (_, arrives, failure, looks, tries) => {
    const api = new Api();
    const submit = api.submit.bind(api);
    const find = api.find.bind(api);
    let found = 0;
    let tried = 0;
    api.find = async (lost) => {
      found += 1;
      return find(lost);
    };
    api.submit = async (batch) => {
      tried += 1;
      if (arrives === 'arrives') await submit(batch);
      throw new ProviderError('failed', { target: 'bot', ...failure });
    };
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    expect(await now.batches.submit()).toBe(false);
    await now.batches.look(signal);
    expect([found, tried, now.batches.standings.length]).toEqual([looks, tries, 0]);
    api.submit = submit;
    let said = await now.execute('t', one('a'));
    if (arrives === 'no') {
      await round(now);
      said = await now.execute('t', one('a'));
    }
    expect(said).toBe('re: a');
    expect(api.sent).toHaveLength(1);
  });

  test('one that a gateway gave up on after a minute, and that arrives when the next process has looked, is not submitted again', async () => {
    const api = new Api();
    const submit = api.submit.bind(api);
    api.submit = async ({ name, requests }) => {
      const lines: string[] = [];
      for await (const line of requests) lines.push(line);
      time.passedMs += 60_000;
      time.meanwhile = async () => void (await submit({ name, requests: Object.assign(Readable.from(lines), { count: lines.length, bytes: 0 }) }));
      throw new ProviderError('gateway time-out', { kind: 'server', target: 'bot', status: 504, retryable: false });
    };
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    expect(await now.batches.submit()).toBe(false);
    await now.batches.close();
    const next = await world(target('bot', api));
    await next.batches.look(signal);
    expect(await next.execute('t', one('a'))).toBe('re: a');
    expect(api.sent).toHaveLength(1);
  });
});

describe('what is stored', () => {
  test('may end in a line that was cut short', async () => {
    const api = new Api();
    const first = await world(target('bot', api));
    await first.execute('t', talk);
    await round(first);
    await first.batches.close();
    await appendFile(join(run, 'batches/batches.jsonl'), '{"type":"subm');
    await appendFile(join(run, 'batches/replies.jsonl'), '{"of":["t","');
    const second = await world(target('bot', api));
    expect(await second.execute('t', talk)).toBeUndefined();
    await round(second);
    expect(await second.execute('t', talk)).toBe('re: then re: first');
    await second.batches.close();
    expect(await (await world(target('bot', api))).execute('t', talk)).toBe('re: then re: first');
  });

  test('is not read beyond what is understood: the place is named', async () => {
    const first = await world(target('bot', new Api()));
    await first.execute('t', one('a'));
    await round(first);
    await first.batches.close();
    await appendFile(join(run, 'batches/batches.jsonl'), '{"type":"what"}\n');
    await expect(world(target('bot', new Api()))).rejects.toThrow(/batches\.jsonl:4: this line tells of no batch: its type is "what"/u);
  });

  test('results that were collected in part count once', async () => {
    const api = new Api();
    const answers = api.answer;
    api.answer = (text) => (text === 'a' ? { error: new ProviderError('no', { kind: 'server', target: 'bot' }) } : answers(text, 0));
    const collect = api.collect;
    let broken = true;
    api.collect = async (handle, onResult, call) => {
      await collect(handle, onResult, call);
      if (broken) throw new ProviderError('cut off', { kind: 'network', target: 'bot', retryable: false });
    };
    const first = await world(target('bot', api));
    await Promise.all([first.execute('t', one('a')), first.execute('u', one('b'))]);
    await round(first);
    expect(first.problems).toMatchObject([{ doing: 'collect', error: { message: 'cut off' } }]);
    await first.batches.close();
    broken = false;
    const second = await world(target('bot', api));
    await second.batches.look(signal);
    expect(await second.execute('u', one('b'))).toBe('re: b');
    // One try of two is used.
    expect(await second.execute('t', one('a'))).toBeUndefined();
    await second.batches.close();
    const third = await world(target('bot', api));
    expect(await third.execute('t', one('a'))).toBeUndefined();
  });
});

describe('a budget', () => {
  const SUITE = { suite: 's', suitePath: 's.yaml' };
  let budget: Budget;
  /** What is noted for the next process. */
  let noted: BudgetTaken | undefined;
  /** Tokens that stand as taken. */
  const taken = (): number => budget.standings()[0]?.taken.tokens ?? Number.NaN;
  const begin = (tokens = 10_000): void => {
    budget = createBudget({ limits: [{ of: { tokens } }], before: noted && [{ of: noted }], note: async ([first]) => void (noted = first?.of) });
    account = budget.account(SUITE);
  };
  /** What one request may take, and what it took. */
  const MOST = 100 + 16 + 1;
  const TOOK = 22;

  beforeEach(() => {
    noted = undefined;
    begin();
  });

  test('has what replies took in place of the most that they may have taken, once, whatever process collects them', async () => {
    const api = new Api();
    const first = await world(target('bot', api));
    await first.execute('t', async (ask) => ask(`b${await ask('a')}`));
    await round(first);
    expect(taken()).toBe(MOST);
    await budget.close();
    await first.batches.close();

    // It has its first answer, and waits for the second: the next process begins with what this one has noted.
    begin();
    const second = await world(target('bot', api));
    await second.execute('t', async (ask) => ask(`b${await ask('a')}`));
    expect(taken()).toBeGreaterThan(TOOK);
    const pending = taken() - TOOK;
    await round(second);
    await budget.close();
    await second.batches.close();

    // One that dies before it has noted anything leaves too much, and not too little.
    for (const stands of [2 * TOOK, TOOK + pending]) {
      begin();
      const next = await world(target('bot', api));
      expect(await next.execute('t', async (ask) => ask(`b${await ask('a')}`))).toBe('re: bre: a');
      expect(taken()).toBe(stands);
      await next.batches.close();
    }
  });

  test('takes nothing for what is refused, expires or is cancelled, also when the next process finds that out', async () => {
    const api = new Api();
    api.answer = (text, batch) => (batch > 1 ? { reply: text } : { error: new ProviderError('expired', { kind: 'timeout', target: 'bot' }) });
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    await round(now);
    expect(taken()).toBe(MOST);
    await now.batches.close();
    await budget.close();
    begin();
    api.onSubmit = ({ texts }) => {
      if (texts.includes('no')) throw new ProviderError('not this', { kind: 'bad_request', target: 'bot', status: 400 });
    };
    const next = await world(target('bot', api));
    await next.execute('t', one('a'));
    expect(taken()).toBe(MOST);
    await next.execute('u', one('no'));
    await round(next);
    expect(await next.execute('t', one('a'))).toBe('a');
    await expect(next.execute('u', one('no'))).rejects.toThrow('not this');
    expect(taken()).toBe(TOOK);
  });

  test('gets back what was paid for requests that were gathered when the process was killed, once', async () => {
    const api = new Api();
    const killed = await world(target('bot', api));
    await killed.execute('t', one('a'));
    await killed.execute('u', one('b'));
    await budget.close();
    // Twice: what the first of these has gathered goes nowhere either.
    for (let processes = 0; processes < 2; processes += 1) {
      begin();
      const next = await world(target('bot', api));
      await next.execute('t', one('a'));
      await next.execute('u', one('b'));
      expect(taken()).toBe(2 * MOST);
      await budget.close();
    }
    begin();
    const last = await world(target('bot', api));
    await last.execute('t', one('a'));
    await last.execute('u', one('b'));
    await round(last);
    await last.execute('t', one('a'));
    await last.execute('u', one('b'));
    expect(taken()).toBe(2 * TOOK);
    expect(api.sent.map(({ texts }) => texts)).toEqual([['a', 'b']]);
  });

  test('keeps what a batch may have cost that is not there any more, and what was answered and cannot be read', async () => {
    const api = new Api();
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    const { progress } = api;
    api.progress = async () => Promise.reject(new ProviderError('no such batch', { kind: 'bad_request', target: 'bot', status: 404 }));
    await round(now);
    expect(now.problems).toMatchObject([{ doing: 'gone', error: { message: 'no such batch' } }]);
    api.progress = progress;
    await now.execute('t', one('a'));
    expect(taken()).toBe(2 * MOST);
    await round(now);
    await now.execute('t', one('a'));
    expect(taken()).toBe(MOST + TOOK);
  });

  test('keeps a batch of which somebody else says that it is not there', async () => {
    const api = new Api();
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    const { progress } = api;
    api.progress = async () => Promise.reject(new ProviderError('no such page', { kind: 'bad_request', target: 'bot', status: 404, foreign: true }));
    await round(now);
    expect(now.problems).toMatchObject([{ doing: 'look', error: { message: 'no such page' } }]);
    api.progress = progress;
    await round(now);
    expect(await now.execute('t', one('a'))).toBe('re: a');
    expect(api.sent).toHaveLength(1);
  });

  test.each([
    ['the process that reads them', 404],
    ['one before, which was killed', 503],
  ])('pays for no reply twice that was read before the rest of its batch was gone: by %s', async (_, status) => {
    const api = new Api();
    const { collect } = api;
    const noMore = (of: number): Error => new ProviderError('no such file', { kind: 'bad_request', target: 'bot', status: of });
    api.collect = async (handle, onResult, ...rest) => {
      await collect(handle, async (result) => (JSON.stringify(result).includes('re: b') ? onResult(result) : undefined), ...rest);
      throw noMore(status);
    };
    const first = await world(target('bot', api));
    await first.execute('t', one('a'));
    await first.execute('u', one('b'));
    await round(first);
    await first.batches.close();
    api.collect = async () => Promise.reject(noMore(404));
    const second = await world(target('bot', api));
    await second.batches.look(signal);
    expect(await second.execute('u', one('b'))).toBe('re: b');
    expect(await second.execute('t', one('a'))).toBeUndefined();
    api.collect = collect;
    await round(second);
    const third = await world(target('bot', api));
    expect([await third.execute('t', one('a')), await third.execute('u', one('b'))]).toEqual(['re: a', 're: b']);
    expect(api.sent.map(({ texts }) => texts)).toEqual([['a', 'b'], ['a']]);
    expect(taken()).toBe(MOST + 2 * TOOK);
  });

  test('lets those go on that were refused, once replies turn out to have taken less', async () => {
    begin(2 * MOST - 1);
    const now = await world(target('bot', new Api()));
    await now.execute('t', one('a'));
    await expect(now.execute('u', one('b'))).rejects.toMatchObject({ kind: 'aborted' });
    expect([budget.stopped, budget.reopened()]).toEqual([true, false]);
    await round(now);
    await now.execute('t', one('a'));
    expect([budget.stopped, budget.reopened(), budget.reopened()]).toEqual([false, true, false]);
    expect(await now.execute('u', one('b'))).toBeUndefined();
  });
});

describe('a list of batches that nobody shows', () => {
  const hidden = async (): Promise<never> => Promise.reject(new ProviderError('no such list', { kind: 'bad_request', target: 'bot', status: 404 }));

  test('says nothing of a submission that nobody saw the end of: it is not sent again, by this process or the next', async () => {
    const api = new Api();
    const { find } = api;
    api.find = hidden;
    api.onSubmit = () => {
      throw new ProviderError('cut off', { kind: 'network', target: 'bot' });
    };
    const now = await world(target('bot', api));
    await now.execute('t', one('a'));
    await round(now);
    expect(now.problems.map(({ doing }) => doing)).toEqual(['submit', 'missing']);
    expect(now.batches.standings).toMatchObject([{ handle: undefined, status: 'unknown', requests: 1 }]);
    await now.batches.close();
    const next = await world(target('bot', api));
    await next.batches.look(signal);
    expect(await next.execute('t', one('a'))).toBeUndefined();
    await round(next);
    expect(next.batches.standings).toHaveLength(1);
    api.find = find;
    api.onSubmit = () => undefined;
    await next.batches.look(signal);
    expect(next.batches.standings).toEqual([]);
  });
});
