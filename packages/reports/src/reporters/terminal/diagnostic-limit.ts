import type { Diagnostic } from '@assay/schema';
import { formatCount } from '../../format/format-count.js';

/** Keeps ten thousand findings of one kind from burying all the others. */
export interface DiagnosticLimit {
  /** True if the finding is to be shown; otherwise it is counted. */
  admits(diagnostic: Diagnostic): boolean;
  /** What was only counted, in words, one line for each kind. */
  rest(): readonly string[];
}

/** Shows the first `max` warnings and notes of each kind; errors always. */
export function createDiagnosticLimit(max: number): DiagnosticLimit {
  const counts = new Map<string, number>();
  return {
    admits({ severity, code }) {
      if (severity === 'error') return true;
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      return count <= max;
    },
    rest: () =>
      [...counts]
        .filter(([, count]) => count > max)
        .map(([code, count]) => `… ${formatCount(count - max, 'more finding')} of the kind ${code}`),
  };
}
