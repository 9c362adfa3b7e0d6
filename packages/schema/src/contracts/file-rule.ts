import type { ReportDiagnostic } from '../diagnostics/diagnostic.js';
import type { SourceLocation } from '../diagnostics/location.js';

/** A file that a suite names or brings along, and that stands inside the folder which it may not leave. */
interface NamedFile {
  /** Absolute, as it was found. */
  readonly path: string;
  /** Absolute, symbolic links followed. */
  readonly real: string;
  /** Absolute folder that the file may not leave. */
  readonly root: string;
}

/** Why a file may not be read, in words that follow its name (`is ignored by git`); undefined when it may. */
export type FileRule = (file: NamedFile) => string | undefined;

/** Where a suite is. */
export interface SuitePlace {
  /** Absolute root of its project; the folder that counts as one where there is none. */
  readonly root: string;
  /** Absolute folder of the suite. */
  readonly directory: string;
}

/**
 * What holds for files that nobody vouches for: they start no programs, and name only such files as
 * the rule lets pass.
 */
export interface LoadTrust {
  readonly fileRule: FileRule;
  /** The folder that the files which a suite names must stay in. Default: the root. */
  readonly within?: ((place: SuitePlace) => string) | undefined;
  /** Called with each judge that an evaluator names by its `model`, before the case that has it is handed on. */
  readonly onJudge?: ((model: string, location: SourceLocation) => void) | undefined;
  /**
   * Receives what a file asks for and does not get, as errors with their places. The file is read on
   * without it, so that everything is reported at once: a caller that heard of one must not go on.
   */
  readonly onRefused: ReportDiagnostic;
}
