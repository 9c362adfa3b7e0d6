import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, type Provider } from '@assay/schema';
import { providerConformance } from '@assay/schema/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, failureOf, makeTarget } from '../test/targets.js';
import { provider as replay } from './replay.js';

let directory = '';
let count = 0;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-replay-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function recorded(rows: readonly unknown[] | string): Promise<Provider> {
  const name = `recording-${++count}.jsonl`;
  const text = typeof rows === 'string' ? rows : rows.map((row) => JSON.stringify(row)).join('\n');
  await writeFile(join(directory, name), text);
  return makeTarget('replay', { recording: name }, { environment: { directory } });
}

describe('lookup', () => {
  test('a reply is found by case id, with tokens, cost and duration as recorded', async () => {
    const provider = await recorded([
      { id: 'c1', text: 'Paris', token_usage: { input: 3, output: 1 }, cost_usd: 0.5, duration_ms: 900 },
    ]);
    expect(await provider.generate(ask('anything', { caseId: 'c1' }))).toMatchObject({
      text: 'Paris',
      usage: { inputTokens: 3, outputTokens: 1 },
      costUsd: 0.5,
      latencyMs: 900,
    });
    expect(provider).toMatchObject({ free: true, emptyReply: 'final' });
  });

  test('suite and repeat choose among rows of one id; a row without them fits all', async () => {
    const provider = await recorded([
      { id: 1, text: 'any' },
      { id: 1, suite: 's', text: 'of s' },
      { id: 1, suite: 's', repeat: 2, text: 'second of s' },
    ]);
    const text = async (more: object) => (await provider.generate(ask('x', { caseId: '1', ...more }))).text;
    expect(await text({})).toBe('any');
    expect(await text({ suite: 'other', repeat: 2 })).toBe('any');
    expect(await text({ suite: 's', repeat: 1 })).toBe('of s');
    expect(await text({ suite: 's', repeat: 2 })).toBe('second of s');
  });

  test('a row with match is found by texts of the prompt, all of them', async () => {
    const provider = await recorded([
      { match: ['France', 'polite'], text: 'judge says yes' },
      { match: 'France', text: 'first' },
    ]);
    expect((await provider.generate(ask('France. Is it polite?'))).text).toBe('judge says yes');
    expect((await provider.generate(ask('capital of France', { caseId: 'unknown' }))).text).toBe('first');
  });

  test('a missing recording says which ids there are and what was probably meant', async () => {
    const provider = await recorded([
      { id: 'capital-france', text: 'x' },
      { id: 'other', text: 'y' },
    ]);
    const error = await failureOf(provider.generate(ask('x', { caseId: 'capital-frances', suite: 'geo' })));
    expect(error).toMatchObject({ kind: 'no_recording', retryable: false });
    expect(error.message).toContain('case "capital-frances" of suite "geo"');
    expect(error.hint).toContain('did you mean "capital-france"?');
    expect(error.hint).toContain('other');
  });
});

describe('bad recordings', () => {
  test.each([
    ['malformed JSON', '{"id": "a", "text": "x"}\n\n{"id": ', 3, 'invalid JSON'],
    ['a row that is no object', '[1]', 1, 'must be an object'],
    ['a row without id and match', '{"text": "x"}', 1, 'needs an id'],
    ['a row without a reply', '{"id": "a"}', 1, 'text, output_messages or tool_calls'],
    ['an empty match', '{"match": [""], "text": "x"}', 1, 'match must be'],
    ['an id that stands twice', '{"id": "a", "text": "x"}\n{"id": "a", "text": "y"}', 2, 'first on line 1'],
  ])('%s names file and line', async (_name, text, line, problem) => {
    const provider = await recorded(text);
    const error = await failureOf(provider.generate(ask('x', { caseId: 'a' })));
    expect(error.message).toMatch(new RegExp(`recording-\\d+\\.jsonl:${line}: `, 'u'));
    expect(error.message).toContain(problem);
    expect(error.location?.line).toBe(line);
    expect(error.retryable).toBe(false);
  });

  test('a recording that does not exist is a ConfigError at create()', async () => {
    await expect(makeTarget('replay', { recording: 'none.jsonl' }, { environment: { directory } })).rejects.toThrow(
      ConfigError,
    );
    await expect(makeTarget('replay', {}, { environment: { directory } })).rejects.toThrow('names no recording');
  });
});

test('keeps every promise of the provider contract', async () => {
  const rows = { answers: { text: 'Paris.' }, calls_tools: { text: '', tool_calls: [{ tool: 'a' }, { tool: 'b' }] } };
  const checks = providerConformance(
    replay,
    async (behaviour) => {
      const reply = behaviour === 'answers' || behaviour === 'calls_tools' ? rows[behaviour] : undefined;
      const provider = await recorded(reply ? [{ id: 'capital-of-france', ...reply }] : [{ id: 'other', text: 'x' }]);
      return { provider, requests: () => 0 };
    },
    { behaviours: ['answers', 'calls_tools', 'fails'], countsRequests: false },
  );
  expect(checks.length).toBeGreaterThan(5);
  for (const check of checks) await check.run();
});
