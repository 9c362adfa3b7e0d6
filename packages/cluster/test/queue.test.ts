import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { connect as connectTo, createServer, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { ConfigError, QueueError, type JobCoordinator, type JobTransport, type ReceivedJob, type TrialJob } from '@assay/schema';
import { jobCoordinatorConformance, jobTransportConformance, redisPresence, sampleJob, sampleRow, startRedis, type RedisServer } from '@assay/schema/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openCoordinator, openWorker } from '../src/index.js';

const { absent, note } = redisPresence();
const env = { ASSAY_QUEUE_SECRET: 'the-secret-of-these-tests' };

let redis: RedisServer;
let client: Redis;
let queues = 0;

beforeAll(async () => {
  if (absent) return;
  redis = await startRedis();
  client = new Redis(redis.port);
});
afterAll(async () => {
  client?.disconnect();
  await redis?.close();
});

interface Place {
  readonly prefix: string;
  readonly address: string;
  readonly told: string[];
  coordinator(runId?: string): Promise<JobCoordinator>;
  worker(): Promise<JobTransport>;
  /** Keys that are there. */
  keys(): Promise<readonly string[]>;
}

/** A queue that no other test knows. Whatever is opened is closed with the test. */
function place(address: string = redis.url, options = ''): Place {
  const prefix = `q${(queues += 1)}`;
  const told: string[] = [];
  const whole = `${address}?prefix=${prefix}${options}`;
  const tell = (text: string): void => void told.push(text);
  return {
    prefix,
    address: whole,
    told,
    async coordinator(runId = 'run') {
      const coordinator = await openCoordinator({ address: whole, env, tell, runId });
      onTestFinished(() => coordinator.close().catch(() => undefined));
      return coordinator;
    },
    async worker() {
      const worker = await openWorker({ address: whole, env, tell });
      onTestFinished(() => worker.close());
      return worker;
    },
    keys: () => client.keys(`${prefix}:*`),
  };
}

const never = new AbortController().signal;
setMaxListeners(0, never);

function aJob(): TrialJob {
  return { ...sampleJob(), trialKey: randomBytes(16).toString('hex') };
}

/** The next job of a worker. */
function taker(worker: JobTransport, drain: AbortSignal = never): () => Promise<ReceivedJob> {
  const jobs = worker.jobs(drain)[Symbol.asyncIterator]();
  return async () => {
    const next = await jobs.next();
    if (next.done) throw new Error('no more jobs');
    return next.value;
  };
}

function trialKeyOf({ text = '' }: ReceivedJob): string {
  return (JSON.parse(text) as { readonly trial_key: string }).trial_key;
}

const rowOf = (of: ReceivedJob, text = 'a reply') => sampleRow({ trialKey: trialKeyOf(of), output: { text, messages: [], toolCalls: [] } });

/** Whether something comes within a time in which it would have come. */
async function comes(promise: Promise<unknown>, ms = 500): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms))]);
}

