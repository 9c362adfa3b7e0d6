import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidFileError } from '../errors/invalid-file-error.js';
import { sampleJob } from '../testing/samples/sample-job.js';
import { decodeJob, encodeJob } from './job-codec.js';

const wire = (): Record<string, unknown> => JSON.parse(JSON.stringify(encodeJob(sampleJob()))) as Record<string, unknown>;

test('a job comes back as it was sent, in snake_case on the way', () => {
  expect(decodeJob(wire())).toEqual(sampleJob());
  expect(Object.keys(wire()).filter((key) => /[A-Z]/u.test(key))).toEqual([]);
  expect(decodeJob({ ...wire(), command: 'rm -rf /', endpoint: 'http://evil' })).toEqual(sampleJob());
});

describe('what is no job is told as that, with what is wrong', () => {
  test.each<[Record<string, unknown> | unknown[] | null, RegExp]>([
    [null, /not a job/u],
    [[], /not a job/u],
    [{ schema_version: 2 }, /schema_version: 2 is not the version/u],
    [{ schema_version: '1' }, /schema_version/u],
    [{ suite_file: '../evil.yaml' }, /suite_file: must be a relative path/u],
    [{ suite_file: '/etc/passwd' }, /suite_file/u],
    [{ suite_file: 'a/../../b' }, /suite_file/u],
    [{ suite_file: String.raw`..\b` }, /suite_file/u],
    [{ suite_file: 'C:/b' }, /suite_file/u],
    [{ suite_file: 'a\u0000b' }, /suite_file/u],
    [{ suite_file: '' }, /suite_file/u],
    [{ case_line: 0 }, /case_line/u],
    [{ case_line: 1.5 }, /case_line/u],
    [{ repeat: 1e300 }, /repeat/u],
    [{ trial_key: 'A'.repeat(32) }, /trial_key: must be 32 hex digits/u],
    [{ salt: '' }, /salt/u],
    [{ case_id: 'x'.repeat(20_000) }, /case_id/u],
    [{ digests: {} }, /digests\.input/u],
  ])('%j', (change, message) => {
    const value = change === null || Array.isArray(change) ? change : { ...wire(), ...change };
    expect(() => decodeJob(value)).toThrow(InvalidFileError);
    expect(() => decodeJob(value)).toThrow(message);
  });

  test('with its place', () => {
    const location = { file: 'standard input', line: 7, column: 1 };
    expect(() => decodeJob({}, location)).toThrow(expect.objectContaining({ location }));
  });
});

test('whatever stands in place of any part, it is a job or an InvalidFileError', () => {
  const paths = ['schema_version', 'assay_version', 'run_id', 'salt', 'trial_key', 'suite', 'suite_path', 'suite_file', 'case_id', 'case_line', 'target', 'variant', 'repeat', 'digests', 'files'];
  const decoded = (value: unknown): void => {
    try {
      const job = decodeJob(value);
      expect(decodeJob(JSON.parse(JSON.stringify(encodeJob(job))))).toEqual(job);
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
    }
  };
  fc.assert(fc.property(fc.anything(), decoded));
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.oneof(fc.anything(), fc.string()), (key, value) => decoded({ ...wire(), [key]: value })),
  );
  fc.assert(fc.property(fc.jsonValue(), (value) => decoded({ ...wire(), digests: { ...(wire()['digests'] as object), judges: value } })));
});
