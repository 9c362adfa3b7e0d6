import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GenerateRequest, ProviderResponse } from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { sendEvents, sendJson, startStub } from '../test/stub-server.js';
import { ask, failureOf, makeTarget } from '../test/targets.js';
import { messagesWire } from '../test/wire-formats.js';

const KEY = { api_key: 'sk-ant-test-0001' };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function exchange(
  request: GenerateRequest,
  options: Record<string, unknown> = {},
  answer: unknown = messagesWire.text('ok'),
  model = 'test-model',
) {
  const stub = await startStub((response) => sendJson(response, answer));
  const provider = await makeTarget('anthropic', { endpoint: stub.url, ...KEY, ...options }, { model });
  cleanUps.push(stub.close, () => provider.close?.());
  const reply: ProviderResponse = await provider.generate(request);
  return {
    reply,
    body: stub.received[0]?.body ?? {},
    headers: stub.received[0]?.headers ?? {},
    url: stub.received[0]?.url,
  };
}

describe('the request', () => {
  test('system text stands apart from the turns, and max_tokens is 4096 unless told', async () => {
    const messages = [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hi' },
    ] as const;
    const { body, headers } = await exchange({ ...ask(''), messages }, { system_prompt: 'Be brief.', stop: 'END' });
    expect(body).toEqual({
      model: 'test-model',
      max_tokens: 4096,
      system: 'Be brief.\n\nBe kind.',
      messages: [{ role: 'user', content: 'Hi' }],
      stop_sequences: ['END'],
    });
    expect(headers['x-api-key']).toBe(KEY.api_key);
  });

  test.each(['', '/', '/v1', '/v1/messages'])('endpoint ending in "%s" reaches /v1/messages', async (path) => {
    const stub = await startStub((response) => sendJson(response, messagesWire.text('ok')));
    const provider = await makeTarget('anthropic', { endpoint: `${stub.url}${path}`, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.url).toBe('/v1/messages');
  });

  test('a url of the target is used as it is, with its own headers and no key', async () => {
    const stub = await startStub((response) => sendJson(response, messagesWire.text('ok')));
    const provider = await makeTarget(
      'anthropic',
      { url: `${stub.url}/proxy`, headers: { 'X-API-Key': 'proxy-key-01' } },
      { model: 'm', environment: { env: { ANTHROPIC_API_KEY: 'sk-ant-secret' } } },
    );
    cleanUps.push(stub.close, () => provider.close?.());
    await provider.generate(ask('x'));
    expect(stub.received[0]?.url).toBe('/proxy');
    expect(stub.received[0]?.headers['x-api-key']).toBe('proxy-key-01');
    expect(stub.received[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(stub.received[0])).not.toContain('sk-ant-secret');
  });

  test('tool calls become tool_use blocks that are answered in the next user turn', async () => {
    const messages = [
      { role: 'user', content: 'Find x' },
      {
        role: 'assistant',
        content: 'Looking.',
        toolCalls: [{ tool: 'search', input: 'x', output: 'found', id: 't1' }, { tool: 'read' }],
      },
      { role: 'tool', content: 'the page' },
      { role: 'user', content: 'And?' },
    ] as const;
    const { body } = await exchange({ ...ask(''), messages });
    expect(body['messages']).toEqual([
      { role: 'user', content: 'Find x' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 't1', name: 'search', input: { value: 'x' } },
          { type: 'tool_use', id: 'call_1', name: 'read', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't1', content: 'found' },
          { type: 'tool_result', tool_use_id: 'call_1', content: 'the page' },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
  });

  test('thinking_budget turns thinking on, makes room for it and leaves temperature out', async () => {
    const { body, reply } = await exchange(ask('x', { temperature: 0, maxTokens: 100 }), { thinking_budget: 2048 });
    expect(body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 2048 }, max_tokens: 3072 });
    expect(body).not.toHaveProperty('temperature');
    expect(reply.warnings?.[0]).toContain('temperature');
  });

  test('with thinking, structured output uses the output format instead of a forced tool', async () => {
    const schema = { type: 'object' };
    const { body } = await exchange(ask('x', { responseFormat: { name: 'verdict', schema } }), {
      thinking_budget: 1024,
    });
    expect(body).toMatchObject({ output_config: { format: { type: 'json_schema', schema } } });
    expect(body).not.toHaveProperty('tool_choice');
  });

  test('a temperature is sent under the last API version that takes one', async () => {
    const older = await exchange(ask('x', { temperature: 0 }), {}, undefined, 'claude-sonnet-4-6');
    expect(older.body['temperature']).toBe(0);
    expect(older.headers['anthropic-version']).toBe('2023-06-01');
    expect(older.reply.warnings).toBeUndefined();
  });

  test('a model that accepts no temperature gets none, with a warning', async () => {
    const newer = await exchange(ask('x', { temperature: 0 }), { top_p: 0.5 }, undefined, 'claude-opus-5');
    expect(newer.body).not.toHaveProperty('temperature');
    expect(newer.body).not.toHaveProperty('top_p');
    expect(newer.headers['anthropic-version']).not.toBe('2023-06-01');
    expect(newer.reply.warnings).toEqual(['temperature and top_p were left out: claude-opus-5 accepts only its own']);
  });

  test('a model with an output format is asked through it', async () => {
    const schema = { type: 'object' };
    const answer = messagesWire.text('{"score":1}');
    const { body, reply } = await exchange(
      ask('x', { responseFormat: { name: 'verdict', schema } }),
      {},
      answer,
      'claude-haiku-4-5',
    );
    expect(body).toMatchObject({ output_config: { format: { type: 'json_schema', schema } } });
    expect(body).not.toHaveProperty('tools');
    expect(reply.text).toBe('{"score":1}');
  });

  test('a temperature above 1 is lowered with a warning', async () => {
    const { body, reply } = await exchange(ask('x', { temperature: 1.5 }));
    expect(body['temperature']).toBe(1);
    expect(reply.warnings?.[0]).toContain('1.5');
  });

  test('images and PDF files become blocks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-anthropic-'));
    cleanUps.push(() => rm(folder, { recursive: true }));
    const path = join(folder, 'a');
    await writeFile(path, 'data');
    const content = [
      { type: 'text', value: 'Look' },
      { type: 'file', value: 'a.png', path, mediaType: 'image/png' },
      { type: 'file', value: 'a.pdf', path, mediaType: 'application/pdf' },
    ] as const;
    const { body } = await exchange({ ...ask(''), messages: [{ role: 'user', content }] });
    const data = Buffer.from('data').toString('base64');
    expect(body['messages']).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data } },
          { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data } },
        ],
      },
    ]);
  });
});

