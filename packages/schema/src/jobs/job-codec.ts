import * as v from 'valibot';
import type { SourceLocation } from '../diagnostics/location.js';
import { isJsonObject } from '../domain/json.js';
import { InvalidFileError } from '../errors/invalid-file-error.js';
import { surelyValid } from '../row/surely-valid.js';
import { wireCodec } from '../row/wire/wire-codec.js';
import { TrialJobSchema } from './trial-job-schema.js';
import { JOB_SCHEMA_VERSION, type TrialJob } from './trial-job.js';

const codec = wireCodec<TrialJob>(TrialJobSchema);
/** Made when the first job comes. */
let surely: ((value: unknown) => boolean) | undefined;

function isSurelyJob(value: unknown): boolean {
  surely ??= surelyValid(TrialJobSchema);
  return surely(value);
}

/** A job as the JSON object that travels. */
export function encodeJob(job: TrialJob): Record<string, unknown> {
  return codec.encode(job);
}

function notAJob(message: string, hint: string, location: SourceLocation | undefined): InvalidFileError {
  return new InvalidFileError([{ severity: 'error', code: 'invalid-job', message: `not a job: ${message}`, hint, location }]);
}

/**
 * A job as it arrives; keys that are not known are left out.
 * @param location where it stands, for the message.
 * @throws InvalidFileError when it is no job, or one of another version.
 */
export function decodeJob(value: unknown, location?: SourceLocation): TrialJob {
  const version = isJsonObject(value) ? value['schema_version'] : undefined;
  if (typeof version === 'number' && version !== JOB_SCHEMA_VERSION) {
    throw notAJob(`schema_version: ${version} is not the version that this Assay reads (${JOB_SCHEMA_VERSION})`, 'plan and work with the same version of Assay', location);
  }
  if (!isSurelyJob(value)) {
    const result = v.safeParse(TrialJobSchema, value);
    if (!result.success) {
      const issue = result.issues[0];
      throw notAJob(`${v.getDotPath(issue) ?? 'value'}: ${issue.message}`, 'jobs are what assay plan --json prints, one on each line', location);
    }
  }
  return codec.decode(value as Record<string, unknown>);
}
