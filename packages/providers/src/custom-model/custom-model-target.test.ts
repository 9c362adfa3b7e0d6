import { ConfigError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { sendJson, startStub, type ReceivedRequest } from '../../test/stub-server.js';
import { makeTarget } from '../../test/targets.js';
import { chatWire, geminiWire, messagesWire } from '../../test/wire-formats.js';
import { customModelTarget } from './custom-model-target.js';

const MINIMAL = { id: 'lab:one', url: 'http://localhost:1/v1/x', modelName: 'one', inherit: 'openai' };

function problemOf(definition: unknown): ConfigError {
  try {
    customModelTarget(definition);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new TypeError('expected a ConfigError, but nothing failed');
}

describe('the target', () => {
  test('id is the name, inherit the provider, modelName the model, and the rest options in snake_case', () => {
    const location = { file: 'a.yaml', line: 3, column: 5 };
    const target = customModelTarget(
      {
        ...MINIMAL,
        format: 'completions',
        promptFormat: 'raw',
        headers: { 'X-Lab': 'a' },
        parameters: { stream: null, seed: 0 },
        parameterMapping: { topP: 'nucleus' },
        reasoningEffort: 'low',
      },
      location,
    );
    expect(target).toEqual({
      name: 'lab:one',
      provider: 'openai',
      model: 'one',
      options: {
        url: 'http://localhost:1/v1/x',
        headers: { 'X-Lab': 'a' },
        format: 'completions',
        prompt_format: 'raw',
        parameters: { stream: null, seed: 0 },
        parameter_mapping: { topP: 'nucleus' },
        reasoning_effort: 'low',
      },
      location,
    });
  });

  test.each(['openai', 'anthropic', 'google', 'mistral', 'together', 'xai', 'openrouter'])(
    'inherit: %s is the provider of that name, with nothing but the url',
    (inherit) => {
      const target = customModelTarget({ ...MINIMAL, inherit, format: null });
      expect(target).toEqual({ name: 'lab:one', provider: inherit, model: 'one', options: { url: MINIMAL.url } });
    },
  );

  test('environment references stay as they are', () => {
    const url = '${LAB_URL}/chat';
    const headers = { Authorization: 'Bearer ${LAB_KEY}' };
    expect(customModelTarget({ ...MINIMAL, url, headers }).options).toEqual({ url, headers });
  });
});

describe('a definition that is wrong is a ConfigError', () => {
  test.each([
    [{ ...MINIMAL, modelname: 'x' }, 'unknown field "modelname"', 'did you mean "modelName"?'],
    [{ ...MINIMAL, zzz: 1 }, 'unknown field "zzz"', 'fields: id, url, modelName, inherit'],
    [{ id: 'lab:one', inherit: 'openai' }, 'lacks url, modelName', 'id, url, modelName, inherit'],
    [{ ...MINIMAL, id: null }, 'a custom model lacks id', 'every custom model'],
    [{ ...MINIMAL, inherit: 'OpenAl' }, 'cannot inherit "OpenAl"', 'did you mean "openai"?'],
    [{ ...MINIMAL, inherit: 'constructor' }, 'cannot inherit "constructor"', 'formats: openai, anthropic, google'],
    [{ ...MINIMAL, inherit: 4 }, 'cannot inherit 4', 'formats: openai'],
    [{ ...MINIMAL, url: 'localhost/x' }, 'not an http or https URL: "localhost/x"', 'write it whole'],
    [{ ...MINIMAL, url: ' ' }, 'a wrong url', 'correct url'],
    [{ ...MINIMAL, modelName: 3 }, 'a wrong modelName', 'quotes'],
    [{ ...MINIMAL, format: 'text' }, 'a wrong format', 'correct format'],
    [{ ...MINIMAL, headers: { 'X-Version': 2 } }, 'a wrong headers.X-Version', 'quotes'],
    [{ ...MINIMAL, parameters: ['a'] }, 'a wrong parameters: must be a mapping', 'correct parameters'],
    [{ ...MINIMAL, parameterMapping: { topP: 1 } }, 'a wrong parameterMapping.topP', 'quotes'],
    [{ ...MINIMAL, thinkingBudget: 1.5, inherit: 'google' }, 'must be a whole number', 'thinkingBudget'],
    [{ ...MINIMAL, inherit: 'anthropic', format: 'completions' }, 'format: completions', 'inherit openai'],
    [{ ...MINIMAL, inherit: 'google', promptFormat: 'raw' }, 'promptFormat with inherit: google', 'inherit openai'],
    [{ ...MINIMAL, inherit: 'anthropic', reasoningEffort: 'low' }, 'reasoningEffort', 'use thinkingBudget'],
    [{ ...MINIMAL, inherit: 'xai', thinkingBudget: 2000 }, 'thinkingBudget', 'use reasoningEffort'],
    ['openai:gpt-4o', 'a mapping of fields', 'fields: id'],
    [[MINIMAL], 'a mapping of fields', 'fields: id'],
  ])('%j', (definition, message, hint) => {
    const error = problemOf(definition);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  test('names the model and where it stands', () => {
    const location = { file: 'a.yaml', line: 3, column: 5 };
    expect(() => customModelTarget({ ...MINIMAL, uri: 'x' }, location)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('custom model "lab:one"'), location }),
    );
  });
});

const ANSWERS: Readonly<Record<string, unknown>> = {
  anthropic: messagesWire.text('ok'),
  google: geminiWire.text('ok'),
};

/** Sends one request through a custom model whose url starts with the address of a loopback server. */
async function sent(definition: Record<string, unknown>, path: string): Promise<ReceivedRequest> {
  const stub = await startStub((response) =>
    sendJson(response, ANSWERS[String(definition['inherit'])] ?? chatWire.text('ok')),
  );
  const target = customModelTarget({ id: 'lab:one', ...definition, url: `${stub.url}${path}` });
  // Keys and organizations of the environment must not travel to a url of the target's own.
  const env = {
    OPENAI_API_KEY: 'env-secret',
    OPENAI_ORG_ID: 'env-secret',
    ANTHROPIC_API_KEY: 'env-secret',
    GEMINI_API_KEY: 'env-secret',
  };
  const more = { model: target.model ?? '', environment: { env } };
  const provider = await makeTarget(target.provider, target.options, more);
  try {
    const reply = await provider.generate({
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
      temperature: 0.2,
      maxTokens: 500,
      signal: new AbortController().signal,
    });
    expect(reply.text).toBe('ok');
  } finally {
    await provider.close?.();
    await stub.close();
  }
  const [request] = stub.received;
  if (!request) throw new TypeError('nothing was sent');
  expect(JSON.stringify(request)).not.toContain('env-secret');
  expect(request.url).toBe(path);
  return request;
}

const MESSAGES = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Hi' },
];
const GEMINI = {
  contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
  systemInstruction: { parts: [{ text: 'Be kind.' }] },
};
const CLAUDE = { messages: [{ role: 'user', content: 'Hi' }], system: 'Be kind.' };

/** What it is about, the path of its url, the definition, and the body that must arrive. */
const BODIES: readonly (readonly [string, string, Record<string, unknown>, Record<string, unknown>])[] = [
  [
    'a chat server: parameters replace, null removes, falsy values stay',
    '/v1/chat/completions',
    {
      modelName: 'small',
      inherit: 'openai',
      parameters: { max_tokens: 90, stream: null, temperature: 0, echo: false, suffix: '', stop: ['DONE'], lab: 'x' },
    },
    {
      model: 'small',
      messages: MESSAGES,
      temperature: 0,
      max_tokens: 90,
      echo: false,
      suffix: '',
      stop: ['DONE'],
      lab: 'x',
    },
  ],
  [
    'completions get the conversation as turns',
    '/v1/completions',
    { modelName: 'base', inherit: 'openai', format: 'completions', parameters: { max_tokens: null, top_p: null } },
    { model: 'base', prompt: 'Be kind.\n\nUser: Hi\n\nAssistant:', temperature: 0.2 },
  ],
  [
    'completions with promptFormat: raw get the bare text',
    '/complete',
    { modelName: 'base', inherit: 'together', format: 'completions', promptFormat: 'raw' },
    { model: 'base', prompt: 'Be kind.\n\nHi', temperature: 0.2, max_tokens: 500 },
  ],
  [
    'parameterMapping renames, parameters use the new names',
    '/generate',
    {
      modelName: 'own',
      inherit: 'openai',
      parameterMapping: { temperature: 'warmth', maxTokens: 'limit', topP: 'nucleus' },
      parameters: { warmth: 0.8, nucleus: 0.5, other: 'x' },
    },
    { model: 'own', messages: MESSAGES, warmth: 0.8, limit: 500, nucleus: 0.5, other: 'x' },
  ],
  [
    'a mapping in snake_case also knows the longer name of the limit',
    '/generate',
    { modelName: 'o3-local', inherit: 'openai', parameterMapping: { max_tokens: 'limit' }, reasoningEffort: 'high' },
    { model: 'o3-local', messages: MESSAGES, limit: 500, reasoning_effort: 'high' },
  ],
  [
    'max_tokens among the parameters takes the place of the longer name',
    '/v1/chat/completions',
    { modelName: 'o3-local', inherit: 'openai', parameters: { max_tokens: 0 } },
    { model: 'o3-local', messages: MESSAGES, max_tokens: 0 },
  ],
  [
    'mistral keeps its own name of the seed',
    '/v1/chat/completions',
    { modelName: 'm', inherit: 'mistral', parameters: { random_seed: 3 } },
    { model: 'm', messages: MESSAGES, temperature: 0.2, max_tokens: 500, random_seed: 3 },
  ],
  [
    'xai',
    '/v1/chat/completions',
    { modelName: 'm', inherit: 'xai' },
    { model: 'm', messages: MESSAGES, temperature: 0.2, max_tokens: 500 },
  ],
  [
    'anthropic: system apart, mapped names, parameters over everything',
    '/v1/messages',
    {
      modelName: 'm',
      inherit: 'anthropic',
      parameterMapping: { maxTokens: 'limit' },
      parameters: { temperature: null, top_k: 0 },
    },
    { model: 'm', ...CLAUDE, limit: 500, top_k: 0 },
  ],
  [
    'anthropic: thinkingBudget becomes the thinking object',
    '/v1/messages',
    { modelName: 'm', inherit: 'anthropic', thinkingBudget: 2000 },
    { model: 'm', ...CLAUDE, max_tokens: 3024, thinking: { type: 'enabled', budget_tokens: 2000 } },
  ],
  [
    'google: settings by any of their names inside generationConfig, the rest in the body',
    '/v1beta/models/g:generateContent',
    {
      modelName: 'g',
      inherit: 'google',
      parameters: { max_tokens: 90, topK: 0, temperature: null, stream: null, generationConfig: { seed: 0 }, lab: '' },
    },
    { ...GEMINI, generationConfig: { maxOutputTokens: 90, topK: 0, seed: 0 }, lab: '' },
  ],
  [
    'google: mapped names and thinking',
    '/ask',
    {
      modelName: 'g',
      inherit: 'google',
      parameterMapping: { temperature: 'warmth', maxTokens: 'limit' },
      parameters: { warmth: 0 },
      reasoningEffort: 'low',
      thinkingBudget: 0,
    },
    {
      ...GEMINI,
      generationConfig: { warmth: 0, limit: 500, thinkingConfig: { thinkingBudget: 0, thinkingLevel: 'LOW' } },
    },
  ],
  [
    'google: generationConfig: null takes the generated settings away',
    '/ask',
    { modelName: 'g', inherit: 'google', parameters: { generationConfig: null, systemInstruction: null } },
    { contents: GEMINI.contents },
  ],
];

describe('the body that arrives at the url', () => {
  test.each(BODIES)('%s', async (_title, path, definition, body) => {
    expect((await sent(definition, path)).body).toEqual(body);
  });

  test.each([
    ['openai', { Authorization: 'Bearer lab' }, { authorization: 'Bearer lab' }],
    ['anthropic', { 'X-API-Key': 'lab', 'X-Custom': 'v' }, { 'x-api-key': 'lab', 'x-custom': 'v' }],
    ['google', { 'X-Goog-Api-Key': 'lab', 'X-Custom': 'v' }, { 'x-goog-api-key': 'lab', 'x-custom': 'v' }],
  ])('headers of a model that inherits %s arrive', async (inherit, headers, expected) => {
    const request = await sent({ modelName: 'm', inherit, headers }, '/v1/proxy');
    expect(request.headers).toMatchObject(expected);
    if (inherit !== 'openai') expect(request.headers).not.toHaveProperty('authorization');
  });
});
