import { defineReporter, encodeSummary, type Reporter } from '@assay/schema';
import type { TextStream } from './text-stream.js';

export interface JsonReporterOptions {
  /** Gets the document. */
  readonly stdout: TextStream;
}

/**
 * Prints one JSON document when the run has ended: its summary with snake_case names, as
 * `RunSummarySchema` of `@assay/schema` describes it. Nothing else is printed.
 */
export function createJsonReporter({ stdout }: JsonReporterOptions): Reporter {
  return defineReporter({
    name: 'json',
    runFinished(summary) {
      stdout.write(`${JSON.stringify(encodeSummary(summary), null, 2)}\n`);
    },
  });
}
