import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { askedTogether, type WhenDone } from '../../support/asked-together.js';
import type { Finished } from '../../support/commands/assay.js';
import { runAssay } from '../../support/commands/warm-assay.js';
import { startModelServer, type Arrived } from '../../support/servers/model-server.js';
import { createWorkspace } from '../../support/projects/workspace.js';
import { load } from '../composed-loader.js';

/** Custom models of a blueprint: the requests that arrive when the command runs it. */

interface Run {
  readonly finished: Finished;
  readonly requests: readonly Arrived[];
  readonly scores: Readonly<Record<string, number | null>>;
  /** The request at a path. */
  at(path: string): Arrived;
}

/** Models of a blueprint, whose urls begin with `URL`, and what else is given. */
interface Models {
  readonly models: string;
  readonly env: Readonly<Record<string, string>>;
  readonly header: string;
}

/** One command runs all of the blueprints; the path of each url says first which one it is of. */
async function runAll(all: readonly Models[], whenDone: WhenDone): Promise<readonly Run[]> {
  const server = await startModelServer(() => 'Thirty-two.', whenDone);
  const suites = all.map((of, index) => ({ ...of, name: `${index}-b`, file: `${index}-b.yml`, path: `/${index}` }));
  const blueprints = suites.map(({ file, path, header, models }) => [
    file,
    `title: Custom models
system: Be brief.
${header}
models:
${models.trim().replaceAll(/^/gmu, '  ').replaceAll('URL', `${server.url}${path}`)}
---
- id: p1
  prompt: What is 2^5?
  should:
    - $icontains: thirty-two
`,
  ]);
  const workspace = await createWorkspace(Object.fromEntries(blueprints), whenDone);
  const finished = await runAssay(['run', ...suites.map(({ file }) => file), '--max-retries', '0'], { cwd: workspace.folder, env: all[0]?.env ?? {} });
  if (server.requests.length === 0 && all.length > 1) throw new Error(finished.stderr);
  const rows = server.requests.length === 0 ? [] : await workspace.rows();
  return suites.map(({ name, path }) => {
    const requests = server.requests.filter((request) => request.path.startsWith(`${path}/`)).map((request) => ({ ...request, path: request.path.slice(path.length) }));
    return {
      finished,
      requests,
      scores: Object.fromEntries(rows.filter(({ suite }) => suite === name).map(({ target, score }) => [target, score])),
      at: (wanted) => requests.find((request) => request.path === wanted) ?? expect.fail(`nothing arrived at ${wanted}: ${finished.stderr}`),
    };
  });
}

const run = askedTogether(runAll, (one, other) => isDeepStrictEqual(one.env, other.env));

/** Runs a blueprint with these models at one temperature and with a system prompt. */
function runModels(models: string, env: Models['env'] = {}, header = 'temperature: 0.3'): Promise<Run> {
  return run({ models, env, header });
}

const CHAT = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'What is 2^5?' },
];
const CLAUDE = { system: 'Be brief.', messages: [{ role: 'user', content: 'What is 2^5?' }] };

