import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence, startRedis, type RedisServer } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, run, start, startWorker } from './support/projects/queue-places.js';
import { untilRows } from './support/projects/resume-project.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const TRIALS = 60;

async function server(settings: readonly string[] = []): Promise<RedisServer> {
  const redis = await startRedis(settings);
  onTestFinished(() => redis.close());
  return redis;
}

/** Tells a server something, as an operator does. @returns its answer. */
async function command({ port }: RedisServer, ...words: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${words.join(' ')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

/** A name that means one server, and then another for whoever comes anew. */
async function name(first: RedisServer) {
  let { port } = first;
  const between = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy()).on('error', () => undefined);
    far.on('close', () => near.destroy()).on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => void between.close());
  return { url: `redis://127.0.0.1:${(between.address() as AddressInfo).port}`, means: (other: RedisServer) => void ({ port } = other) };
}

/** A run of some seconds, of which some rows are there. */
async function underWay(queue: string) {
  const project = { ...(await place(TRIALS)), queue };
  await project.write({ '.assay/targets.yaml': 'targets: [{ name: mock, provider: mock, delay_ms: 200 }]\n' });
  const worker = startWorker(project, {}, ['--concurrency', '3']);
  const running = start(project, ['run', 'evals']);
  await untilRows(project, 5);
  return { project, worker, running };
}

