import type { Diagnostic } from '@assay/schema';
import type { UnreadableRun } from './earlier-run.js';

/** Says that a newer run was passed over when none was named, since it cannot be read. */
export function passedOverDiagnostic({ runId, error }: UnreadableRun): Diagnostic {
  return {
    severity: 'warning',
    code: 'unreadable-run',
    message: `the newer run ${runId} is passed over, since it cannot be read: ${error.message}`,
    hint: 'if that is the one to go on with, mend it and name it; what it stored is in its results.jsonl',
  };
}
