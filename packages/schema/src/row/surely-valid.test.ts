import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { arbitraryOf } from '../../test/arbitrary-of.js';
import { encodeJob } from '../jobs/job-codec.js';
import { TrialJobSchema } from '../jobs/trial-job-schema.js';
import { edgeCaseRows } from '../testing/samples/edge-case-rows.js';
import { sampleJob } from '../testing/samples/sample-job.js';
import { sampleRow } from '../testing/samples/sample-row.js';
import { encodeRow } from './row-codec.js';
import { ResultRowSchema } from './row-schema.js';
import { surelyValid } from './surely-valid.js';

const overDisk = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const isSure = surelyValid(ResultRowSchema);

test.each(edgeCaseRows())('the row of $caseId is one for sure', (row) => {
  expect(isSure(overDisk(encodeRow(row)))).toBe(true);
});

/** Every place in a value, as the keys that lead there. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

function withChange(value: unknown, [key, ...rest]: readonly string[], change: unknown): unknown {
  if (key === undefined) return change;
  const fields = value as Record<string, unknown>;
  const changed = withChange(fields[key], rest, change);
  if (Array.isArray(value)) return value.with(Number(key), changed);
  return Object.fromEntries(Object.entries({ ...fields, [key]: changed }).filter(([, item]) => item !== undefined));
}

test('what it is sure of is accepted by the schema, whatever was changed in a row', () => {
  const change = fc.constantFrom<unknown>(undefined, null, '', 'x', -1, 0, 1, 1.5, 2, Infinity, true, [], [1], {}, { type: 'text' }, { a: [null] });
  fc.assert(
    fc.property(arbitraryOf(ResultRowSchema), fc.nat(), change, (wire, at, other) => {
      const row = overDisk(wire);
      expect(isSure(row)).toBe(true);
      const places = placesIn(row);
      const changed = withChange(row, places[at % places.length] ?? [], other);
      if (isSure(changed)) expect(v.safeParse(ResultRowSchema, changed).success).toBe(true);
    }),
    // A row that fails would be made smaller for hours.
    { numRuns: process.env['ASSAY_SAMPLES'] === 'all' ? 400 : 25, interruptAfterTimeLimit: 20_000 },
  );
});

test('a number that is checked twice is checked twice: a weight beyond all bounds is none', () => {
  const row = overDisk(encodeRow(sampleRow())) as { evaluators: Record<string, unknown>[] };
  const withWeight = (weight: number): unknown => ({ ...row, evaluators: row.evaluators.map((entry) => ({ ...entry, weight })) });
  expect(isSure(withWeight(2))).toBe(true);
  expect(isSure(withWeight(Number.POSITIVE_INFINITY))).toBe(false);
  expect(isSure(withWeight(-1))).toBe(false);
});

test('bounds, patterns and checks of texts are followed, each of several too', () => {
  const isShort = surelyValid(v.pipe(v.string(), v.minLength(2), v.maxLength(4), v.regex(/^a/u), v.check((text) => text !== 'abc')));
  expect(['ab', 'abcd', 'a', 'abcde', 'ba', 'abc', 7].map((value) => isShort(value))).toEqual([true, true, false, false, false, false, false]);
  const isCount = surelyValid(v.pipe(v.number(), v.safeInteger(), v.minValue(1)));
  expect([1, 0, 1.5, 2 ** 53, '1'].map((value) => isCount(value))).toEqual([true, false, false, false, false]);
});

test('what it is sure of is a job, whatever was changed in one', () => {
  const isJob = surelyValid(TrialJobSchema);
  const job = overDisk(encodeJob(sampleJob()));
  expect(isJob(job)).toBe(true);
  const places = placesIn(job);
  fc.assert(
    fc.property(fc.nat(), fc.oneof(fc.jsonValue(), fc.string(), fc.constantFrom('a'.repeat(32), '../x', 0, -1, undefined)), (at, other) => {
      const changed = withChange(job, places[at % places.length] ?? [], other);
      if (isJob(changed)) expect(v.safeParse(TrialJobSchema, changed).success).toBe(true);
    }),
  );
});

test('it is never sure of what it does not follow', () => {
  const odd = v.pipe(v.string(), v.startsWith('y'));
  expect(surelyValid(odd)('y')).toBe(false);
  expect(surelyValid(v.tuple([v.string()]))(['y'])).toBe(false);
  expect(surelyValid(v.object({ a: v.unknown() }))({})).toBe(false);
});
