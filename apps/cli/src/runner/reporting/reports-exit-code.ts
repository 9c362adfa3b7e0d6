import { EXIT, moreSerious } from '../../exit-codes.js';
import type { LostReporter } from './isolate-reporters.js';

/** An exit code that says nothing bad becomes 3 when a report is lost that was asked for by its name. */
export function reportsExitCode(exitCode: number, lost: readonly LostReporter[]): number {
  return lost.some(({ report }) => report !== undefined) ? moreSerious(exitCode, EXIT.undecided) : exitCode;
}
