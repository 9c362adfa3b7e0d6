import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { runAssay } from './support/commands/warm-assay.js';
import { cacheFiles, isJudge, project, usual, type Answer } from './support/projects/cached-project.js';
import { createWorkspace } from './support/projects/workspace.js';

describe('a second run', () => {
  test('asks for all without a cache, which is the default, and with --no-cache over the settings', async () => {
    const { run, workspace } = await project();
    await run();
    expect((await run()).asked).toHaveLength(3);
    expect(existsSync(join(workspace.folder, '.assay/cache'))).toBe(false);
    const other = await project({ config: 'defaults: {cache: {max_mb: 5}}\n' });
    await other.run();
    expect((await other.run()).asked).toHaveLength(0);
    expect((await other.run('--no-cache')).asked).toHaveLength(3);
    expect((await runAssay(['cache', 'stats'], { cwd: other.workspace.folder })).stdout).toMatch(/^\.assay\/cache: 3 entries, .* of at most 5\.0 MB; used from /u);
  });
});

test('noCache of a blueprint keeps the reply out, and its judgement not', async () => {
  const { run, workspace } = await project();
  writeFileSync(join(workspace.folder, 'suite.yaml'), 'title: T\nnoCache: true\n---\n- id: hello\n  prompt: Say hello\n  should: [Must be polite]\n');
  const first = await run('--cache');
  const second = await run('--cache');
  expect(first.asked.map(isJudge)).toEqual([false, true]);
  expect(second.asked.map(isJudge)).toEqual([false]);
  expect([...second.rows.values()]).toMatchObject([{ cached: false, saved: { judgeCostUsd: 0.2 } }]);
});

test('a reply that repeats a key is not kept: a run with another key would tell it', async () => {
  let key = 1;
  const answer: Answer = (request, number) => (request.text.includes('goodbye') ? `an answer to sk-very-secret-key-${key}` : usual(request, number));
  const { run, workspace } = await project({ answer });
  await run('--cache');
  const file = join(workspace.folder, '.assay/targets.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('sk-very-secret-key-1', 'sk-very-secret-key-2'));
  key = 2;
  const second = await run('--cache');
  expect(second.asked.map(({ text }) => text.includes('goodbye'))).toEqual([true]);
  expect(cacheFiles(workspace).map((name) => readFileSync(name, 'utf8')).join('')).not.toContain('sk-very-secret');
});

test('evaluate() has the same cache', async () => {
  const { workspace, server } = await project();
  const options = { files: 'suite.yaml', cwd: workspace.folder, env: {}, targets: ['agent'], cache: { max_mb: 5 } };
  const first = await evaluate(options);
  const second = await evaluate(options);
  expect(server.requests).toHaveLength(3);
  expect([first.summary.groups[0]?.cached, second.summary.groups[0]?.cached]).toEqual([undefined, 2]);
  await expect(evaluate({ ...options, cache: { max_mb: 0 } })).rejects.toThrow('cache must be true, false or { max_mb: a number of megabytes > 0 }');
});

test('vectors are kept text by text', async () => {
  const inputs: string[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { input } = JSON.parse(text) as { input: string[] };
      inputs.push(input);
      const data = input.map((item, index) => ({ object: 'embedding', index, embedding: [item.length, 1] }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 9, total_tokens: 9 } }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const workspace = await createWorkspace({
    'suite.yaml': 'evalcases:\n  - {id: a, expected_outcome: x, input: aab, expected_output: ab, evaluators: [{type: contains, value: a}]}\n',
    '.assay/targets.yaml': `targets:\n  - {name: vectors, provider: openai, model: text-embedding-3-small, endpoint: 'http://127.0.0.1:${(server.address() as AddressInfo).port}/v1', api_key: test}\n`,
  });
  const run = async (out: string) => {
    await runAssay(['run', 'suite.yaml', '--target', 'mock', '--embeddings', 'vectors', '--cache', '--out', out], { cwd: workspace.folder });
    return (await workspace.rows(out))[0];
  };
  const [first, second] = [await run('first'), await run('second')];
  expect(inputs).toEqual([['ab', 'aab']]);
  expect(second?.metrics).toEqual(first?.metrics);
  expect(second?.judgeUsage).toEqual(first?.judgeUsage);
  expect(second).toMatchObject({ cached: false, saved: { judgeUsage: { inputTokens: 9 }, judgeCostUsd: first?.judgeCostUsd } });
});
