import { decodeJob, errorText, formatLocation, InvalidFileError, parseJson, toErrorInfo, type AssayError, type ErrorInfo, type ReceivedJob, type TrialJob } from '@assay/schema';

/** The job of a text. @throws InvalidFileError */
export function readJob({ text, location }: ReceivedJob): TrialJob {
  let value: unknown;
  try {
    if (text === undefined) throw new RangeError('it is too long to be one');
    value = parseJson(text);
  } catch (error) {
    const message = `not a job: ${errorText(error)}`;
    throw new InvalidFileError([{ severity: 'error', code: 'invalid-job', message, hint: 'jobs are what assay plan --json prints, one on each line', location }]);
  }
  return decodeJob(value, location);
}

/** What is reported about a job without a row: with the place in a file of this checkout, where there is one. */
export function refusalOf(error: unknown, job: TrialJob | undefined, received: ReceivedJob): ErrorInfo {
  const info = toErrorInfo(error);
  if (!job) return received.problem ? info : { ...info, code: 'invalid-job' };
  const { location } = error as Partial<AssayError>;
  return location ? { ...info, message: `${formatLocation(location)}: ${info.message}` } : info;
}
