import { providerConformance, type ProviderBehaviour } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { loadProvider } from '../../src/registry.js';
import { API_KEY, MODEL, type HttpRow } from '../http-rows.js';
import { sendJson, startStub, type Answer } from '../stub-server.js';
import { makeTarget } from '../targets.js';
import { TWO_CALLS } from './subject.js';

/** The contract that all providers keep. */
export function testContract(rows: readonly HttpRow[]): void {
  describe.each(rows)('$name over HTTP', (row) => {
    const behaviours: Readonly<Record<ProviderBehaviour, Answer>> = {
      answers: (response) => sendJson(response, row.wire.text('Paris.')),
      calls_tools: (response) => sendJson(response, row.wire.calls(TWO_CALLS)),
      fails: (response) => sendJson(response, row.wire.error('overloaded'), 503),
      hangs: () => undefined,
    };
    test('keeps every promise of the provider contract', async () => {
      const definition = await loadProvider(row.name);
      const checks = providerConformance(definition, async (behaviour) => {
        const stub = await startStub(behaviours[behaviour]);
        const provider = await makeTarget(row.name, row.options(stub.url), { model: MODEL });
        const withOtherKey = await makeTarget(row.name, { ...row.options(stub.url), api_key: `other-${API_KEY}` }, { model: MODEL });
        return { provider, withOtherKey, requests: () => stub.received.length, cleanUp: stub.close };
      });
      expect(checks.length).toBeGreaterThan(5);
      for (const check of checks) await check.run();
    });
  });
}
