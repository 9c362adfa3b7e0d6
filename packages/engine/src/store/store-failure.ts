import { errorText, StoreError, type NamedOption } from '@assay/schema';
import { systemCode } from '../files/system-code.js';
import { findRun } from './find-run.js';

/** What is left to do. */
const RUN_AGAIN = 'The rows that were stored stay; go on with the rest';
const RESUME: readonly NamedOption[] = [{ name: 'resume', value: true }];

interface Reason {
  readonly reason: string;
  readonly hint: string;
  /** True where a run goes on as soon as that is done. */
  readonly goesOn?: true;
}

const REASONS: Readonly<Record<string, Reason>> = {
  ENOSPC: { reason: 'no space left on the disk', hint: 'free some space', goesOn: true },
  EFBIG: { reason: 'the file would grow beyond the limit of the system', hint: 'raise the limit (ulimit -f)', goesOn: true },
  EDQUOT: { reason: 'the disk quota is used up', hint: 'free some space', goesOn: true },
  EACCES: { reason: 'permission denied', hint: 'check who owns the folder and its permissions' },
  EPERM: { reason: 'not permitted', hint: 'check who owns the folder and its permissions' },
  EROFS: { reason: 'the file system is read-only', hint: 'choose a folder that can be written to' },
  ENOTDIR: { reason: 'a part of the path is no folder', hint: 'choose another folder or move away what stands there' },
  EEXIST: { reason: 'what stands there is no folder', hint: 'choose another folder or move away what stands there' },
  EISDIR: { reason: 'a folder stands where a file is needed', hint: 'choose another folder or move that one away' },
  ENOENT: { reason: 'it does not exist', hint: 'check the path' },
  EMFILE: { reason: 'too many open files', hint: 'lower the concurrency or raise the limit (ulimit -n)' },
  ELOOP: { reason: 'links lead round in circles', hint: 'choose another folder or have the links lead somewhere' },
  ENAMETOOLONG: { reason: 'the path is too long', hint: 'choose a shorter one' },
};

/**
 * A failed operation on a run folder as a {@link StoreError} with path and reason.
 * @param doing what failed, e.g. `write`.
 */
export function storeFailure(doing: string, path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const code = systemCode(error);
  const known = code === undefined ? undefined : REASONS[code];
  const reason = known?.reason ?? errorText(error);
  return new StoreError(`cannot ${doing} ${path}: ${reason}${known ? ` (${code})` : ''}`, {
    hint: known?.goesOn ? `${known.hint}. ${RUN_AGAIN}` : known?.hint,
    namedOptions: known?.goesOn ? RESUME : undefined,
    cause: error,
  });
}

/** The same failure as it is told of a run folder: where no run stands in it yet, there is none to be gone on with. */
export async function failureIn(directory: string, error: unknown): Promise<unknown> {
  if (!(error instanceof StoreError) || (await findRun(directory)) !== undefined) return error;
  const known = REASONS[systemCode(error.cause) ?? ''];
  return known?.goesOn ? new StoreError(error.message, { hint: `${known.hint}, and start the run again`, cause: error.cause }) : error;
}
