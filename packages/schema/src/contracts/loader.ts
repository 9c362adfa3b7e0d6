import type { ReportDiagnostic } from '../diagnostics/diagnostic.js';
import type { Suite } from '../domain/suite.js';
import type { Definitions } from './definitions.js';
import type { Redactor } from '../redaction/redactor.js';
import type { LoadTrust } from './file-rule.js';

/** Which of two spellings wins when a case has both (`input_messages` or `input`, …). */
export type AliasPrecedence = 'canonical' | 'shorthand';

export interface LoadOptions {
  /** What is installed; without it options are not checked. */
  readonly definitions?: Definitions | undefined;
  /** Default `canonical`: the long names win. A suite's own key wins over this. */
  readonly aliasPrecedence?: AliasPrecedence | undefined;
  /** Globs of files that are guidelines, not content. */
  readonly guidelinePatterns?: readonly string[] | undefined;
  /** File references may not leave this folder. Default: the nearest project root above the file. */
  readonly projectRoot?: string | undefined;
  /** For files that nobody vouches for. Default: they may do what eval files can do. */
  readonly trust?: LoadTrust | undefined;
  /** Is told of the secrets that evaluators with programs hold, before a case that has one is handed on. */
  readonly redactor?: Redactor | undefined;
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
  /** Also reports what is only worth saying on request, e.g. a missing sidecar. */
  readonly verbose?: boolean | undefined;
  /** Receives every finding that is not thrown. */
  readonly report?: ReportDiagnostic | undefined;
}

/** Reads one kind of file. */
export interface Loader {
  readonly kind: 'loader';
  readonly name: string;
  /** Lower-case, with the dot. */
  readonly extensions: readonly string[];
  readonly description: string;
  /** @throws InvalidFileError with every finding of the file. */
  load(file: string, options: LoadOptions): Promise<Suite>;
}

/** Declares a loader. */
export function defineLoader(loader: Omit<Loader, 'kind'>): Loader {
  return { kind: 'loader', ...loader };
}
