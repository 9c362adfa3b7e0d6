import type { Diagnostic } from '@assay/schema';
import type { DetectedDialect } from '../dialect/detect-dialect.js';
import { startOf } from '../files/file-problem.js';

const SKIPPED: Partial<Record<DetectedDialect, string>> = {
  sidecar: 'it is a sidecar: it has settings but no cases',
  'target-file': 'it defines targets',
  config: 'it is a project configuration',
  baseline: 'it is a baseline',
  'other-baseline': 'it is a baseline of another tool, as it has no baseline_version',
  'run-row': 'it is the result of a run',
  recording: 'it is a recording of replies',
};

/** Why a file that was not named itself is passed over; undefined when it is a suite (or may be one). */
export function skipReason(dialect: DetectedDialect, shown: string): Diagnostic | undefined {
  const location = startOf(shown);
  if (dialect === 'unknown') {
    return {
      severity: 'warning',
      code: 'skipped-file',
      message: 'skipped: it is not recognised as an eval file',
      location,
      hint: 'name the file itself to see why',
    };
  }
  const reason = SKIPPED[dialect];
  return reason === undefined
    ? undefined
    : { severity: 'info', code: 'skipped-file', message: `skipped: ${reason}`, location };
}
