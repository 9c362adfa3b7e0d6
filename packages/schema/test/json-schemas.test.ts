import { readFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { edgeCaseRows } from '../src/testing/samples/edge-case-rows.js';
import { sampleManifest } from '../src/testing/samples/sample-manifest.js';
import { sampleErrorRow, sampleRow } from '../src/testing/samples/sample-row.js';
import { sampleSummary } from '../src/testing/samples/sample-summary.js';
import { baselineJsonSchema, resultRowJsonSchema, runManifestJsonSchema, runSummaryJsonSchema, trialJobJsonSchema } from './json-schemas.js';
import type { Baseline } from '../src/baseline/baseline.js';
import { formatBaseline } from '../src/baseline/baseline-codec.js';
import { encodeJob } from '../src/jobs/job-codec.js';
import { sampleJob } from '../src/testing/samples/sample-job.js';
import { encodeManifest, encodeRow } from '../src/row/row-codec.js';
import { encodeSummary } from '../src/row/run-summary-schema.js';

const text = (schema: unknown): string => `${JSON.stringify(schema, null, 2)}\n`;
/** By their texts: reading that of a row takes longer than all checks with it. */
const checks = new Map<string, ValidateFunction>();
const checkOf = (schema: object): ValidateFunction => {
  const key = JSON.stringify(schema);
  const known = checks.get(key) ?? new Ajv2020({ strict: true, allErrors: true }).compile(schema);
  checks.set(key, known);
  return known;
};
const validate = (schema: object, value: unknown): string => {
  const check = checkOf(schema);
  return check(JSON.parse(JSON.stringify(value))) ? 'valid' : JSON.stringify(check.errors);
};

describe('the committed schemas are what the code says (rewrite them with: pnpm run write-schemas)', () => {
  test('result-row.schema.json', async () => {
    await expect(text(resultRowJsonSchema())).toMatchFileSnapshot('../schemas/result-row.schema.json');
  });

  test('run-manifest.schema.json', async () => {
    await expect(text(runManifestJsonSchema())).toMatchFileSnapshot('../schemas/run-manifest.schema.json');
  });

  test('run-summary.schema.json', async () => {
    await expect(text(runSummaryJsonSchema())).toMatchFileSnapshot('../schemas/run-summary.schema.json');
  });

  test('baseline.schema.json', async () => {
    await expect(text(baselineJsonSchema())).toMatchFileSnapshot('../schemas/baseline.schema.json');
  });

  test('trial-job.schema.json', async () => {
    await expect(text(trialJobJsonSchema())).toMatchFileSnapshot('../schemas/trial-job.schema.json');
  });
});

describe('result-row.schema.json', () => {
  const read = async (): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(new URL('../schemas/result-row.schema.json', import.meta.url), 'utf8'));

  test.each([sampleRow(), sampleErrorRow(), ...edgeCaseRows()].map((row, index) => [index, row] as const))(
    'accepts a row as it is written (%i)',
    async (_index, row) => {
      expect(validate(await read(), encodeRow(row))).toBe('valid');
    },
  );

  test('checks evaluators inside evaluators inside evaluators', async () => {
    const leaf = { name: 'leaf', type: 'contains', weight: 1, score: 7 };
    const nest = (inner: object): object => ({ name: 'c', type: 'composite', weight: 1, score: 1, evaluators: [inner] });
    const row = { ...encodeRow(sampleRow()), evaluators: [nest(nest(leaf))] };
    expect(validate(await read(), row)).toContain('/evaluators/0/evaluators/0/evaluators/0/score');
  });

  test.each([
    ['a score above 1', { score: 1.5 }],
    ['another version', { schema_version: 2 }],
    ['an unknown status', { status: 'fine' }],
    ['a repeat of 0', { repeat: 0 }],
    ['a message of an unknown role', { input: [{ role: 'narrator', content: '' }] }],
  ])('rejects %s', async (_title, wrong) => {
    expect(validate(await read(), { ...encodeRow(sampleRow()), ...wrong })).not.toBe('valid');
  });

  test('describes every field of every definition', async () => {
    const { properties, $defs } = (await read()) as {
      readonly properties: object;
      readonly $defs: Readonly<Record<string, { readonly properties: object }>>;
    };
    const fields = [properties, ...Object.values($defs).map((definition) => definition.properties)].flatMap((group) =>
      Object.values(group),
    );
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.filter((field) => !field.description)).toEqual([]);
  });
});

