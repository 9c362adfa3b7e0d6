import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { redisPresence } from '@assay/schema/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { queuePlaces, run, startWorker } from './support/projects/queue-places.js';
import { startChatServer } from './support/servers/chat-server.js';

const { absent, note } = redisPresence();
const { place } = queuePlaces(absent);
const COUNT = 150;
/** Requests in a row that fail until somebody is given up, and those that others had sent by then. */
const FIRST = 20;

/** A project whose replies are assessed over HTTP, by a judge or an embedding model. */
async function assessed(evaluator: string, url: string, config: string) {
  const project = await place(0);
  const cases = Array.from({ length: COUNT }, (_, index) => `  - { id: c${index}, outcome: says it, input: 'case ${index}', expected_output: 'case ${index}' }`);
  await project.write({
    'evals/says.yaml': `evaluators: [${evaluator}]\nevalcases:\n${cases.join('\n')}\n`,
    '.assay/config.yaml': config,
    '.assay/targets.yaml': `targets: [{ name: mock, provider: mock }, { name: remote, provider: openai, model: m, endpoint: '${url}', api_key: test, max_retries: 0 }]\n`,
  });
  return project;
}

/** An embeddings API to which all texts are alike. */
async function startVectors(): Promise<string> {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { input } = JSON.parse(text) as { readonly input: readonly string[] };
      const data = input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 2] }));
      await sleep(50);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 4, total_tokens: 4 } }));
    };
    void answer();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function judged(more = '') {
  let isDown = false;
  const server = await startChatServer(async () => {
    await sleep(50);
    return isDown ? { status: 500 } : '{"reasoning": "it does", "score": 1, "hits": [], "misses": []}';
  });
  const project = await assessed(`{ type: llm_judge, prompt: says it }${more}`, server.url, 'judges: { panel: [remote] }\n');
  return { project, server, breaks: (down: boolean) => void (isDown = down) };
}

describe.skipIf(absent)(`judges and embeddings that do not answer every worker${note}`, { timeout: 120_000 }, () => {
  const CASES: readonly [what: string, make: () => Promise<Awaited<ReturnType<typeof assessed>>>][] = [
    ['judge', async () => (await judged()).project],
    ['embedding model', async () => assessed('{ type: similar, threshold: 0.5 }', await startVectors(), 'embeddings: remote\n')],
  ];

  test.each(CASES)('a worker that cannot reach the %s leaves the trials to those that can', async (_, make) => {
    const project = await make();
    startWorker(project, { HTTP_PROXY: 'http://127.0.0.1:9' });
    startWorker(project);
    await run(project, 'evals', '--target', 'mock', '--limit', '40', '--out', 'first');
    const { stderr } = await run(project, 'evals', '--target', 'mock', '--out', 'run');
    const rows = await project.rows('run');
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(COUNT);
    const lost = rows.filter(({ verdict }) => verdict !== 'pass');
    expect(lost.filter(({ error }) => error?.message.includes('was not asked'))).toEqual([]);
    expect(lost.length).toBeLessThanOrEqual(FIRST);
    expect(stderr).toMatch(/worker \S+ refuses trials: .*target "remote" was not asked/u);
  });

  test('a run whose judge answers no worker ends early and keeps replies, and is gone on with by the same worker', async () => {
    const { project, breaks } = await judged();
    startWorker(project);
    breaks(true);
    const { exitCode, stderr } = await run(project, 'evals', '--target', 'mock', '--out', 'run');
    expect({ exitCode, stderr }).toEqual({ exitCode: 3, stderr: expect.stringMatching(/no worker can do the trials of this run: .*target "remote" was not asked/u) as string });
    const rows = await project.rows('run');
    expect(rows.filter(({ output }) => output !== null).length).toBeGreaterThanOrEqual(10);
    breaks(false);
    await sleep(6_000);
    expect(await run(project, '--resume', 'run')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(`PASSED  all ${COUNT} trials passed`) as string });
  });

  test.each([
    ['a judge', ''],
    ['a judge, and compared with those of others', ', { name: best, type: select_best, criteria: says more }'],
  ])('replies for %s that answers nobody are asked for once, however the run ends and is gone on with', async (_, more) => {
    const target = await startChatServer(async () => {
      await sleep(100);
      return 'it says it';
    });
    const { project, server, breaks } = await judged(more);
    const names = ['mock', 'other'];
    await project.write({
      '.assay/targets.yaml': `targets: [${[...names, 'remote'].map((name) => `{ name: ${name}, provider: openai, model: ${name}, endpoint: '${name === 'remote' ? server.url : target.url}', api_key: test, max_retries: 0 }`).join(', ')}]\n`,
    });
    startWorker(project, {}, ['--target', 'other']);
    breaks(true);
    expect((await run(project, 'evals', '--target', 'mock', '--target', 'other', '--out', 'run')).exitCode).toBe(3);
    expect(target.requests.length).toBeGreaterThan(20);
    expect(new Set((await project.rows('run')).filter(({ output }) => output !== null).map(({ trialKey }) => trialKey)).size).toBe(target.requests.length);
    breaks(false);
    await sleep(6_000);
    expect((await run(project, '--resume', 'run')).exitCode).toBe(0);
    expect(target.requests).toHaveLength(2 * COUNT);
  });
});
