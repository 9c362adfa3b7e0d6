import { formatDiagnostic, inWords, moreFinding, RepeatedFindings, type Diagnostic, type ReportDiagnostic } from '@assay/schema';
import { sayOptionIn } from '../options/option-words.js';

/** Prints findings about files on stderr, notes apart. One that stands in many places is said a few times, and counted. */
export interface FindingPrinter {
  readonly report: ReportDiagnostic;
  /** Prints what was counted. To be called when reading has ended, however it has. */
  finish(): void;
}

export function createFindingPrinter(): FindingPrinter {
  const say = sayOptionIn();
  const repeated = new RepeatedFindings();
  const print = (finding: Diagnostic): void => {
    process.stderr.write(`${formatDiagnostic(inWords(finding, say))}\n`);
  };
  return {
    report: (finding) => {
      if (finding.severity !== 'info' && repeated.add(finding)) print(finding);
    },
    finish() {
      for (const more of repeated.more()) print(moreFinding(more));
    },
  };
}