describe('run-manifest.schema.json', () => {
  test('accepts a manifest as it is written', () => {
    const finished = sampleManifest({ status: 'finished', finishedAt: '2026-01-01T00:01:00.000Z', options: { a_b: [1] } });
    expect(validate(runManifestJsonSchema(), encodeManifest(sampleManifest()))).toBe('valid');
    expect(validate(runManifestJsonSchema(), encodeManifest(finished))).toBe('valid');
  });

  test('accepts the dialect of an extension, and none that is no name', () => {
    const manifest = (dialect: unknown) => ({ ...encodeManifest(sampleManifest()), suites: [{ name: 'a', path: 'a', dialect, file: 'a', sha256: 'c' }] });
    expect(validate(runManifestJsonSchema(), manifest('other'))).toBe('valid');
    expect(validate(runManifestJsonSchema(), manifest(1))).toContain('dialect');
  });
});

describe('run-summary.schema.json', () => {
  test('accepts a summary as it is printed, and rejects an unknown outcome', () => {
    expect(validate(runSummaryJsonSchema(), encodeSummary(sampleSummary()))).toBe('valid');
    expect(validate(runSummaryJsonSchema(), { ...encodeSummary(sampleSummary()), outcome: 'great' })).toContain('outcome');
  });
});

describe('baseline.schema.json', () => {
  const baseline: Baseline = {
    suite: 'geography',
    target: { name: 'mock', provider: 'mock' },
    date: '2026-01-31',
    cases: new Map([
      ['a', { score: 1, verdict: 'pass' }],
      ['b [temp:0.5]', { score: null, verdict: null, trials: 3, unscored: 3, weight: 2 }],
    ]),
  };

  test('accepts a baseline as it is written, and rejects a score above 1', () => {
    const written: unknown = JSON.parse(formatBaseline(baseline));
    expect(validate(baselineJsonSchema(), written)).toBe('valid');
    const wrong = { ...Object(written), cases: { a: { score: 2, verdict: 'pass' } } };
    expect(validate(baselineJsonSchema(), wrong)).toContain('/cases/a/score');
  });

  test('describes every field', () => {
    const { properties, $defs } = baselineJsonSchema();
    const fields = [properties, ...Object.values($defs ?? {}).map((definition) => Object(definition).properties)];
    expect(fields.flatMap((group) => Object.values(Object(group))).length).toBe(14);
    for (const field of fields.flatMap((group) => Object.values(Object(group)))) expect(Object(field).description).toBeTruthy();
  });
});

describe('trial-job.schema.json', () => {
  const job = encodeJob(sampleJob());

  test('accepts a job as it is written', () => {
    expect(validate(trialJobJsonSchema(), job)).toBe('valid');
  });

  test.each<[string, object, string]>([
    ['another version', { schema_version: 2 }, '/schema_version'],
    ['a key that is none', { trial_key: 'x' }, '/trial_key'],
    ['a line before the first', { case_line: 0 }, '/case_line'],
    ['a digest that is missing', { digests: {} }, '/digests'],
  ])('rejects %s', (_what, wrong, place) => {
    expect(validate(trialJobJsonSchema(), { ...job, ...wrong })).toContain(place);
  });

  test('describes every field', () => {
    const { properties, $defs } = trialJobJsonSchema();
    const fields = [properties, Object($defs?.['JobDigests']).properties].flatMap((group) => Object.values(Object(group)));
    expect(fields.length).toBe(31);
    expect(fields.filter((field) => !Object(field).description)).toEqual([]);
  });
});

describe('the README', () => {
  test('has a line for every field of a row, with its meaning', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const { properties, $defs } = resultRowJsonSchema();
    const fields = [properties, ...Object.values($defs ?? {}).map((definition) => Object(definition).properties)];
    for (const [name, field] of fields.flatMap((group) => Object.entries(Object(group)))) {
      expect(readme).toMatch(new RegExp(`^\\| \`${name}\`\\?? \\|`, 'mu'));
      expect(readme).toContain(`| ${Object(field).description} |`);
    }
  });
});
