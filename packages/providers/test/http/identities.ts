import { canonicalJson } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { MODEL, type HttpRow } from '../http-rows.js';
import { ask, makeTarget } from '../targets.js';
import { cleanUps } from './subject.js';

/** What tells requests apart. */
export function testIdentities(rows: readonly HttpRow[]): void {
  describe.each(rows)('the identity of requests to $name', (row) => {
    const URL = 'http://127.0.0.1:1';
    async function identityOf(options: Record<string, unknown> = {}, model = MODEL): Promise<string> {
      const provider = await makeTarget(row.name, { ...row.options(URL), ...options }, { model });
      cleanUps.push(() => provider.close?.());
      return canonicalJson(await provider.identity?.(ask('x', { temperature: 0.5 })));
    }

    test.each<[string, Record<string, unknown>, string?]>([
      ['the model', {}, 'other-model'],
      ['the address', row.options('http://127.0.0.1:2')],
      ['a system prompt', { system_prompt: 'Be brief.' }],
      ['a parameter of the target', { max_tokens: 33 }],
      ['a field of the body', { parameters: { custom: 7 } }],
      ['the name of a parameter', { parameter_mapping: { temperature: 'heat' } }],
      ['a header', { headers: { 'X-Team': 'evals' } }],
    ])('%s changes it', async (_what, options, model) => {
      expect(await identityOf(options, model)).not.toBe(await identityOf());
    });

    test.each<[string, Record<string, unknown>]>([
      ['the key', { api_key: 'sk-another-very-secret-one' }],
      ['a key in a header', { headers: { 'X-Api-Key': 'sk-another-very-secret-one' } }],
      ['a key in the body', { parameters: { api_key: 'sk-another-very-secret-one' } }],
      ['a temperature that the case overrules', { temperature: 0.9 }],
    ])('%s does not', async (_what, options) => {
      expect(await identityOf(options)).toBe(await identityOf());
    });

    test('no key is in it, nor one of the URL', async () => {
      const written = await identityOf({ url: `${URL}/chat/completions?key=sk-in-the-url`, headers: { Authorization: 'Bearer sk-in-a-header' } });
      expect(written).not.toMatch(/sk-/u);
    });
  });
}