describe.skipIf(absent)(`a queue whose server takes nothing for a while${note}`, { timeout: 60_000 }, () => {
  test.each([
    { title: 'is a replica', begin: ['replicaof', '127.0.0.1', '1'], end: ['replicaof', 'no', 'one'], says: 'READONLY' },
    { title: 'has no memory left', begin: ['config', 'set', 'maxmemory', '1'], end: ['config', 'set', 'maxmemory', '0'], says: 'OOM' },
  ])('$title: the run and its worker wait for it, and each trial has one row', async ({ begin, end, says }) => {
    const redis = await server();
    const { project, worker, running } = await underWay(redis.url);
    expect(await command(redis, ...begin)).toBe('+OK\r\n');
    await sleep(2_000);
    expect(await command(redis, ...end)).toBe('+OK\r\n');
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const rows = await project.rows();
    expect([rows.length, new Set(rows.map(({ trialKey }) => trialKey)).size]).toEqual([TRIALS, TRIALS]);
    const told = await worker.drain();
    expect(told.exitCode).toBe(0);
    expect(told.stderr).toMatch(new RegExp(`takes no rows: ${says} [^\n]*: trying again for 60 s\n[^]*takes rows again`, 'u'));
  });

  test('is a replica, and its name means another server by then: the run goes on there', async () => {
    const [before, after] = await Promise.all([server(), server()]);
    const queue = await name(before);
    const { project, worker, running } = await underWay(queue.url);
    // Nothing of what it held has come to the other one.
    queue.means(after);
    expect(await command(before, 'replicaof', '127.0.0.1', String(after.port))).toBe('+OK\r\n');
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const rows = await project.rows();
    expect([rows.length, new Set(rows.map(({ trialKey }) => trialKey)).size]).toEqual([TRIALS, TRIALS]);
    const told = await worker.drain();
    expect(told.exitCode).toBe(0);
    // That the connections are made anew again and again is not told each time.
    for (const text of [stderr, told.stderr]) expect(text).not.toMatch(/trying again for 60 s\n[^]*lost the connection/u);
  });

  test('lets their user in no more for a while: the run and its worker wait for that, and no target is asked twice', async () => {
    const user = ['evals', 'on', '>pass', '~*', '&*', '+@all'];
    const redis = await server(['--user', ...user]);
    const { project, worker, running } = await underWay(redis.url.replace('//', '//evals:pass@'));
    // Its connections are closed with that, and what is sent meanwhile is refused when they are made again.
    expect(await command(redis, 'acl', 'deluser', 'evals')).toBe(':1\r\n');
    await sleep(3_000);
    expect(await command(redis, 'acl', 'setuser', ...user)).toBe('+OK\r\n');
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(await project.rows()).toHaveLength(TRIALS);
    expect(await worker.drain()).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(`\n${TRIALS} rows`) as string });
  });

  test('has forgotten all when its clock was put back: the run reads what comes from then on', async () => {
    const redis = await server();
    const { project, worker, running } = await underWay(redis.url);
    const [{ runId = '' } = {}] = await project.rows();
    // Its entries go on from there, as with a clock that is ahead; those of a stream that it begins anew have the time that it is now.
    await command(redis, 'xadd', `assay:answers:${runId}`, `${Date.now() + 3_600_000}-0`, 'kind', 'none');
    await sleep(1_500);
    expect(await command(redis, 'flushall')).toBe('+OK\r\n');
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const rows = await project.rows();
    expect([rows.length, new Set(rows.map(({ trialKey }) => trialKey)).size]).toEqual([TRIALS, TRIALS]);
    expect((await worker.drain()).exitCode).toBe(0);
  });

  test('has no memory left when they come: both wait for it, for as long as they would later', async () => {
    const redis = await server();
    expect(await command(redis, 'config', 'set', 'maxmemory', '1')).toBe('+OK\r\n');
    const project = { ...(await place(TRIALS)), queue: redis.url };
    const [worker, running] = [startWorker(project), start(project, ['run', 'evals'])];
    const impatient = await start({ ...project, queue: `${redis.url}?patience=2` }, ['worker']).finished;
    expect(impatient).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/trying again for 2 s\n[^]*: OOM [^\n]*\n {2}fix: its memory is full/u) as string });
    expect(await command(redis, 'config', 'set', 'maxmemory', '0')).toBe('+OK\r\n');
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/takes no jobs: OOM [^\n]*: trying again for 60 s\n[^]*takes jobs again/u) as string });
    expect(await project.rows()).toHaveLength(TRIALS);
    expect(await worker.drain()).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/takes no rows: OOM [^\n]*: trying again for 60 s\n[^]*takes rows again/u) as string });
  });

  test('is started again for that while they wait to come: both wait for it then, too', async () => {
    const redis = await server();
    expect(await command(redis, 'config', 'set', 'maxmemory', '1')).toBe('+OK\r\n');
    const project = { ...(await place(TRIALS)), queue: redis.url };
    const [worker, running] = [startWorker(project), start(project, ['run', 'evals'])];
    for (const { child } of [worker, running]) await once(child.stderr as NodeJS.ReadableStream, 'data');
    await redis.kill();
    await sleep(2_000);
    await redis.start();
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/takes no jobs: OOM [^\n]*: trying again for 60 s\n[^]*takes jobs again/u) as string });
    expect(await project.rows()).toHaveLength(TRIALS);
    expect((await worker.drain()).exitCode).toBe(0);
  });

  test('for longer than anybody waits: both end with what to do, and the run can be gone on with', async () => {
    const redis = await server();
    const { project, worker, running } = await underWay(`${redis.url}?patience=2`);
    await command(redis, 'replicaof', '127.0.0.1', '1');
    const [ran, work] = await Promise.all([running.finished, worker.finished]);
    expect([ran.exitCode, work.exitCode]).toEqual([3, 3]);
    expect(ran.stderr).toMatch(/takes no jobs: READONLY [^\n]*\n {2}fix: it has become a replica/u);
    expect(work.stderr).toMatch(/takes no rows: READONLY [^\n]*\n {2}fix: it has become a replica/u);
    await command(redis, 'replicaof', 'no', 'one');
    startWorker(project, {}, ['--concurrency', '30']);
    const { exitCode, stderr } = await run(project, '--resume');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(new Set((await project.rows()).map(({ trialKey }) => trialKey)).size).toBe(TRIALS);
  });
});
