import type { Diagnostic } from '@assay/schema';
import type { Detected } from '../dialect/detect-dialect.js';
import { startOf } from '../files/file-problem.js';

/** Why a file that was not named itself is passed over; undefined when it is a suite. */
export function skipReason(detected: Detected, shown: string): Diagnostic | undefined {
  if (detected.kind === 'suite') return undefined;
  const location = startOf(shown);
  if (detected.kind === 'other') return { severity: 'info', code: 'skipped-file', message: `skipped: ${detected.file.skipped}`, location };
  return {
    severity: 'warning',
    code: 'skipped-file',
    message: 'skipped: it is not recognised as an eval file',
    location,
    hint: 'name the file itself to see why',
  };
}