describe.concurrent('definitions of models of one’s own', () => {
  test('beside names of models: a local chat server, a completions server and a proxy', async () => {
    const { finished, scores, at, requests } = await runModels(
      `
- id: 'local:small-chat'
  url: 'URL/ollama/v1/chat/completions'
  modelName: 'small:instruct'
  inherit: 'openai'
  headers:
    Authorization: 'Bearer any-word'
  parameters:
    max_tokens: 150
    stream: null
- id: 'local:small-completions'
  url: 'URL/lab/v1/completions'
  modelName: 'small-8b-instruct'
  inherit: 'openai'
  format: 'completions'
  parameters:
    max_tokens: 100
    stream: null
    temperature: 0.7
- id: 'proxy:big'
  url: 'URL/proxy/v1/messages'
  modelName: 'claude-3-sonnet-20240229'
  inherit: 'anthropic'
  headers:
    X-API-Key: '\${PROXY_KEY}'
    X-Custom-Header: 'value'
`,
      { PROXY_KEY: 'proxy-secret' },
    );
    expect(finished.stderr).not.toContain('error');
    expect(scores).toEqual({ 'local:small-chat': 1, 'local:small-completions': 1, 'proxy:big': 1 });
    expect(requests).toHaveLength(3);

    const chat = at('/ollama/v1/chat/completions');
    expect(chat.headers.authorization).toBe('Bearer any-word');
    expect(chat.body).toEqual({ model: 'small:instruct', messages: CHAT, temperature: 0.3, max_tokens: 150 });

    const completions = at('/lab/v1/completions');
    expect(completions.body).toEqual({
      model: 'small-8b-instruct',
      prompt: 'Be brief.\n\nUser: What is 2^5?\n\nAssistant:',
      temperature: 0.7,
      max_tokens: 100,
    });

    const proxy = at('/proxy/v1/messages');
    expect(proxy.headers).toMatchObject({ 'x-api-key': 'proxy-secret', 'x-custom-header': 'value' });
    expect(proxy.headers).not.toHaveProperty('authorization');
    expect(proxy.body).toEqual({ model: 'claude-3-sonnet-20240229', ...CLAUDE, temperature: 0.3, max_tokens: expect.any(Number) });
  });

  test('parameters: values win, null takes one away, falsy values stay, and others are sent along', async () => {
    const { scores, at } = await runModels(`
- id: 'local:controlled'
  url: 'URL/controlled/chat/completions'
  modelName: 'own'
  inherit: 'openai'
  parameters:
    max_tokens: 100
    temperature: 0.9
    stream: null
    stop: ['END', 'STOP']
    custom_param: 'value'
- id: 'local:minimal'
  url: 'URL/minimal/completions'
  modelName: 'minimal'
  inherit: 'openai'
  format: 'completions'
  parameters:
    max_tokens: 50
    stream: null
    top_p: null
    frequency_penalty: null
    temperature: null
- id: 'local:falsy'
  url: 'URL/falsy/chat/completions'
  modelName: 'falsy'
  inherit: 'openai'
  parameters:
    temperature: 0
    logprobs: false
    suffix: ""
    seed: 0
`);
    expect(scores).toEqual({ 'local:controlled': 1, 'local:minimal': 1, 'local:falsy': 1 });
    expect(at('/controlled/chat/completions').body).toEqual({
      model: 'own',
      messages: CHAT,
      max_tokens: 100,
      temperature: 0.9,
      stop: ['END', 'STOP'],
      custom_param: 'value',
    });
    expect(at('/minimal/completions').body).toEqual({ model: 'minimal', prompt: expect.any(String), max_tokens: 50 });
    expect(at('/falsy/chat/completions').body).toEqual({ model: 'falsy', messages: CHAT, temperature: 0, logprobs: false, suffix: '', seed: 0 });
  });

  test('parameterMapping renames parameters, and parameters are written by their new names; promptFormat raw sends the bare text', async () => {
    const { scores, at } = await runModels(`
- id: 'own:mapped'
  url: 'URL/generate'
  modelName: 'special'
  inherit: 'openai'
  parameterMapping:
    temperature: 'heat'
    maxTokens: 'token_limit'
    topP: 'nucleus'
  parameters:
    heat: 0.9
    token_limit: 200
    custom_param: 'value'
- id: 'own:renamed'
  url: 'URL/renamed'
  modelName: 'special'
  inherit: 'openai'
  parameterMapping: { temperature: 'heat' }
- id: 'own:raw'
  url: 'URL/raw/completions'
  modelName: 'raw'
  inherit: 'openai'
  format: 'completions'
  promptFormat: 'raw'
`);
    expect(scores).toEqual({ 'own:mapped': 1, 'own:renamed': 1, 'own:raw': 1 });
    expect(at('/generate').body).toEqual({ model: 'special', messages: CHAT, heat: 0.9, token_limit: 200, custom_param: 'value' });
    expect(at('/renamed').body).toEqual({ model: 'special', messages: CHAT, heat: 0.3 });
    expect(at('/raw/completions').body['prompt']).toBe('Be brief.\n\nWhat is 2^5?');
  });

  test('reasoning: reasoningEffort goes as reasoning_effort, thinkingBudget as a thinking object', async () => {
    const { scores, at } = await runModels(
      `
- id: 'local:reasoning'
  url: 'URL/reasoning/chat/completions'
  modelName: 'o1-local'
  inherit: 'openai'
  reasoningEffort: high
- id: 'own:thinking'
  url: 'URL/thinking/messages'
  modelName: 'thinking-claude'
  inherit: 'anthropic'
  thinkingBudget: 2048
- id: 'local:plain-o1'
  url: 'URL/plain/chat/completions'
  modelName: 'o1-local'
  inherit: 'openai'
`,
      {},
      '',
    );
    expect(scores).toEqual({ 'local:reasoning': 1, 'own:thinking': 1, 'local:plain-o1': 1 });
    expect(at('/reasoning/chat/completions').body).toEqual({ model: 'o1-local', messages: CHAT, reasoning_effort: 'high' });
    expect(at('/thinking/messages').body).toMatchObject({ ...CLAUDE, thinking: { type: 'enabled', budget_tokens: 2048 } });
    expect(at('/plain/chat/completions').body).toEqual({ model: 'o1-local', messages: CHAT });
  });
});

const SECRET = `
- id: 'private:firm'
  url: 'URL/\${FIRM_PATH}/chat'
  modelName: 'firm-\${FIRM_SIZE}'
  inherit: 'openai'
  headers:
    Authorization: 'Bearer \${FIRM_KEY}'
    X-Org-ID: '\${FIRM_ORG}'
`;

