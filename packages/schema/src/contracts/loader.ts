import type { Diagnostic, ReportDiagnostic } from '../diagnostics/diagnostic.js';
import type { SourceLocation } from '../diagnostics/location.js';
import type { Suite } from '../domain/suite.js';
import type { ValuePath } from '../domain/value-path.js';
import type { Definitions } from './definitions.js';
import type { DialectConventions } from '../domain/dialect-conventions.js';
import type { Redactor } from '../redaction/redactor.js';
import type { LoadTrust } from './file-rule.js';
import type { SuiteWriter } from './suite-writer.js';
import type { TemplateRenderer } from './template-renderer.js';

/** Which of two spellings wins when a case has both (`input_messages` or `input`, …). */
export type AliasPrecedence = 'canonical' | 'shorthand';

/** A prompt that is given from outside of a suite: its text, or a file. */
export type GivenPrompt =
  /** `place` is what errors name as its file. Default `prompts`. */
  | { readonly text: string; readonly place?: string | undefined }
  /** Absolute path. */
  | { readonly file: string };

export interface LoadOptions {
  /** What is installed; without it options are not checked. */
  readonly definitions?: Definitions | undefined;
  /** The dialects of eval files, in the order in which they are asked. Default: those of `@assay/loaders`. */
  readonly loaders?: readonly Loader[] | undefined;
  /** Fills in the variables of suites. Asked for when a suite has some; without it such suites are refused. */
  readonly templates?: (() => Promise<TemplateRenderer>) | undefined;
  /** Prompts that stand in place of those of the suites. Default: the suites' own. */
  readonly prompts?: readonly GivenPrompt[] | undefined;
  /** Default `canonical`: the long names win. A suite's own key wins over this. */
  readonly aliasPrecedence?: AliasPrecedence | undefined;
  /** Globs of files that are guidelines, not content. */
  readonly guidelinePatterns?: readonly string[] | undefined;
  /** File references may not leave this folder. Default: the nearest project root above the file. */
  readonly projectRoot?: string | undefined;
  /** For files that nobody vouches for. Default: they may do what eval files can do. */
  readonly trust?: LoadTrust | undefined;
  /** Called with the secrets that evaluators with programs hold, before a case that has one is handed on. */
  readonly redactor?: Redactor | undefined;
  /** Folder that shown paths are relative to. Default: the working directory. */
  readonly workingDirectory?: string | undefined;
  /** Also reports what is only worth saying on request, e.g. a missing sidecar. */
  readonly verbose?: boolean | undefined;
  /** Receives every finding that is not thrown. */
  readonly report?: ReportDiagnostic | undefined;
  /**
   * What a suite that is streamed does with a line that has errors: it ends there with an error (`throw`), or reports them
   * and reads on (`report`), to check a whole file. Default `throw`.
   */
  readonly onInvalid?: 'throw' | 'report' | undefined;
}

/** One document of a YAML or JSON file: plain values, and where they stand. */
export interface SourceDocument {
  readonly value: unknown;
  locate(path: ValuePath, which?: 'key' | 'value'): SourceLocation;
  /** A plain value as it stands in the file: `007`, `1.0`. Undefined for all others. */
  written(path: ValuePath): string | undefined;
}

/** A file that may be a suite, opened and parsed as far as that can be done without knowing its dialect. */
export type SuiteSource = {
  /** Absolute path. */
  readonly file: string;
  /** The path as messages show it. */
  readonly shown: string;
} & (
  | {
      /** YAML or JSON. */
      readonly format: 'documents';
      /** Those that hold something: one or several. */
      readonly documents: readonly SourceDocument[];
      /** About the syntax. They are to be reported with what the loader finds. */
      readonly findings: readonly Diagnostic[];
    }
  /** JSONL: read by the loader itself, line by line, never ahead. */
  | { readonly format: 'lines' }
  /** A file with one of the `streamed` extensions of its loader, which reads it itself. */
  | { readonly format: 'streamed' }
  /** A file with an extension that only this loader takes. */
  | { readonly format: 'text'; readonly text: string }
);

/** A folder whose files are one suite. */
export interface SuiteFolder {
  /** Absolute path. */
  readonly folder: string;
  /** The path as messages show it. */
  readonly shown: string;
  /** The files of the dialect; at least one. */
  readonly sources: readonly SuiteSource[];
  /** About files of the folder that cannot be opened or do not belong to the suite. They are to be reported. */
  readonly findings: readonly Diagnostic[];
}

/** What a loader is shown to tell whether a file is its own. Names and folders of files play no part. */
export interface FileContent {
  /** Lower case, with the dot. */
  readonly extension: string;
  /** The values of the documents of YAML and JSON; of JSONL the first line; empty for other files. */
  readonly documents: readonly unknown[];
  /** True for a file of rows for which prompts or columns are said, on the command line or in the sidecar. Default false. */
  readonly prompted?: boolean | undefined;
}

/** Keys that people write for themselves: they are no part of cases, and `assay convert` carries them over. */
export interface NoteKeys {
  /** Of the head of a file. */
  readonly suite: readonly string[];
  readonly case: readonly string[];
  /** The keys that the list of cases may stand under. */
  readonly lists: readonly string[];
}

/** One dialect of eval files: what tells its files, reads them, and writes them. */
export interface Loader {
  readonly kind: 'loader';
  /** Lower case, with `-`; what `Suite.dialect` says. */
  readonly name: string;
  /** Lower case, with the dot. Others than those of YAML, JSON and JSONL are handed on as text. */
  readonly extensions: readonly string[];
  /** Those of the extensions whose files the loader reads itself, as a stream. Default: none besides JSONL. */
  readonly streamed?: readonly string[] | undefined;
  readonly description: string;
  /**
   * How sure it is that a file is of this dialect, from 0 (it is not) to 1 (it has what nothing else has). The surest loader
   * gets the file, the first of those that are equally sure. Keys that other dialects have too are worth less than 0.5.
   */
  detect(content: FileContent): number;
  /**
   * Makes a suite of a file.
   * @throws InvalidFileError with every finding of the file.
   */
  load(source: SuiteSource, options: LoadOptions): Promise<Suite>;
  /**
   * Makes one suite of the files of a folder. Absent when each file of this dialect is a suite of its own.
   * @throws InvalidFileError with every finding of all files.
   */
  loadFolder?(folder: SuiteFolder, options: LoadOptions): Promise<Suite>;
  /** True if its suites may be asked with prompts that are given for them. */
  readonly takesPrompts?: boolean | undefined;
  /** Default: those of {@link DialectConventions}. */
  readonly conventions?: DialectConventions | undefined;
  /** Default: a file of this dialect has nothing that is for people only. */
  readonly notes?: NoteKeys | undefined;
  /** Default: suites cannot be written in this dialect. */
  readonly writers?: readonly SuiteWriter[] | undefined;
}

/** Declares a loader. */
export function defineLoader(loader: Omit<Loader, 'kind'>): Loader {
  return { kind: 'loader', ...loader };
}
