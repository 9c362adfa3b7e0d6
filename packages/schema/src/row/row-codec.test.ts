import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { arbitraryOf } from '../../test/arbitrary-of.js';
import { StoreError } from '../errors/store-error.js';
import { edgeCaseRows } from '../testing/samples/edge-case-rows.js';
import { sampleManifest } from '../testing/samples/sample-manifest.js';
import { sampleErrorRow, sampleRow } from '../testing/samples/sample-row.js';
import { decodeManifest, decodeRow, encodeManifest, encodeRow } from './row-codec.js';
import { ResultRowSchema, RunManifestSchema } from './row-schema.js';

const overDisk = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function failure(run: () => unknown): StoreError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    if (error instanceof StoreError) return error;
  }
  throw new TypeError('nothing was thrown');
}

describe('a row on disk', () => {
  test('has snake_case names at every level', () => {
    const row = sampleRow({
      conversationId: 'c1',
      judgeCostUsd: 0.5,
      judgeUsage: { inputTokens: 1, outputTokens: 2, cachedInputTokens: 3 },
      evaluators: [
        {
          name: 'all',
          type: 'composite',
          weight: 1,
          score: 1,
          requirements: { missed: 'written' },
          evaluators: [{ name: 'in', type: 'llm_judge', weight: 1, score: 1, judgeCostUsd: 1 }],
        },
      ],
      input: [{ role: 'user', content: [{ type: 'file', value: 'a.png', mediaType: 'image/png' }] }],
    });
    expect(encodeRow(row)).toMatchObject({
      schema_version: 1,
      case_id: 'capital-of-france',
      conversation_id: 'c1',
      score_bounds: { worst: 1, best: 1 },
      judge_usage: { input_tokens: 1, output_tokens: 2, cached_input_tokens: 3 },
      judge_cost_usd: 0.5,
      evaluators: [{ requirements: { missed: 'written' }, evaluators: [{ judge_cost_usd: 1 }] }],
      input: [{ content: [{ type: 'file', media_type: 'image/png' }] }],
      output: { tool_calls: [] },
    });
    expect(JSON.stringify(encodeRow(row))).not.toMatch(/"[a-z]+[A-Z]\w*":/u);
  });

  test('keys inside data are never renamed', () => {
    const data = { max_tokens: 1, maxTokens: 2, snake_case: { a_b: 1, aB: [{ tool_calls: 1, toolCalls: 2 }] } };
    const row = sampleRow({
      fingerprints: data,
      evaluators: [{ name: 'a', type: 'code_judge', weight: 1, score: 1, details: data }],
      output: {
        text: '',
        messages: [
          { role: 'assistant', content: data, toolCalls: [{ tool: 't', input: data, output: [data], durationMs: 1 }] },
        ],
        toolCalls: [{ tool: 't', input: data }],
      },
    });
    const encoded = overDisk(encodeRow(row));
    expect(encoded).toMatchObject({
      fingerprints: data,
      evaluators: [{ details: data }],
      output: {
        messages: [{ content: data, tool_calls: [{ input: data, output: [data], duration_ms: 1 }] }],
        tool_calls: [{ input: data }],
      },
    });
    expect(decodeRow(encoded)).toStrictEqual(row);
  });

  test('undefined fields are not written', () => {
    const row = sampleRow({ confidence: undefined, error: undefined });
    expect(Object.keys(encodeRow(row))).not.toEqual(expect.arrayContaining(['confidence']));
    expect(JSON.stringify(encodeRow(row))).not.toContain('error');
  });

  test('an optional number that JSON cannot hold is left out, so that the row stays readable', () => {
    const row = sampleRow({ costUsd: Number.NaN, judgeCostUsd: Number.POSITIVE_INFINITY, confidence: 0.5 });
    const { costUsd: _costUsd, ...known } = sampleRow({ confidence: 0.5 });
    expect(decodeRow(overDisk(encodeRow(row)))).toStrictEqual(known);
  });

  test.each([sampleRow(), sampleErrorRow(), ...edgeCaseRows()].map((row, index) => [index, row] as const))(
    'read back, it is the row that was written (%i)',
    (_index, row) => {
      expect(decodeRow(overDisk(encodeRow(row)))).toStrictEqual(row);
    },
  );

  test('decode and encode are inverse for every row of the format', () => {
    fc.assert(
      fc.property(arbitraryOf(ResultRowSchema), (wire) => {
        const onDisk = overDisk(wire);
        expect(v.is(ResultRowSchema, onDisk)).toBe(true);
        const row = decodeRow(onDisk);
        expect(overDisk(encodeRow(row))).toStrictEqual(onDisk);
        expect(decodeRow(encodeRow(row))).toStrictEqual(row);
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 400 : 25 },
    );
  });

  test('neither direction changes what it is given', () => {
    const row = sampleRow();
    const copy = structuredClone(row);
    const encoded = encodeRow(row);
    const encodedCopy = structuredClone(encoded);
    decodeRow(encoded);
    expect(row).toEqual(copy);
    expect(encoded).toEqual(encodedCopy);
  });

  test('fields that this version does not know are left out, not an error', () => {
    expect(decodeRow({ ...encodeRow(sampleRow()), added_later: 1 })).toStrictEqual(sampleRow());
  });
});

describe('what is no row', () => {
  const wire = (): Record<string, unknown> => encodeRow(sampleRow());

  test.each([
    ['score: ', { score: 1.5 }],
    ['score: ', { score: 'high' }],
    ['evaluators.0.score: ', { evaluators: [{ name: 'a', type: 'b', weight: 1, score: -1 }] }],
    ['input.1.role: ', { input: [{ role: 'user' }, { role: 'narrator' }] }],
    ['output.tool_calls.0.tool: ', { output: { text: '', messages: [], tool_calls: [{}] } }],
    ['trial_key: ', { trial_key: undefined }],
    ['repeat: ', { repeat: 0.5 }],
    ['status: ', { status: 'done' }],
    [
      'evaluators.0.evaluators.0.evaluators.0.weight: ',
      {
        evaluators: [
          {
            name: 'a',
            type: 'composite',
            weight: 1,
            score: 1,
            evaluators: [
              {
                name: 'b',
                type: 'composite',
                weight: 1,
                score: 1,
                evaluators: [{ name: 'c', type: 'd', weight: '1', score: 1 }],
              },
            ],
          },
        ],
      },
    ],
  ])('is a StoreError that names the field: %s%j', (path, wrong) => {
    const error = failure(() => decodeRow({ ...wire(), ...wrong }));
    expect(error.message).toContain(`not a result row: ${path}`);
    expect(error.hint).toBeDefined();
  });

  test.each([
    ['cost_usd', { cost_usd: Infinity }],
    ['latency_ms', { latency_ms: Infinity }],
    ['usage.input_tokens', { usage: { input_tokens: Infinity, output_tokens: 1 } }],
    ['metrics.0.value', { metrics: [{ name: 'm', value: -Infinity }] }],
  ])('a figure that JSON cannot keep is refused by name: %s', (path, wrong) => {
    // What `JSON.parse` makes of `1e999`.
    expect(failure(() => decodeRow({ ...wire(), ...wrong })).message).toMatch(new RegExp(`^not a result row: ${path}: must be a number`, 'u'));
  });

  test.each([
    ['case_weight', { case_weight: -1 }, 'Expected >=0 but received -1'],
    ['case_weight', { case_weight: 1.7e308 }, 'Expected <=1e+100 but received 1.7e+308'],
    ['case_weight', { case_weight: Infinity }, 'Expected <=1e+100 but received Infinity'],
    ['score_bounds.worst', { score_bounds: { worst: -4, best: 1 } }, 'Expected >=0 but received -4'],
    ['score_bounds.best', { score_bounds: { worst: 0, best: Infinity } }, 'Expected <=1 but received Infinity'],
  ])('%s has a range, beyond which means would be none: %j', (path, wrong, message) => {
    expect(failure(() => decodeRow({ ...wire(), ...wrong })).message).toBe(`not a result row: ${path}: Invalid value: ${message}`);
  });

  test.each([null, undefined, 'row', 7, [], {}])('%j is a StoreError', (value) => {
    expect(failure(() => decodeRow(value)).message).toMatch(/^not a result row: /u);
  });

  test('a row of another version says which version is read, and what to do', () => {
    const newer = failure(() => decodeRow({ ...wire(), schema_version: 2 }));
    expect(newer.message).toBe('not a result row: schema_version: 2 is not the version that this Assay reads (1)');
    expect(newer.hint).toContain('newer version');
    expect(failure(() => decodeRow({ ...wire(), schema_version: 0 })).hint).toContain('run the eval again');
  });
});

describe('a manifest on disk', () => {
  test('is read back as it was written, option names untouched', () => {
    const manifest = sampleManifest({
      status: 'finished',
      finishedAt: '2026-01-01T00:01:00.000Z',
      options: { 'max-cases': 1, aliasPrecedence: 'canonical', a_b: { c_d: null } },
      targets: [{ name: 'a', provider: 'mock' }],
    });
    const encoded = overDisk(encodeManifest(manifest));
    expect(encoded).toMatchObject({ run_id: 'run-1', assay_version: '0.0.0', options: manifest.options });
    expect(decodeManifest(encoded)).toStrictEqual(manifest);
  });

  test('decode and encode are inverse for every manifest of the format', () => {
    fc.assert(
      fc.property(arbitraryOf(RunManifestSchema), (wire) => {
        const onDisk = overDisk(wire);
        expect(overDisk(encodeManifest(decodeManifest(onDisk)))).toStrictEqual(onDisk);
      }),
      { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 100 : 20 },
    );
  });

  test('what is no manifest is a StoreError that names the field', () => {
    const wrong = { ...encodeManifest(sampleManifest()), suites: [{ name: 'a', path: 'a.yaml', dialect: 7, file: 'f' }] };
    expect(failure(() => decodeManifest(wrong)).message).toContain('not a run manifest: suites.0.dialect: ');
    expect(failure(() => decodeManifest(null)).message).toMatch(/^not a run manifest: /u);
  });
});
