import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redisPresence, startRedis } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const { absent, note } = redisPresence();
const withoutOpenssl = spawnSync('openssl', ['version']).error !== undefined;
if (withoutOpenssl && (process.env['ASSAY_REQUIRE_SERVICES'] ?? '') !== '') throw new Error('openssl is not installed, and ASSAY_REQUIRE_SERVICES is set');

const SECRET = 'a-secret-of-the-queue-42';
const PASSWORD = 'the password of evals @:/#%';
const SUITE = 'evaluators: [{ type: contains, value: says it }]\nevalcases:\n  - { id: one, outcome: says it, input: it says it }\n';

/** The rights that the page on queues says are enough, as arguments of the server. */
function documentedRights(): readonly string[] {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/scale.md'), 'utf8');
  const [, name = '', rights = ''] = /^ACL SETUSER (\w+) on >password ~assay:\* &assay:\* (.+)$/mu.exec(page) ?? [];
  return ['--user', name, 'on', `>${PASSWORD}`, '~assay:*', '&assay:*', ...rights.split(' ')];
}

/** One of RSA takes a fifth of a second to be found. */
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] as const;

/** Files. */
interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A server that speaks TLS and knows the user of the page, and the start of the addresses there. */
async function startSecured({ ca, cert, key }: Certificates, clients: 'yes' | 'no'): Promise<number> {
  const tlsPort = 20_000 + Math.floor(Math.random() * 20_000);
  // The port without TLS is for the server to be seen to have started; nobody can do anything there.
  const server = await startRedis(['--tls-port', String(tlsPort), '--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca, '--tls-auth-clients', clients, '--user', 'default', 'off', ...documentedRights()]);
  onTestFinished(() => server.close());
  return tlsPort;
}

/** A certificate for 127.0.0.1, signed by an authority that no machine knows. */
function makeCertificates(folder: string, prefix = ''): Certificates {
  const [ca, caKey, cert, key, request, names] = ['ca.pem', 'ca.key', 'server.pem', 'server.key', 'server.csr', 'names'].map((name) => join(folder, `${prefix}${name}`)) as [string, string, string, string, string, string];
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { stdio: 'ignore' });
  openssl('req', '-x509', ...NEW_KEY, '-nodes', '-days', '2', '-subj', '/CN=an authority of tests', '-keyout', caKey, '-out', ca);
  openssl('req', ...NEW_KEY, '-nodes', '-subj', '/CN=127.0.0.1', '-keyout', key, '-out', request);
  execFileSync('sh', ['-c', 'printf "subjectAltName=IP:127.0.0.1" > "$0"', names]);
  openssl('x509', '-req', '-in', request, '-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-extfile', names, '-out', cert);
  return { ca, cert, key };
}

const skipped = absent || withoutOpenssl;

describe.skipIf(skipped)(`a queue on a server with TLS and a user of few rights${note || (withoutOpenssl ? ' (skipped: install openssl)' : '')}`, { timeout: 60_000 }, () => {
  test('takes the trials of a run whose certificate and password are right, and says what is wrong otherwise', async () => {
    const { folder } = await createWorkspace({ 'evals/says.yaml': SUITE });
    const certificates = makeCertificates(folder);
    const { ca } = certificates;
    const tlsPort = await startSecured(certificates, 'no');
    const address = (password: string): string => `rediss://evals:${encodeURIComponent(password)}@127.0.0.1:${tlsPort}`;
    const assay = (queue: string, args: readonly string[], env: Readonly<Record<string, string>>) =>
      startAssay([...args, '--target', 'mock', '--queue', queue], { cwd: folder, env: { ASSAY_QUEUE_SECRET: SECRET, ...env } });
    const trusted = { NODE_EXTRA_CA_CERTS: ca };

    const worker = assay(address(PASSWORD), ['worker'], trusted);
    onTestFinished(async () => void (worker.child.kill('SIGTERM') && (await worker.finished)));
    const [run, unknown, wrong] = await Promise.all([
      assay(address(PASSWORD), ['run', 'evals'], trusted).finished,
      assay(address(PASSWORD), ['run', 'evals'], {}).finished,
      assay(address('not the password'), ['run', 'evals'], trusted).finished,
    ]);
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain('PASSED');
    expect({ exitCode: unknown.exitCode, stderr: unknown.stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/certificate[\s\S]*NODE_EXTRA_CA_CERTS/u) as string });
    expect({ exitCode: wrong.exitCode, stderr: wrong.stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('does not accept the user and password') as string });
    for (const { stdout, stderr } of [run, unknown, wrong]) expect(`${stdout}${stderr}`).not.toMatch(/the password of evals|not the password|the%20password/u);
    worker.child.kill('SIGTERM');
    expect(await worker.finished).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('1 row') as string });
  });

  test('that asks for a certificate of its clients takes those that show one, with the password from the environment', async () => {
    const { folder } = await createWorkspace({ 'evals/says.yaml': SUITE });
    const { ca, ...certificates } = makeCertificates(folder);
    const tlsPort = await startSecured({ ca, ...certificates }, 'yes');
    const address = (more: string): string => `rediss://evals@127.0.0.1:${tlsPort}?patience=5${more}`;
    const assay = (queue: string, command: readonly string[]) =>
      startAssay([...command, '--target', 'mock', '--queue', queue], { cwd: folder, env: { ASSAY_QUEUE_SECRET: SECRET, ASSAY_QUEUE_PASSWORD: PASSWORD, NODE_EXTRA_CA_CERTS: ca } });
    const shown = '&cert=server.pem&key=server.key';
    const worker = assay(address(shown), ['worker']);
    onTestFinished(async () => void (worker.child.kill('SIGTERM') && (await worker.finished)));
    const run = await assay(address(shown), ['run', 'evals']).finished;
    const without = await assay(address(''), ['run', 'evals']).finished;
    const missing = await assay(address('&cert=nowhere.pem&key=server.key'), ['run', 'evals']).finished;
    const wrong = await assay(address('&cert=server.pem&key=ca.key'), ['run', 'evals']).finished;
    makeCertificates(folder, 'other-');
    const foreign = await assay(address('&cert=other-server.pem&key=other-server.key'), ['run', 'evals']).finished;
    expect({ exitCode: run.exitCode, stderr: run.stderr }).toMatchObject({ exitCode: 0 });
    expect({ exitCode: without.exitCode, stderr: without.stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/closes the connection\n.*\?cert=FILE&key=FILE/u) as string });
    expect({ exitCode: missing.exitCode, stderr: missing.stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/cert nowhere\.pem.*ENOENT/u) as string });
    expect({ exitCode: wrong.exitCode, stderr: wrong.stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/key ca\.key.*mismatch/u) as string });
    expect({ exitCode: foreign.exitCode, stderr: foreign.stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/(?:does not accept the certificate other-server\.pem|closes the connection)\n.*an authority that the server trusts/u) as string });
    worker.child.kill('SIGTERM');
    expect((await worker.finished).exitCode).toBe(0);
    for (const { stdout, stderr } of [run, without]) expect(`${stdout}${stderr}`).not.toContain('the password of evals');
  });

  test.each([
    ['commands', ['~assay:*', '&assay:*', '-@all', '+@read', '+@connection', '+info']],
    ['channels', ['~assay:*', 'resetchannels', '-@all', '+@read', '+@write', '+@connection', '+@pubsub', '+@scripting', '+info']],
    ['tell others that they are there', ['~assay:*', '&assay:*', '-@all', '+@read', '+@write', '+@connection', '+@pubsub', '+@scripting', '+@blocking', '+info', '-publish']],
    ['keys', ['~other:*', '&assay:*', '-@all', '+@read', '+@write', '+@connection', '+@pubsub', '+@scripting', '+info']],
  ])('that gives its user no rights to %s is told of, and keeps no process', async (_what, rights) => {
    const { folder } = await createWorkspace({ 'evals/says.yaml': SUITE });
    const server = await startRedis(['--user', 'few', 'on', `>${PASSWORD}`, ...rights]);
    onTestFinished(() => server.close());
    for (const command of [['run', 'evals'], ['worker']]) {
      const { exitCode, stderr } = await startAssay([...command, '--target', 'mock', '--queue', server.url.replace('//', '//few@')], { cwd: folder, env: { ASSAY_QUEUE_SECRET: SECRET, ASSAY_QUEUE_PASSWORD: PASSWORD } }).finished;
      expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringMatching(/^error: the queue at \S+ lacks rights for this user: NOPERM .*\n.*docs\/scale\.md\n$/u) as string });
    }
  });

  test.each([
    ['wait for jobs', ['-bzpopmin']],
    ['take them', ['-rpoplpush', '-lmove']],
    ['look for those of others', ['-smembers']],
  ])('that gives the user of a worker no rights to %s is told of by the worker, which ends', async (_what, without) => {
    const { folder } = await createWorkspace({ 'evals/says.yaml': SUITE });
    const [, , ...rights] = documentedRights();
    const server = await startRedis(['--user', 'few', ...rights, ...without]);
    onTestFinished(() => server.close());
    const assay = (command: readonly string[], user: string) =>
      startAssay([...command, '--target', 'mock', '--queue', server.url.replace('//', `//${user}`)], { cwd: folder, env: { ASSAY_QUEUE_SECRET: SECRET, ASSAY_QUEUE_PASSWORD: PASSWORD } });
    const worker = assay(['worker'], 'few@');
    const running = assay(['run', 'evals'], '');
    onTestFinished(async () => void (running.child.kill('SIGTERM') && (await running.finished)));
    const { exitCode, stderr } = await worker.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/^error: the queue at \S+ gives no jobs: (?:NOPERM |ERR The user executing the script |ERR ACL failure in script).*\n.*docs\/scale\.md\n/mu) as string });
  });

  test('that has a certificate which is not trusted when it comes back says so, and not that it is away', async () => {
    const { folder } = await createWorkspace({ 'evals/says.yaml': SUITE });
    const { ca, cert, key } = makeCertificates(folder);
    const tlsPort = 20_000 + Math.floor(Math.random() * 20_000);
    const server = await startRedis(['--tls-port', String(tlsPort), '--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca, '--tls-auth-clients', 'no']);
    onTestFinished(() => server.close());
    const running = startAssay(['run', 'evals', '--target', 'mock', '--queue', `rediss://127.0.0.1:${tlsPort}?patience=2`], { cwd: folder, env: { ASSAY_QUEUE_SECRET: SECRET, NODE_EXTRA_CA_CERTS: ca } });
    await new Promise<void>((resolve) => running.child.stderr?.on('data', (text: string) => text.includes('no worker takes trials') && resolve()));
    const another = makeCertificates(folder, 'another-');
    await Promise.all([copyFile(another.cert, cert), copyFile(another.key, key)]);
    // It reads both anew.
    execFileSync('redis-cli', ['-u', server.url, 'CONFIG', 'SET', 'tls-cert-file', cert], { stdio: 'ignore' });
    for (const type of ['pubsub', 'normal']) execFileSync('redis-cli', ['-u', server.url, 'CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes'], { stdio: 'ignore' });
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/did not come back in 2 s: its certificate is not trusted: .*\n {2}fix: set NODE_EXTRA_CA_CERTS to .*; then go on with the run/u) as string });
    expect(stderr).not.toContain('start the server again');
  });

  test('that lets its user in no more says so, and not that it is away', async () => {
    const { folder } = await createWorkspace({ 'evals/says.yaml': SUITE });
    const server = await startRedis(['--user', 'evals', 'on', `>${PASSWORD}`, '~*', '&*', '+@all']);
    onTestFinished(() => server.close());
    const queue = `${server.url.replace('//', '//evals@')}?patience=2`;
    const running = startAssay(['run', 'evals', '--target', 'mock', '--queue', queue], { cwd: folder, env: { ASSAY_QUEUE_SECRET: SECRET, ASSAY_QUEUE_PASSWORD: PASSWORD } });
    // It waits for workers, and says so.
    await new Promise<void>((resolve) => running.child.stderr?.on('data', (text: string) => text.includes('no worker takes trials') && resolve()));
    execFileSync('redis-cli', ['-u', server.url, 'ACL', 'SETUSER', 'evals', 'resetpass', '>another'], { stdio: 'ignore' });
    for (const type of ['pubsub', 'normal']) execFileSync('redis-cli', ['-u', server.url, 'CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes'], { stdio: 'ignore' });
    const { exitCode, stderr } = await running.finished;
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/: WRONGPASS .*\n.*it asks for another user or password now; then go on with the run/u) as string });
    expect(stderr).not.toContain('start the server again');
  });
});
