import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FilePart } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { API_KEY, MODEL, type HttpRow } from '../http-rows.js';
import { sendEvents, sendJson } from '../stub-server.js';
import { ask, makeTarget } from '../targets.js';
import { against, askedOf, cleanUps, TWO_CALLS, usdTable } from './subject.js';

/** What a server is asked for, and what its replies come to. */
export function testReplies(rows: readonly HttpRow[]): void {
  describe.each(rows)('$name over HTTP', (row) => {
    test('a plain reply has text, usage with cached tokens, model and finish reason', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('Paris.')));
      const reply = await provider.generate(ask('capital of France?'));
      expect(reply).toMatchObject({
        text: 'Paris.',
        messages: [{ role: 'assistant', content: 'Paris.' }],
        toolCalls: [],
        usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 },
        model: 'model-2026-01-01',
      });
      expect(reply.finishReason).toBe('stop');
      expect(reply.latencyMs).toBeGreaterThan(0);
      expect(stub.received.map(({ url }) => url)).toEqual([row.path]);
      expect(askedOf(row, stub)['model']).toBe(MODEL);
      expect(JSON.stringify(stub.received[0]?.headers)).toContain(API_KEY);
    });

    test('the cost comes from the price table, cached input at its own price; unknown without a price', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      const priced = await makeTarget(row.name, row.options(stub.url), {
        model: MODEL,
        environment: { prices: usdTable(row) },
      });
      cleanUps.push(() => priced.close?.());
      const expected = (40 * 10 + 60 * 1 + 20 * 100) / 1e6;
      expect((await priced.generate(ask('x'))).costUsd).toBe(row.local ? 0 : expected);
      expect((await provider.generate(ask('x'))).costUsd).toBe(row.local ? 0 : undefined);
    });

    test.each([-5, 0.5, '"20"', '[]', 1e13])('tokens of %s cannot be: neither they nor a cost from them are known, which is said', async (odd) => {
      const told = JSON.stringify(row.wire.text('x')).replace(/("(?:completion_tokens|output_tokens|candidatesTokenCount)"):\d+/u, `$1:${odd}`);
      const { stub } = await against(row, (response) => sendJson(response, JSON.parse(told)));
      const provider = await makeTarget(row.name, row.options(stub.url), { model: MODEL, environment: { prices: usdTable(row) } });
      cleanUps.push(() => provider.close?.());
      const reply = await provider.generate(ask('x'));
      expect(reply).not.toHaveProperty('usage');
      expect(reply.costUsd).toBe(row.local ? 0 : undefined);
      const said = odd === '[]' ? '[…]' : String(odd);
      expect(reply.warnings).toEqual([expect.stringMatching(/^(?:completion_tokens|output_tokens|candidatesTokenCount) of /u)]);
      expect(reply.warnings?.[0]).toContain(` of ${said} cannot be, and counts as not known`);
    });

    test('request settings win over target options, and parameters over both; null removes', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')), {
        temperature: 0.9,
        top_p: 0.5,
        system_prompt: 'Be brief.',
        parameters: { top_p: null, custom: 7 },
        headers: { 'X-Team': 'evals' },
      });
      await provider.generate(ask('x', { temperature: 0, maxTokens: 33 }));
      const body = askedOf(row, stub);
      expect(body).toMatchObject({ temperature: 0, max_tokens: 33, custom: 7 });
      expect(body).not.toHaveProperty('top_p');
      expect(body).not.toHaveProperty('stream');
      expect(JSON.stringify(body)).toContain('Be brief.');
      expect(stub.received[0]?.headers['x-team']).toBe('evals');
    });

    test('guideline files stand in a block before the prompt; text files are inlined', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      await provider.generate({
        ...ask(''),
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', value: 'Review this.' },
              { type: 'file', value: 'style.instructions.md', text: 'Use tabs.', guideline: true },
              { type: 'file', value: 'a.py', text: 'print(1)' },
            ],
          },
        ],
      });
      const sent = JSON.stringify(askedOf(row, stub)['messages']);
      expect(sent.match(/<guidelines>/gu)).toHaveLength(1);
      expect(sent.indexOf('Use tabs.')).toBeLessThan(sent.indexOf('Review this.'));
      expect(sent).toContain('print(1)');
    });

    test('every tool call is in one trace with parsed arguments', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.calls(TWO_CALLS)));
      const reply = await provider.generate(ask('x', { tools: [{ name: 'search', schema: { type: 'object' } }] }));
      expect(reply.toolCalls).toEqual([
        { tool: 'search', input: { q: 'x' }, id: 'a' },
        { tool: 'read', input: {}, id: 'b' },
      ]);
      expect(reply.messages[0]?.toolCalls).toEqual(reply.toolCalls);
      expect(reply.text).toBe('');
    });

    test('malformed tool arguments stay as text, with a warning', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.malformedCall()));
      const reply = await provider.generate(ask('x'));
      expect(reply.toolCalls[0]).toMatchObject({ tool: 'search', input: '{"q": "x' });
      expect(reply.warnings).toEqual(['the arguments of tool call search are not valid JSON']);
    });

    test('a reply cut at max_tokens says so', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.cutAtLimit('Par')));
      const reply = await provider.generate(ask('x'));
      expect(reply.text).toBe('Par');
      expect(reply.finishReason).toBe('length');
      expect(reply.warnings).toBeUndefined();
    });

    test('a streamed reply equals the same reply without streaming', async () => {
      const events = row.wire.streamedText(['Pa', 'ris', '.']);
      const { provider, stub } = await against(row, (response) => sendEvents(response, events), { stream: true });
      const reply = await provider.generate(ask('x'));
      expect(reply).toMatchObject({
        text: 'Paris.',
        model: 'model-2026-01-01',
        usage: { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60 },
      });
      expect(askedOf(row, stub)['stream']).toBe(true);
    });

    test('streamed tool calls are put together', async () => {
      const { provider } = await against(row, (response) => sendEvents(response, row.wire.streamedCalls()), {
        stream: true,
      });
      const reply = await provider.generate(ask('x'));
      expect(reply.toolCalls).toEqual([
        { tool: 'search', input: { q: 'x' }, id: 'a' },
        { tool: 'read', input: {}, id: 'b' },
      ]);
    });

    test('structured output is asked for and its JSON is the text', async () => {
      const schema = {
        type: 'object',
        properties: { score: { type: 'number' } },
        required: ['score'],
        additionalProperties: false,
      };
      const answer = row.forcedTool
        ? row.wire.calls([{ id: 'a', name: 'verdict', input: { score: 1 } }])
        : row.wire.text('{"score":1}');
      const { provider, stub } = await against(row, (response) => sendJson(response, answer));
      expect(provider.structuredOutput).toBe(row.structuredOutput);
      const reply = await provider.generate(ask('x', { responseFormat: { name: 'verdict', schema } }));
      expect(reply.text).toBe('{"score":1}');
      expect(reply.toolCalls).toEqual([]);
      expect(stub.received[0]?.body).toMatchObject(
        row.structured?.(schema) ?? {
          response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } },
        },
      );
    });

    test('an image that matches the guideline patterns is sent like others', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'assay-image-'));
      cleanUps.push(() => rm(folder, { recursive: true, force: true }));
      await writeFile(join(folder, 'rules.png'), 'pixels');
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      const part = { type: 'file', value: 'rules.png', path: join(folder, 'rules.png'), mediaType: 'image/png', guideline: true };
      await provider.generate({ ...ask(''), messages: [{ role: 'user', content: [part as FilePart] }] });
      expect(JSON.stringify(stub.received[0]?.body)).toContain(Buffer.from('pixels').toString('base64'));
    });

    test('a reply that calls tools ended for that, whatever its API says', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.calls(TWO_CALLS)));
      expect((await provider.generate(ask('x'))).finishReason).toBe('tool_calls');
    });

    test('an empty reply is one that may be asked for again', async () => {
      const { provider } = await against(row, (response) => sendJson(response, row.wire.text('')));
      expect(provider.emptyReply).toBeUndefined();
      expect(await provider.generate(ask('x'))).toMatchObject({ text: '', finishReason: 'stop' });
    });

    test('sends nothing before the first request, and closes without one', async () => {
      const { provider, stub } = await against(row, (response) => sendJson(response, row.wire.text('x')));
      await provider.close?.();
      expect(stub.received).toHaveLength(0);
    });
  });
}
