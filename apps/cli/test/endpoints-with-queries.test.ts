import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { askedTarget, HELLO } from './support/projects/asked-target.js';
import { startChatServer } from './support/servers/chat-server.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = 'evalcases:\n  - {id: a, expected_outcome: Greets, input: hi, evaluators: [{type: contains, value: hello}]}\n';

async function run(target: string) {
  const { folder } = await createWorkspace({ 's.yaml': SUITE, '.assay/targets.yaml': `targets:\n  - {name: bot, model: m, ${target}}\n` });
  return runAssay(['run', 's.yaml', '--target', 'bot'], { cwd: folder });
}

describe('a base URL with a query or a fragment, which paths cannot be added to, is an error before anything is sent', () => {
  test.each([
    ['openai', 'endpoint', '?api-version=2'],
    ['openai-compatible', 'base_url', '?'],
    ['mistral', 'endpoint', '#top'],
    ['anthropic', 'endpoint', '?beta=true'],
    ['google', 'endpoint', '?x=1'],
    ['azure', 'endpoint', '?api-version=2'],
    ['ollama', 'endpoint', '?x=1'],
  ])('%s, %s: …%s', async (provider, key, query) => {
    const { exitCode, stderr } = await run(`provider: ${provider}, api_key: k-0123456789, ${key}: "http://127.0.0.1:9/v1${query}"`);
    const [sign] = query;
    expect(stderr).toMatch(/^error: \.assay\/targets\.yaml:2:5: /u);
    expect(stderr).toContain(`of target "bot" has a "${sign}" in it, and paths are added at its end\n  fix: write the complete URL that requests are posted to as url, or the endpoint without what begins with "${sign}"`);
    expect(exitCode).toBe(2);
  });
});

test('a complete URL that is written as the endpoint may have a query', async () => {
  const { url } = await startChatServer(() => 'hello');
  expect((await run(`provider: openai-compatible, endpoint: "${url}/chat/completions?api-version=2"`)).exitCode).toBe(0);
});

test.each([
  ['/hub/models?token=abc', '/hub/models/m?token=abc'],
  ['/hub/models/?token=abc', '/hub/models/m?token=abc'],
  ['/hub/models', '/hub/models/m'],
  ['/hub/models/', '/hub/models/m'],
  ['/my-endpoint?path=/models', '/my-endpoint?path=/models'],
])('the place of all models of Hugging Face, %s, leads to the model that is meant', async (path, asked) => {
  const { row, requests } = await askedTarget({ provider: 'huggingface', options: ', task_type: text-generation', answer: HELLO.huggingface, path });
  expect(row).toMatchObject({ score: 1 });
  expect(requests.map((request) => request.path)).toEqual([asked]);
});
