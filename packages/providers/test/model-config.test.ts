import {
  checkWithSchema,
  type Diagnostic,
  type JsonObject,
  type NormalizeContext,
  type ProviderResponse,
} from '@assay/schema';
import { afterEach, describe, expect, test } from 'vitest';
import { loadProvider } from '../src/registry.js';
import { HTTP_ROWS, type HttpRow } from './http-rows.js';
import { sendJson, startStub, type ReceivedRequest } from './stub-server.js';
import { ask, makeTarget } from './targets.js';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** Keys that a target has beside the options of its provider. */
const COMMON_KEYS = ['name', 'provider', 'model', 'judge_target', 'workers', 'timeout_seconds', 'max_retries'];

/** What the check of a target finds in its options. */
async function findingsOf(provider: string, value: JsonObject): Promise<readonly Diagnostic[]> {
  const findings: Diagnostic[] = [];
  const context: NormalizeContext = {
    locate: () => ({ file: 'config.yaml', line: 1, column: 1 }),
    report: (finding) => findings.push(finding),
    aliasPrecedence: 'canonical',
    tally: { errors: 0 },
  };
  const { options: schema } = await loadProvider(provider);
  checkWithSchema(context, { schema, value, path: [], label: 'target "x": ', otherKeys: COMMON_KEYS });
  return findings;
}

async function sentBy(
  row: HttpRow,
  options: Record<string, unknown>,
  seed?: number,
): Promise<{ readonly sent: ReceivedRequest; readonly reply: ProviderResponse }> {
  const stub = await startStub((response) => sendJson(response, row.wire.text('ok')));
  const provider = await makeTarget(row.name, { ...row.options(stub.url), ...options }, { model: 'test-model' });
  cleanUps.push(stub.close, () => provider.close?.());
  const reply = await provider.generate(ask('x', seed === undefined ? {} : { seed }));
  const [sent] = stub.received;
  if (!sent) throw new TypeError('nothing was sent');
  return { sent, reply };
}

function asked(row: HttpRow, sent: ReceivedRequest): Record<string, unknown> {
  return row.asked?.(sent) ?? sent.body;
}

/** The API of Claude models has neither a seed nor a temperature above 1. */
function isClaude(row: HttpRow): boolean {
  return row.name === 'anthropic';
}

describe.each(HTTP_ROWS)('a model config of $name', (row) => {
  const fields = { system_prompt: 'Be brief.', temperature: 0.3, max_tokens: 50, ...(isClaude(row) ? {} : { seed: 42 }) };

  test('system_prompt, temperature, max_tokens and seed are options', async () => {
    expect(await findingsOf(row.name, fields)).toEqual([]);
  });

  test('they arrive in the body, the seed too', async () => {
    const { sent } = await sentBy(row, fields);
    const body = asked(row, sent);
    expect(body).toMatchObject({ temperature: 0.3, max_tokens: 50 });
    expect(JSON.stringify(body)).toContain('Be brief.');
    if (!isClaude(row)) expect(body[row.name === 'mistral' ? 'random_seed' : 'seed']).toBe(42);
  });

  test.each([
    ['temperature', -0.1],
    ['temperature', 2.5],
    ['temperature', Number.POSITIVE_INFINITY],
  ])('%s: %s is an error that names the field and its range', async (field, value) => {
    const highest = isClaude(row) ? 1 : 2;
    const message = `target "x": ${field} must be from 0 to ${highest}, not ${value}`;
    expect(await findingsOf(row.name, { [field]: value })).toMatchObject([{ severity: 'error', message }]);
  });

  test.each([0, 1, 2])('temperature %s is inside the range, for Claude up to 1', async (temperature) => {
    const findings = await findingsOf(row.name, { temperature });
    expect(findings).toHaveLength(isClaude(row) && temperature > 1 ? 1 : 0);
  });

  test.each([0, -5, 1.5])('max_tokens: %s is an error that names the field and its range', async (value) => {
    const message = `target "x": max_tokens must be a whole number >= 1, not ${value}`;
    expect(await findingsOf(row.name, { max_tokens: value })).toMatchObject([{ severity: 'error', message }]);
  });

  test.each([
    ['temperature', 'warm', 'temperature must be a number, not '],
    ['max_tokens', '50', 'max_tokens must be a number, not '],
    ['system_prompt', 7, 'system_prompt must be a string, not '],
  ])('%s: %j is an error that names the field', async (field, value, message) => {
    const [finding, ...others] = await findingsOf(row.name, { [field]: value });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ severity: 'error', message: expect.stringContaining(message) });
  });

  test('a mistyped key is a warning with the nearest one', async () => {
    for (const [key, near] of [
      ['temprature', 'temperature'],
      ['max_token', 'max_tokens'],
      ['sytem_prompt', 'system_prompt'],
    ] as const) {
      expect(await findingsOf(row.name, { [key]: 1 })).toMatchObject([
        { severity: 'warning', code: 'unknown-key', hint: `did you mean ${near}?` },
      ]);
    }
  });

  const LOCAL = { task_type: 'text-classification', num_labels: 3, fine_tuned_weights: './w', batch_size: 8 };

  test('keys of local models are each a warning, and none is sent', async () => {
    const findings = await findingsOf(row.name, LOCAL);
    expect(findings.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning', 'warning']);
    for (const key of Object.keys(LOCAL)) {
      expect(findings.some(({ message }) => message.includes(`"${key}"`))).toBe(true);
    }
    const { sent } = await sentBy(row, LOCAL);
    expect(JSON.stringify(sent.body)).not.toMatch(/task_type|num_labels|fine_tuned|batch_size|text-classification/u);
  });
});

describe('seed', () => {
  const others = HTTP_ROWS.filter((row) => !isClaude(row));

  test.each(others.map(({ name }) => name))('%s: a seed that is no whole number is an error', async (name) => {
    expect(await findingsOf(name, { seed: 1.5 })).toMatchObject([
      { severity: 'error', message: 'target "x": seed must be a whole number, not 1.5' },
    ]);
  });

  test.each(others)('$name: the seed of a request wins over that of the target, 0 too', async (row) => {
    const { sent } = await sentBy(row, { seed: 42 }, 0);
    expect(asked(row, sent)[row.name === 'mistral' ? 'random_seed' : 'seed']).toBe(0);
  });

  test('anthropic has none: a warning at check time, and one in the reply', async () => {
    expect(await findingsOf('anthropic', { seed: 42 })).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('"seed"') },
    ]);
    const row = HTTP_ROWS.find(isClaude);
    if (!row) throw new TypeError('no row');
    const { sent, reply } = await sentBy(row, {}, 42);
    expect(sent.body).not.toHaveProperty('seed');
    expect(reply.warnings).toEqual(['seed was left out: the API of Claude models has none']);
  });
});
