import { errorText, UsageError } from '@assay/schema';
import { errorCode } from './error-code.js';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would grow beyond the limit of the system',
  ENOENT: 'a part of the path does not exist',
  ENOTDIR: 'a part of the path is no folder',
  ENAMETOOLONG: 'the path is too long',
  ELOOP: 'links lead round in circles',
  EEXIST: 'what stands there is no folder',
  EISDIR: 'a folder stands there',
};

/** Why a file could not be written or removed, in words. */
export function writeReason(error: unknown): string {
  return REASONS[errorCode(error) ?? ''] ?? errorText(error);
}

/** @param shown the file as it is to be named. @param hint what to do about it. */
export function writeFailure(shown: string, error: unknown, hint: string): UsageError {
  return new UsageError(`cannot write ${shown}: ${writeReason(error)}`, { hint, cause: error });
}
