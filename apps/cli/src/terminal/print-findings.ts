import { formatDiagnostic, moreFinding, RepeatedFindings, type Diagnostic, type ReportDiagnostic } from '@assay/schema';

/** Prints findings about files on stderr, notes apart. One that stands in many places is said a few times, and counted. */
export interface FindingPrinter {
  readonly report: ReportDiagnostic;
  /** Prints what was counted. To be called when reading has ended, however it has. */
  finish(): void;
}

export function createFindingPrinter(): FindingPrinter {
  const repeated = new RepeatedFindings();
  const print = (finding: Diagnostic): void => {
    process.stderr.write(`${formatDiagnostic(finding)}\n`);
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
