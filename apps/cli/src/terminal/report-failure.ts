import { AssayError, InvalidFileError, isError, QueueError, StoreError } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { sayOptionIn } from '../options/option-words.js';
import { UnsettledError } from '../processes/unsettled-error.js';
import { errorColors } from './output-style.js';
import { guardOutput } from '../secrets/guard-output.js';

/** Prints what ended a command, with its place and its way out, and returns the exit code it stands for. */
export function reportFailure(error: unknown): number {
  guardOutput();
  if (error instanceof InvalidFileError) {
    process.stderr.write(`${error.format(sayOptionIn()).replaceAll(/\berror:/gu, errorColors.red('error:'))}\n`);
    return EXIT.usage;
  }
  if (error instanceof AssayError) {
    process.stderr.write(`${errorColors.red('error')}: ${error.format(sayOptionIn())}\n`);
    return error instanceof StoreError || error instanceof QueueError || error instanceof UnsettledError ? EXIT.undecided : EXIT.usage;
  }
  if (isError(error) && 'syscall' in error && error.syscall === 'uv_cwd') {
    process.stderr.write(`${errorColors.red('error')}: the working folder does not exist any more\n  fix: go to another folder, and run the command there\n`);
    return EXIT.usage;
  }
  const detail = isError(error) ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${errorColors.red('error')}: something went wrong inside Assay\n${detail}\n` +
      '  fix: please report this with the command that you ran and the lines above\n',
  );
  return EXIT.undecided;
}