describe.skipIf(absent)(`a queue${note}`, { timeout: 30_000 }, () => {
  test('brings jobs to workers and rows back, and leaves nothing behind', async () => {
    const queue = place();
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    const take = taker(worker);
    const jobs = [aJob(), aJob(), aJob()];
    const rows = jobs.map((job) => coordinator.run(job, { signal: never }));
    for (const job of jobs) {
      const received = await take();
      expect(trialKeyOf(received)).toBe(job.trialKey);
      await worker.row(rowOf(received), received);
    }
    expect((await Promise.all(rows)).map(({ trialKey, output }) => [trialKey, output?.text])).toEqual(jobs.map(({ trialKey }) => [trialKey, 'a reply']));
    await worker.close();
    await coordinator.close();
    expect(await queue.keys()).toEqual([]);
  });

  test('whose run and workers have ended, or that cannot be reached, keeps no process', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const queue = place();
    const before = timers();
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    await worker.close();
    await coordinator.close();
    await expect(openWorker({ address: 'redis://127.0.0.1:1', env, tell: () => undefined })).rejects.toThrow(QueueError);
    // Sockets close soon. Timers of the test itself would be counted.
    for (const end = performance.now() + 1_500; timers() > before && performance.now() < end; ) await setImmediate();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('has nobody run what is not signed: forged, altered, moved to another id', async () => {
    const queue = place();
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    const rows = coordinator.run(aJob(), { signal: never });
    rows.catch(() => undefined);
    // Nobody takes jobs yet.
    let id = '';
    await expect.poll(async () => (id = (await client.lrange(`${queue.prefix}:jobs:wait`, 0, -1))[0] ?? '')).not.toBe('');
    const key = `${queue.prefix}:jobs:${id}`;
    const { data = '' } = await client.hgetall(key);
    const envelope = JSON.parse(data) as { readonly run: string; readonly jobs: readonly string[]; readonly signature: string };
    const forge = async (name: string, value: object): Promise<void> => {
      await client.hset(`${queue.prefix}:jobs:${name}`, { name: 'trial', opts: '{}', timestamp: '1', data: JSON.stringify(value) });
      await client.rpush(`${queue.prefix}:jobs:wait`, name);
    };
    await forge('altered', { ...envelope, jobs: envelope.jobs.map((job) => job.replace('"repeat":1', '"repeat":2')) });
    await forge('longer', { ...envelope, jobs: [...envelope.jobs, ...envelope.jobs] });
    await forge('moved', envelope);
    await forge('junk', { run: 7 });
    const take = taker(worker);
    const received = [await take(), await take(), await take(), await take(), await take()];
    expect(received.filter(({ problem }) => problem !== undefined).map(({ problem, text }) => [problem?.message, text])).toEqual(
      ['junk', 'moved', 'longer', 'altered'].map((name) => [`job ${name} is not signed with the secret of this worker`, undefined]),
    );
    const real = received.find(({ problem }) => problem === undefined);
    expect(real && JSON.parse(real.text ?? '')).toMatchObject({ repeat: 1 });
  });

  test('leaves out what somebody else has written there that is nothing like a job, and goes on', async () => {
    const queue = place();
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    const job = { name: 'trials', opts: '{}', timestamp: '1', data: '{}' };
    const junk: Readonly<Record<string, Readonly<Record<string, string>>>> = { data: { ...job, data: 'not json' }, opts: { ...job, opts: 'not json' }, rest: { ...job, timestamp: 'x', progress: 'x', stacktrace: 'x', returnvalue: 'x' }, none: job };
    for (const [id, fields] of Object.entries(junk)) await client.hset(`${queue.prefix}:jobs:${id}`, fields);
    await client.set(`${queue.prefix}:jobs:text`, 'no hash');
    await client.rpush(`${queue.prefix}:jobs:wait`, ...Object.keys(junk), 'text', 'absent');
    const row = coordinator.run(aJob(), { signal: never });
    const take = taker(worker);
    const problems: (string | undefined)[] = [];
    const began = performance.now();
    for (let received = await take(); ; received = await take()) {
      if (received.problem === undefined) {
        await worker.row(rowOf(received), received);
        break;
      }
      problems.push(received.problem.message);
      await worker.refuse({ trialKey: undefined, runId: undefined, error: { code: received.problem.code, message: received.problem.message } }, received);
    }
    expect((await row).output?.text).toBe('a reply');
    expect(problems.toSorted()).toEqual(['absent', 'data', 'none', 'opts', 'rest', 'text'].map((id) => `job ${id} is not signed with the secret of this worker`));
    // Whoever refuses what others may do waits; nobody does these.
    expect(performance.now() - began).toBeLessThan(6 * 400);
    expect(queue.told).toEqual(['a job in the queue is not signed with the secret of this worker, and was left out']);
    await worker.close();
    await coordinator.close();
    expect(await queue.keys()).toEqual([]);
  });

  test('ends no worker with what nobody can read, when several are given the same', async () => {
    const queue = place();
    const [coordinator, ...workers] = await Promise.all([queue.coordinator(), queue.worker(), queue.worker(), queue.worker()]);
    await client.hset(`${queue.prefix}:jobs:twice`, { name: 'trials', opts: 'not json', timestamp: '1', data: '{}' });
    await client.set(`${queue.prefix}:jobs:text`, 'no hash');
    const takes = workers.map((worker) => ({ worker, take: taker(worker) }));
    const nexts = takes.map(async ({ worker, take }) => {
      for (;;) {
        const received = await take();
        if (received.problem === undefined) return worker.row(rowOf(received), received);
      }
    });
    await client.rpush(`${queue.prefix}:jobs:wait`, ...Array.from({ length: 60 }, () => ['twice', 'text']).flat());
    await client.zadd(`${queue.prefix}:jobs:marker`, 0, '0');
    const rows = await Promise.all(nexts.map(() => coordinator.run(aJob(), { signal: never })));
    await Promise.all(nexts);
    expect(rows.map(({ output }) => output?.text)).toEqual(['a reply', 'a reply', 'a reply']);
  });

  test('whose names something else has says so', async () => {
    const queue = place();
    await client.set(`${queue.prefix}:answers:run`, 'no stream');
    const coordinator = await queue.coordinator();
    await expect(coordinator.run(aJob(), { signal: never })).rejects.toThrow(/gives no rows: WRONGTYPE/u);
    await client.set(`${queue.prefix}:jobs:wait`, 'no list');
    await expect((await queue.coordinator('another')).run(aJob(), { signal: never })).rejects.toMatchObject({ message: expect.stringMatching(/takes no jobs: WRONGTYPE/u) as string, hint: expect.stringContaining('prefix=NAME') as string });
    // What it has refused half way, in no list: it goes by itself.
    const halfway = (await queue.keys()).find((key) => key.startsWith(`${queue.prefix}:jobs:another_`)) ?? '';
    await expect.poll(() => client.pttl(halfway)).toBeGreaterThan(0);
    const worker = await queue.worker();
    await expect(taker(worker)()).rejects.toThrow(/gives no jobs: WRONGTYPE/u);
  });

  test('goes by itself after some days when all that knew it were killed', async () => {
    const queue = place();
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    for (let index = 0; index < 5; index += 1) coordinator.run(aJob(), { signal: never }).catch(() => undefined);
    await taker(worker)();
    const endless = async (): Promise<readonly string[]> => {
      const keys = await queue.keys();
      const left = await Promise.all(keys.map(async (key) => ((await client.pttl(key)) === -1 ? [key] : [])));
      return left.flat();
    };
    expect((await queue.keys()).length).toBeGreaterThan(3);
    // Before the run looks for the first time whether something was lost.
    await expect.poll(endless, { timeout: 4_000 }).toEqual([]);
  });

  test('has nobody run a job a second time, while the run goes on and when it is over', async () => {
    const queue = place();
    const [coordinator, first, second] = await Promise.all([queue.coordinator(), queue.worker(), queue.worker()]);
    const row = coordinator.run(aJob(), { signal: never });
    let id = '';
    await expect.poll(async () => (id = (await client.lrange(`${queue.prefix}:jobs:wait`, 0, -1))[0] ?? '')).not.toBe('');
    const kept = await client.hgetall(`${queue.prefix}:jobs:${id}`);
    const received = await taker(first)();
    const take = taker(second);
    // What is left of a copy is no job either, and is reported.
    const nextText = async (): Promise<string> => {
      for (;;) {
        const { text, problem } = await take();
        if (problem === undefined) return text ?? '';
      }
    };
    const again = nextText();
    again.catch(() => undefined);
    const replay = async (): Promise<void> => {
      await client.hset(`${queue.prefix}:jobs:${id}`, kept);
      await client.rpush(`${queue.prefix}:jobs:wait`, id);
    };
    // A copy while the first does it.
    await client.rpush(`${queue.prefix}:jobs:wait`, id);
    expect(await comes(again)).toBe(false);
    await first.row(rowOf(received), received);
    await row;
    await replay();
    expect(await comes(again)).toBe(false);
    await coordinator.close();
    await replay();
    expect(await comes(again)).toBe(false);
  });

  test('takes no row that is forged, altered or of another trial, and each only once', async () => {
    const queue = place();
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    const take = taker(worker);
    const jobs = [aJob(), aJob()];
    const [one, two] = jobs.map((job) => coordinator.run(job, { signal: never }));
    const [first, second] = [await take(), await take()];
    const stream = `${queue.prefix}:answers:run`;
    await client.xadd(stream, '*', 'kind', 'row', 'job', 'x', 'worker', 'w', 'digest', 'd', 'text', JSON.stringify({ trial_key: trialKeyOf(first) }), 'signature', 'AAAA');
    await worker.row(rowOf(first, 'the real one'), first);
    const [[, fields] = ['', []]] = await client.xrange(stream, '-', '+').then((entries) => entries.filter(([, values]) => values.includes(env.ASSAY_QUEUE_SECRET) || values.some((value) => value.includes('the real one'))));
    expect((await one)?.output?.text).toBe('the real one');
    // The same once more, and with another reply in it.
    if (fields.length > 0) {
      await client.xadd(stream, '*', ...fields);
      await client.xadd(stream, '*', ...fields.map((value) => value.replace('the real one', 'a better one')));
    }
    await worker.row(rowOf(second), second);
    expect((await two)?.output?.text).toBe('a reply');
    expect(queue.told).toEqual(['a row in the queue is not signed with the secret of this run, and was left out']);
    expect(coordinator.notes).toEqual([expect.stringMatching(/^\d messages? in the queue (?:was|were) not signed with the secret of this run, and left out$/u)]);
  });

  test('gives the trials of a worker that is gone to another one within seconds, those that travelled together each by itself', async () => {
    const queue = place();
    const coordinator = await queue.coordinator();
    const lost = await queue.worker();
    const jobs = Array.from({ length: 24 }, aJob);
    const rows = jobs.map((job) => coordinator.run(job, { signal: never }));
    const taken = taker(lost);
    const first = await taken();
    await lost.row(rowOf(first), first);
    await taken();
    const before = await client.llen(`${queue.prefix}:jobs:wait`);
    expect(before).toBeLessThan(24);
    await lost.close();
    const worker = await queue.worker();
    const take = taker(worker);
    const done: string[] = [];
    let suspected = 0;
    while (done.length < 23) {
      const received = await take();
      expect(received.alone).toBe(false);
      if (received.begins) suspected += 1;
      await received.begins?.();
      done.push(trialKeyOf(received));
      await worker.row(rowOf(received), received);
    }
    expect((await Promise.all(rows)).map(({ trialKey }) => trialKey)).toEqual(jobs.map(({ trialKey }) => trialKey));
    // Of those that it held, and not of those that waited, the run wants to know when they are begun.
    expect(suspected).toBeGreaterThan(0);
    // What was answered before is not done again.
    expect(new Set([...done, trialKeyOf(first)]).size).toBe(24);
  });

  test('tells workers their share of rates, and gives back what a worker that ends has not begun', async () => {
    const queue = place();
    const coordinator = await queue.coordinator();
    const first = await queue.worker();
    const shares: number[] = [];
    first.onShare?.((share) => shares.push(share));
    const second = await queue.worker();
    await expect.poll(() => shares.at(-1)).toBe(0.5);
    await second.close();
    await expect.poll(() => shares.at(-1)).toBe(1);
    const drain = new AbortController();
    const none = taker(first, drain.signal)();
    none.catch(() => undefined);
    drain.abort();
    const row = coordinator.run(aJob(), { signal: never });
    const third = await queue.worker();
    const received = await taker(third)();
    await third.row(rowOf(received), received);
    expect((await row).output?.text).toBe('a reply');
    await expect(none).rejects.toThrow('no more jobs');
  });

  test('leaves the last trials of a run to whoever is free first, and not to the one who took most before', async () => {
    const queue = place();
    const [coordinator, busy, free] = await Promise.all([queue.coordinator(), queue.worker(), queue.worker()]);
    await new Promise<void>((resolve) => busy.onShare?.((share) => share === 0.5 && resolve()));
    const rows = Array.from({ length: 340 }, () => coordinator.run(aJob(), { signal: never }));
    const takeBusy = taker(busy);
    const finish = async (worker: JobTransport, take: () => Promise<ReceivedJob>): Promise<void> => {
      const received = await take();
      await worker.row(rowOf(received), received);
    };
    // It is so fast that it holds many ahead.
    for (let done = 0; done < 300; done += 20) await Promise.all(Array.from({ length: 20 }, () => finish(busy, takeBusy)));
    const held = takeBusy();
    const takeFree = taker(free);
    for (let taken = 0; taken < 10; taken += 1) expect(await comes(finish(free, takeFree))).toBe(true);
    const received = await held;
    await busy.row(rowOf(received), received);
    for (const row of rows) row.catch(() => undefined);
    expect(await Promise.all(rows.slice(0, 300))).toHaveLength(300);
  });

  test('says what is wrong with a server or a secret, and shows no password', async () => {
    const open = (address: string, more: Record<string, string | undefined> = env) => openWorker({ address, env: more, tell: () => undefined }).catch((error: unknown) => error as Error);
    const wrongPassword = await open(`redis://somebody:hunter2-hunter2@127.0.0.1:${redis.port}`);
    expect(wrongPassword).toBeInstanceOf(ConfigError);
    expect(wrongPassword).toMatchObject({ message: `the queue at ${redis.url} does not accept the user and password` });
    expect(await open('redis://127.0.0.1:1')).toBeInstanceOf(QueueError);
    expect(await open(`${redis.url}/99`)).toMatchObject({ message: expect.stringContaining('DB index is out of range') as string });
    expect(await open(redis.url, {})).toMatchObject({ code: 'usage', hint: expect.stringContaining('openssl rand -hex 32') as string });
    expect(await open(redis.url, { ASSAY_QUEUE_SECRET: 'short' })).toMatchObject({ message: 'ASSAY_QUEUE_SECRET has 5 characters, and at least 16 are needed' });
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
    onTestFinished(async () => void (await client.config('SET', 'maxmemory-policy', 'noeviction')));
    expect(await open(redis.url)).toMatchObject({ code: 'config', message: expect.stringContaining('maxmemory-policy allkeys-lru') as string });
  });

  test('says when there is something else in its place, whether TLS is spoken there, and which rights are missing', async () => {
    const open = (address: string) => openWorker({ address, env, tell: () => undefined }).catch((error: unknown) => error as Error);
    const page = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')));
    await once(page.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void page.close());
    const host = `127.0.0.1:${(page.address() as AddressInfo).port}`;
    const hint = 'is the server running, and is its port open from here?';
    expect(await open(`redis://${host}`)).toMatchObject({ message: `the queue at redis://${host} cannot be reached: what listens there is no Redis or Valkey server`, hint: `${hint} An address for TLS begins with rediss://` });
    expect(await open(`rediss://${host}`)).toMatchObject({ message: `the queue at rediss://${host} cannot be reached: what listens there does not speak TLS`, hint: `${hint} The address of a server without TLS begins with redis://` });
    await client.acl('SETUSER', 'reads', 'on', 'nopass', '~*', '&*', '+@all', '-set');
    expect(await open(redis.url.replace('redis://', 'redis://reads@'))).toMatchObject({ code: 'config', message: expect.stringMatching(/ lacks rights for this user: (?!.*script: ).*\S$/u) as string });
  });

  test('that is full, or stays away, ends runs and workers with what to do', async () => {
    const server = await startRedis();
    onTestFinished(() => server.close());
    const queue = place(server.url, '&patience=1');
    const [coordinator, worker] = await Promise.all([queue.coordinator(), queue.worker()]);
    const received = taker(worker)();
    const row = coordinator.run(aJob(), { signal: never });
    const taken = await received;
    const admin = new Redis(server.port);
    await admin.config('SET', 'maxmemory', '1');
    await expect(worker.row(rowOf(taken), taken)).rejects.toThrow(/takes no rows: OOM/u);
    await expect(coordinator.run(aJob(), { signal: never })).rejects.toThrow(/takes no jobs: .*OOM/u);
    await expect(row).rejects.toThrow(QueueError);
    const other = place(server.url, '&patience=1');
    await expect(other.worker()).rejects.toMatchObject({ code: 'queue', message: expect.stringMatching(/takes no jobs: OOM/u) as string });
    await admin.config('SET', 'maxmemory', '0');
    admin.disconnect();
    const away = await other.coordinator();
    await server.kill();
    await expect(away.run(aJob(), { signal: never })).rejects.toThrow(/was lost, and did not come back in 1 s/u);
    // A connection that is lost has no end to wait for.
    expect(await comes(away.close(), 1_500)).toBe(true);
    expect(await comes(worker.close(), 1_500)).toBe(true);
    expect(other.told.slice(0, 2)).toEqual([
      expect.stringMatching(/takes no rows: OOM .*: trying again for 1 s$/u),
      expect.stringMatching(/lost the connection to the queue at redis:.*trying again/u),
    ]);
  });

  test('whose connection is lost while jobs are on their way to it has them all the same', async () => {
    // The server does what it was told, and only the first word of that arrives.
    let cuts = 0;
    const between = createServer((near) => {
      const far = connectTo(redis.port, '127.0.0.1');
      let isBulk = false;
      near.on('data', (chunk: Buffer) => {
        isBulk = chunk.toString('latin1').split('evalsha').length > 3;
        far.write(chunk);
      });
      far.on('data', (chunk: Buffer) => {
        const end = isBulk && cuts < 2 ? chunk.indexOf('\r\n$') : -1;
        if (end === -1) return near.write(chunk);
        cuts += 1;
        return near.end(chunk.subarray(0, end + 2));
      });
      near.on('close', () => far.end()).on('error', () => undefined);
      far.on('close', () => near.destroy()).on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(between, 'listening');
    onTestFinished(() => void between.close());
    const queue = place(`redis://127.0.0.1:${(between.address() as AddressInfo).port}`);
    const coordinator = await queue.coordinator();
    const worker = await openWorker({ address: `${redis.url}?prefix=${queue.prefix}`, env, tell: () => undefined });
    onTestFinished(() => worker.close());
    const take = taker(worker);
    const jobs = Array.from({ length: 60 }, aJob);
    const rows = jobs.map((job) => coordinator.run(job, { signal: never }));
    for (const _ of jobs) {
      const received = await take();
      await worker.row(rowOf(received), received);
    }
    expect((await Promise.all(rows)).map(({ trialKey }) => trialKey)).toEqual(jobs.map(({ trialKey }) => trialKey));
    expect(cuts).toBe(2);
  });

  test('that becomes a replica ends a run that only waits', async () => {
    const server = await startRedis();
    onTestFinished(() => server.close());
    const queue = place(server.url, '&patience=1');
    const coordinator = await queue.coordinator();
    const row = coordinator.run(aJob(), { signal: never });
    row.catch(() => undefined);
    const admin = new Redis(server.port);
    onTestFinished(() => admin.disconnect());
    // It is in the queue: from now on the run has nothing to write.
    await expect.poll(() => admin.llen(`${queue.prefix}:jobs:wait`)).toBe(1);
    await admin.replicaof('127.0.0.1', '1');
    await expect(row).rejects.toMatchObject({ message: expect.stringMatching(/takes no jobs: READONLY/u) as string, hint: expect.stringContaining('replica') as string });
  });

  const coordinating = jobCoordinatorConformance(async () => {
    const queue = place();
    // What is known of all runs and workers stays.
    return { coordinator: await queue.coordinator(sampleJob().runId), worker: queue.worker, left: queue.keys };
  });

  test.each(coordinating)('keeps the promise of who has jobs done: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const conformance = jobTransportConformance(async () => {
    const queue = place();
    const worker = await queue.worker();
    const coordinator = await queue.coordinator(sampleJob().runId);
    return {
      transport: worker,
      async send(job) {
        try {
          return { row: await coordinator.run(job, { signal: never }) };
        } catch (error) {
          const { code, message, hint } = error as QueueError;
          return { refused: { code, message, hint } };
        }
      },
    };
  });

  test.each(conformance)('keeps the promise of its contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
