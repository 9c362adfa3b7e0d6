import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Provider } from '@assay/schema';
import { afterEach, expect, test } from 'vitest';
import { ask, failureOf, makeTarget } from './targets.js';
import { SENTIMENT } from './tiny-models.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

interface Hub {
  readonly url: string;
  readonly asked: { readonly path: string; readonly authorization: string | undefined }[];
}

/** A hub with one model. Files for which `status` gives a number are answered with it. */
async function startHub(status: (file: string) => number | undefined = () => undefined): Promise<Hub> {
  const asked: Hub['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, authorization: request.headers.authorization });
    const file = /^\/team\/sentiment\/resolve\/main\/(.+)$/u.exec(path)?.[1];
    const local = file === undefined ? '' : join(SENTIMENT, file);
    const failed = file === undefined ? 401 : (status(file) ?? (existsSync(local) ? undefined : 404));
    response.writeHead(failed ?? 200);
    response.end(failed === undefined ? readFileSync(local) : 'no');
  });
  await new Promise<void>((ready) => server.listen(0, ready));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A target whose models come from a hub, with an empty cache unless one is given. */
async function target(
  hub: string,
  options: Record<string, unknown> = {},
  env: Record<string, string> = {},
  model = 'team/sentiment',
): Promise<Provider> {
  const cache = mkdtempSync(join(tmpdir(), 'assay-hub-'));
  cleanUps.push(() => rmSync(cache, { recursive: true, force: true }));
  const provider = await makeTarget(
    'huggingface',
    { cache_dir: cache, ...options },
    { model, environment: { env: { HF_ENDPOINT: hub, ...env } } },
  );
  cleanUps.push(() => provider.close?.());
  return provider;
}

const weightsOf = ({ asked }: Hub) => asked.filter(({ path }) => path.endsWith('/onnx/model.onnx'));

test('a model comes from the hub, once for all concurrent first calls of all targets', async () => {
  const hub = await startHub();
  const [one, other] = [await target(hub.url), await target(hub.url, { num_labels: 3 })];
  const replies = await Promise.all(
    [one, other, one, other, one].map((provider) => provider.generate(ask('I love it.'))),
  );
  expect(replies.map(({ text }) => text)).toEqual(Array(5).fill('POSITIVE'));
  expect(replies[0]?.model).toBe('team/sentiment');
  expect(weightsOf(hub)).toHaveLength(1);
  // The one that is left keeps the model.
  await one.close?.();
  expect((await other.generate(ask('Terrible, it broke.'))).text).toBe('NEGATIVE');
  expect(weightsOf(hub)).toHaveLength(1);
});

test('nothing is sent before the first request; the cache serves the next run', async () => {
  const hub = await startHub();
  const cache = mkdtempSync(join(tmpdir(), 'assay-cache-'));
  cleanUps.push(() => rmSync(cache, { recursive: true, force: true }));
  const provider = await target(hub.url, { cache_dir: cache });
  expect(hub.asked).toEqual([]);
  await provider.generate(ask('x'));
  await provider.close?.();
  await (await target(hub.url, { cache_dir: cache })).generate(ask('x'));
  expect(weightsOf(hub)).toHaveLength(1);
});

test('files that the hub keeps elsewhere come from there, and the token does not go along', async () => {
  const store = await startHub();
  const elsewhere = store.url.replace('127.0.0.1', 'localhost');
  for (const place of [store.url, elsewhere]) {
    const server = createServer((request, response) => void response.writeHead(302, { location: `${place}${request.url ?? ''}` }).end());
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    cleanUps.push(() => server.close());
    cleanUps.push(() => server.closeAllConnections());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reply = await (await target(url, {}, { HF_TOKEN: 'hf_secret' })).generate(ask('I love it.'));
    expect(reply.text).toBe('POSITIVE');
  }
  expect(store.asked.length).toBeGreaterThan(2);
  expect(JSON.stringify(store.asked)).not.toContain('hf_secret');
});

test('a token goes to the hub', async () => {
  const hub = await startHub();
  await (await target(hub.url, {}, { HF_TOKEN: 'hf_secret' })).generate(ask('x'));
  expect(new Set(hub.asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer hf_secret']));
});

test('a model that does not exist is an error that is not tried again', async () => {
  const hub = await startHub();
  const error = await failureOf((await target(hub.url, {}, {}, 'team/none')).generate(ask('x')));
  expect(error).toMatchObject({ retryable: false });
  expect(error.message).toContain('there is no model "team/none"');
  expect(error.hint).toContain('HF_TOKEN');
});

test('a model without ONNX weights gets the command that exports it', async () => {
  const hub = await startHub((file) => (file.endsWith('.onnx') ? 404 : undefined));
  const error = await failureOf((await target(hub.url)).generate(ask('x')));
  expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
  expect(error.message).toContain('"team/sentiment" has no ONNX weights');
  expect(error.hint).toContain(
    'optimum-cli export onnx --model team/sentiment --task text-classification models/sentiment-onnx',
  );
});

test('a hub that cannot be reached is an error that names it', async () => {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise((done) => server.close(done));
  const provider = await target(url);
  const error = await failureOf(provider.generate(ask('x')));
  expect(error).toMatchObject({ kind: 'network', retryable: false });
  expect(error.message).toContain(`${url}/ cannot be reached (ECONNREFUSED)`);
  expect(error.hint).toContain('fine_tuned_weights');
});

test('a hub that fails for a moment fails this request only', async () => {
  let broken = true;
  const hub = await startHub((file) => (broken && file.endsWith('.onnx') ? 503 : undefined));
  const provider = await target(hub.url);
  expect(await failureOf(provider.generate(ask('x')))).toMatchObject({ kind: 'server', retryable: false });
  broken = false;
  expect((await provider.generate(ask('I love it.'))).text).toBe('POSITIVE');
});

test('a wrong num_labels names both numbers', async () => {
  const hub = await startHub();
  const error = await failureOf((await target(hub.url, { num_labels: 2 })).generate(ask('x')));
  expect(error).toMatchObject({ kind: 'bad_request', retryable: false });
  expect(error.message).toContain('num_labels 2, but the model has 3 labels');
});

test('a time-out ends a request whose model is still being loaded', async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const provider = await target(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const error = await failureOf(provider.generate(ask('x', { signal: AbortSignal.timeout(200) })));
  expect(error).toMatchObject({ kind: 'timeout', retryable: true });
  server.closeAllConnections();
  server.close();
});