describe('the reply', () => {
  test('thinking is no part of the answer', async () => {
    const answer = {
      ...(messagesWire.text('x') as object),
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Paris' },
      ],
    };
    expect((await exchange(ask('x'), {}, answer)).reply.text).toBe('Paris');
  });

  test.each([
    ['refusal', 'refusal', undefined],
    ['model_context_window_exceeded', 'length', undefined],
    ['stop_sequence', 'stop', undefined],
    ['pause_turn', 'other', ['the model paused, and was not asked to go on (pause_turn)']],
    ['tired', 'other', ['reply ended early (tired)']],
  ])('stop reason %s is %s; what was said before is the text', async (told, finishReason, warnings) => {
    const answer = { ...(messagesWire.text('I would rather') as object), stop_reason: told };
    const { reply } = await exchange(ask('x'), {}, answer);
    expect(reply).toMatchObject({ text: 'I would rather', finishReason });
    expect(reply.warnings).toEqual(warnings);
  });

  test('a refusal without any text is an empty answer', async () => {
    const answer = { ...(messagesWire.text('') as object), content: [], stop_reason: 'refusal' };
    expect((await exchange(ask('x'), {}, answer)).reply).toMatchObject({ text: '', finishReason: 'refusal' });
  });

  test('a model that is retired is named with its successor', async () => {
    const gone = { type: 'error', error: { type: 'not_found_error', message: 'model: claude-3-5-haiku-20241022' } };
    const stub = await startStub((response) => sendJson(response, gone, 404));
    const of = async (model: string) => {
      const provider = await makeTarget('anthropic', { endpoint: stub.url, ...KEY }, { model });
      cleanUps.push(() => provider.close?.());
      return failureOf(provider.generate(ask('x')));
    };
    cleanUps.push(stub.close);
    const error = await of('claude-3-5-haiku-20241022');
    expect(error).toMatchObject({ kind: 'bad_request', status: 404, retryable: false });
    expect(error.hint).toBe(
      'anthropic:claude-3-5-haiku-20241022 was retired on 2026-02-19: name anthropic:claude-haiku-4-5 instead, or say so for all files under model_aliases in .assay/config.yaml',
    );
    expect((await of('claude-unheard-of')).hint).toContain('check that "claude-unheard-of" exists');
  });

  test('cached input is part of the input tokens', async () => {
    const { reply } = await exchange(ask('x'));
    expect(reply.usage).toEqual({ inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 });
  });

  test.each([
    ['a quarter more for five minutes', { cache_creation_input_tokens: 1_000_000 }, 2.5],
    ['as much again for an hour', { cache_creation_input_tokens: 1_000_000, cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 1_000_000 } }, 4],
    ['each part at its own price', { cache_creation_input_tokens: 1_000_000, cache_creation: { ephemeral_5m_input_tokens: 600_000, ephemeral_1h_input_tokens: 400_000 } }, 3.1],
  ])('input that is written into the cache costs more: %s', async (_, written, costUsd) => {
    const usage = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0, ...written };
    const prices = { date: '2026-01-01', prices: { 'anthropic:m': { input: 2, output: 0 } } };
    const stub = await startStub((response) => sendJson(response, { ...(messagesWire.text('ok') as object), usage }));
    const provider = await makeTarget('anthropic', { endpoint: stub.url, ...KEY }, { model: 'm', environment: { prices } });
    cleanUps.push(stub.close, () => provider.close?.());
    const reply = await provider.generate(ask('x'));
    expect(reply.usage).toMatchObject({ inputTokens: 1_000_000 });
    expect(reply.costUsd).toBeCloseTo(costUsd, 9);
  });

  test('an overload inside a stream is a server error that may be tried again', async () => {
    const event = `event: error\ndata: ${JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })}\n\n`;
    const stub = await startStub((response) =>
      sendEvents(response, [...messagesWire.streamedText(['a']).slice(0, 3), event]),
    );
    const provider = await makeTarget('anthropic', { endpoint: stub.url, stream: true, ...KEY }, { model: 'm' });
    cleanUps.push(stub.close, () => provider.close?.());
    const error = await failureOf(provider.generate(ask('x')));
    expect(error).toMatchObject({ kind: 'server', retryable: true });
    expect(error.message).toContain('Overloaded');
  });
});

test('a missing key is a ConfigError that names ANTHROPIC_API_KEY', async () => {
  await expect(makeTarget('anthropic', {}, { model: 'm' })).rejects.toMatchObject({
    code: 'config',
    hint: expect.stringContaining('ANTHROPIC_API_KEY'),
  });
});