describe('variables of the environment', () => {
  const env = { FIRM_KEY: 'firm-secret', FIRM_ORG: 'org-7', FIRM_PATH: 'v2', FIRM_SIZE: 'big' };

  test('are put into headers and other texts when the blueprint runs', async () => {
    const { scores, at } = await runModels(SECRET, env);
    expect(scores).toEqual({ 'private:firm': 1 });
    const { headers, body } = at('/v2/chat');
    expect(headers).toMatchObject({ authorization: 'Bearer firm-secret', 'x-org-id': 'org-7' });
    expect(body['model']).toBe('firm-big');
  });

  test('are not put in by the reader of the file, which needs none of them', async () => {
    const { suite, findings } = await load('b.yml', { 'b.yml': `models:\n${SECRET.trim().replace('URL', 'https://firm.example').replaceAll(/^/gmu, '  ')}\n---\n- { id: p, prompt: "Q?", should: [x] }\n` });
    expect(findings).toEqual([]);
    expect(suite?.targets[0]?.options['headers']).toEqual({ Authorization: 'Bearer ${FIRM_KEY}', 'X-Org-ID': '${FIRM_ORG}' });
  });

  test('one that is missing is an error before the first request, which names it and its place', async () => {
    const { FIRM_ORG: _missing, ...others } = env;
    const { finished, requests } = await runModels(SECRET, others);
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toMatch(/b\.yml:5:5: target "private:firm" needs the environment variable FIRM_ORG \(in headers\.X-Org-ID\)/u);
    expect(finished.stderr).not.toContain('firm-secret');
    expect(requests).toEqual([]);
  });
});

describe('inherit', () => {
  test('each of the seven formats: what is asked, in the form of its API', async () => {
    const formats = ['openai', 'anthropic', 'google', 'mistral', 'together', 'xai', 'openrouter'];
    const pathOf = (format: string): string => (format === 'anthropic' ? '/anthropic/messages' : `/${format}`);
    const { scores, at } = await runModels(
      formats.map((format) => `- { id: 'own:${format}', url: 'URL${pathOf(format)}', modelName: m, inherit: ${format}, headers: { X-From: lab } }`).join('\n'),
      { OPENAI_API_KEY: 'env-secret', ANTHROPIC_API_KEY: 'env-secret', GOOGLE_API_KEY: 'env-secret' },
    );
    expect(scores).toEqual(Object.fromEntries(formats.map((format) => [`own:${format}`, 1])));
    const chat = { model: 'm', messages: CHAT, temperature: 0.3 };
    for (const format of ['openai', 'mistral', 'together', 'xai']) expect([format, at(`/${format}`).body]).toEqual([format, chat]);
    // OpenRouter tells what a request cost when it is asked to.
    expect(at('/openrouter').body).toEqual({ ...chat, usage: { include: true } });
    expect(at('/anthropic/messages').body).toMatchObject({ model: 'm', ...CLAUDE, temperature: 0.3 });
    expect(at('/google').body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'What is 2^5?' }] }],
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 0.3 },
    });
    for (const format of formats) {
      const { headers } = at(pathOf(format));
      expect(headers).toMatchObject({ 'x-from': 'lab' });
      expect(JSON.stringify(headers)).not.toContain('env-secret');
    }
  });
});

describe('what is wrong with a definition is told at its place, and nothing runs', () => {
  const complete = { id: 'local:m', url: 'http://127.0.0.1:1/v1', modelName: 'm', inherit: 'openai' };

  test.each(['id', 'url', 'modelName', 'inherit'])('%s is required', async (field) => {
    const { [field as keyof typeof complete]: _left, ...others } = complete;
    const { findings } = await load('b.yml', { 'b.yml': `models:\n  - ${JSON.stringify(others)}\n---\n- prompt: Q?\n` });
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ message: expect.stringContaining(`lacks ${field}`), location: { line: 2, column: 5 } }]);
  });

  test.each([
    [{ inherit: 'cohere' }, 'cannot inherit "cohere"'],
    [{ format: 'stream' }, 'has a wrong format'],
    [{ promptFormat: 'poem' }, 'has a wrong promptFormat'],
    [{ urll: 'x' }, 'has an unknown field "urll"'],
  ])('%j', async (fields, message) => {
    const { findings } = await load('b.yml', { 'b.yml': `models:\n  - ${JSON.stringify({ ...complete, ...fields })}\n---\n- prompt: Q?\n` });
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test('two models of one id are an error', async () => {
    const model = JSON.stringify(complete);
    const { findings } = await load('b.yml', { 'b.yml': `models:\n  - ${model}\n  - ${model}\n---\n- prompt: Q?\n` });
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ message: 'the model "local:m" stands twice', location: { line: 3 } }]);
  });
});
