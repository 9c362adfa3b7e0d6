import type { LLMock } from '@copilotkit/aimock';
import type { Provider } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { MODEL, type HttpRow } from '../http-rows.js';
import { mockServers } from '../mock-llm.js';
import { ask, failureOf, makeTarget } from '../targets.js';
import { cleanUps } from './subject.js';

/** The same with a server that other projects test with. */
export function testAgainstMockLlm(rows: readonly HttpRow[]): void {
  describe.each(rows)('$name against a mock LLM server', (row) => {
    const startMock = mockServers();

    async function againstMock(
      configure: (mock: LLMock) => void,
      options: Record<string, unknown> = {},
    ): Promise<Provider> {
      const mock = await startMock(configure);
      const provider = await makeTarget(
        row.name,
        { ...(row.mockOptions ?? row.options)(mock.url), ...options },
        { model: MODEL },
      );
      cleanUps.push(
        () => mock.stop(),
        () => provider.close?.(),
      );
      return provider;
    }

    test.each([false, true])('text and usage arrive (stream: %s)', async (stream) => {
      const provider = await againstMock((mock) => mock.onMessage(/France/u, { content: 'Paris is the capital.' }), {
        stream,
      });
      const reply = await provider.generate(ask('capital of France?'));
      expect(reply.text).toBe('Paris is the capital.');
      expect(reply.toolCalls).toEqual([]);
    });

    test.each([false, true])('tool calls arrive (stream: %s)', async (stream) => {
      const toolCalls = [{ name: 'search', arguments: '{"q":"x"}' }];
      const provider = await againstMock((mock) => mock.onMessage(/find/u, { toolCalls }), { stream });
      const reply = await provider.generate(ask('find it', { tools: [{ name: 'search', schema: { type: 'object' } }] }));
      expect(reply.toolCalls).toMatchObject([{ tool: 'search', input: { q: 'x' } }]);
    });

    test('a rate limit is passed on, not waited for', async () => {
      const provider = await againstMock((mock) =>
        mock.onMessage(/./u, { error: { message: 'slow down', type: 'rate_limit_error' }, status: 429, retryAfter: 9 }),
      );
      const error = await failureOf(provider.generate(ask('x')));
      expect(error).toMatchObject({ kind: 'rate_limit', status: 429, retryAfterMs: 9000, retryable: true });
    });
  });
}
