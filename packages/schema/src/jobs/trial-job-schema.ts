import * as v from 'valibot';
import { MOST_JOB_FILES } from './trial-job.js';

/** The wire form of a job. What comes from a queue or a pipe may be anything, so that every text has a bound. */

const LONGEST_NAME = 10_000;

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_NAME));
const key = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/u, 'must be 32 hex digits'));
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

/** A path that stays below where it starts: relative, with slashes, without `.` and `..`. */
function isInside(path: string): boolean {
  if (/[\\\p{Cc}]|^[A-Za-z]:/u.test(path)) return false;
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

const inside = v.pipe(name, v.check(isInside, 'must be a relative path with slashes that leaves no folder'));

export const JobDigestsSchema = v.object({
  input: key,
  expectations: key,
  evaluators: key,
  settings: key,
  workspace: key,
  files: key,
  prompts: key,
  variant: key,
  target: key,
  judges: key,
  embeddings: key,
  versions: key,
  thresholds: key,
  rubric_required: key,
  prices: key,
  trust: key,
});

export const TrialJobSchema = v.object({
  schema_version: v.literal(1),
  assay_version: name,
  run_id: name,
  salt: v.pipe(v.string(), v.minLength(16), v.maxLength(256)),
  trial_key: key,
  suite: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
  suite_path: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
  suite_file: inside,
  case_id: name,
  case_line: count,
  target: name,
  variant: v.pipe(v.string(), v.maxLength(LONGEST_NAME)),
  repeat: count,
  digests: JobDigestsSchema,
  files: v.pipe(v.array(v.pipe(v.string(), v.regex(/^[\da-f]{16}$/u, 'must be 16 hex digits'))), v.maxLength(MOST_JOB_FILES)),
});
