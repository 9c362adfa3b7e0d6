import { inWords, InvalidFileError, moreFinding, RepeatedFindings, type Diagnostic, type ReportDiagnostic } from '@assay/schema';
import { sayOptionIn, type OptionWords } from '../../options/option-words.js';

/** Collects the findings of a command, counts them, and hands them on. */
export interface DiagnosticLog {
  readonly report: ReportDiagnostic;
  /** Hands on what happened while trials run: it is about no file, so that `strict` changes nothing. */
  readonly announce: ReportDiagnostic;
  readonly all: readonly Diagnostic[];
  /** Cases left out because a required field is missing. */
  readonly skippedCases: number;
  /**
   * Ends the collecting phase. From now on an error (under `strict` also a warning) is thrown
   * where it is found, because trials are already running.
   * @throws InvalidFileError with everything found so far when there is an error among it.
   */
  settle(): void;
  /** Hands on the numbers of findings that were too many to be handed on one by one. */
  finish(): void;
}

export interface DiagnosticLogOptions {
  readonly strict: boolean;
  /** Receives what is no error: errors are thrown together. */
  readonly onFinding: ReportDiagnostic;
  /** How hints name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

/** Most findings that are kept: a streamed file may have one on each of millions of lines. */
const MOST_KEPT = 10_000;

export function createDiagnosticLog({ strict, onFinding, words }: DiagnosticLogOptions): DiagnosticLog {
  const say = sayOptionIn(words);
  const all: Diagnostic[] = [];
  const repeated = new RepeatedFindings();
  let settled = false;
  let skippedCases = 0;

  const raise = (diagnostic: Diagnostic): Diagnostic =>
    strict && diagnostic.severity === 'warning' ? { ...diagnostic, severity: 'error' } : diagnostic;

  return {
    all,
    announce: (finding) => onFinding(inWords(finding, say)),
    get skippedCases() {
      return skippedCases;
    },
    report(found) {
      const diagnostic = raise(inWords(found, say));
      if (all.length < MOST_KEPT || diagnostic.severity === 'error') all.push(diagnostic);
      if (diagnostic.code === 'missing-field') skippedCases += 1;
      if (diagnostic.severity !== 'error') {
        if (repeated.add(diagnostic)) onFinding(diagnostic);
      } else if (settled) throw new InvalidFileError([diagnostic]);
    },
    finish() {
      for (const more of repeated.more()) onFinding(moreFinding(more));
    },
    settle() {
      settled = true;
      const errors = all.filter((diagnostic) => diagnostic.severity === 'error');
      if (errors.length > 0) throw new InvalidFileError(errors);
    },
  };
}
