import { resolve } from 'node:path';
import { readRecording } from '@assay/providers';
import { createOutputsCheck, type OutputsCheck, type OutputsCheckOptions } from './outputs-check.js';

export interface OpenOutputsOptions extends Pick<OutputsCheckOptions, 'repeats' | 'report' | 'words'> {
  /** As it is written on the command line. */
  readonly file: string;
  readonly cwd: string;
  readonly maxReplyMb: number | undefined;
}

/** Reads outputs to be scored. @throws InvalidFileError when they cannot be read, or some of them cannot be used. */
export async function openOutputs({ file, cwd, maxReplyMb, ...rest }: OpenOutputsOptions): Promise<OutputsCheck> {
  return createOutputsCheck({ recording: await readRecording(resolve(cwd, file), file, maxReplyMb), ...rest });
}
