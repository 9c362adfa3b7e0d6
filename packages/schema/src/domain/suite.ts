import type { DialectConventions } from './dialect-conventions.js';
import type { SourceLocation } from '../diagnostics/location.js';
import type { CaseExecution, EvalCase } from './eval-case.js';
import type { EvaluatorConfig } from './evaluator-config.js';
import type { JsonObject, JsonValue } from './json.js';
import type { WrittenTarget } from './target.js';

/** A case with its place. The place is kept beside the case, so that equal cases stay equal. */
export interface LocatedCase {
  readonly evalCase: EvalCase;
  readonly location: SourceLocation;
  /** Where the case names its target, when it names one itself and the place is known. */
  readonly targetLocation?: SourceLocation | undefined;
  /** Where one of its evaluators is written, which may be beside the cases; undefined where that is not known. */
  readonly evaluatorLocation?: ((evaluator: EvaluatorConfig) => SourceLocation | undefined) | undefined;
}

/** What a file asks of the run that it is a part of, as the settings of a project say it. */
export interface SuiteSetting {
  /** As under `defaults:` of a project: `repeat`, `threshold`, `max_cost`, … */
  readonly key: string;
  /** As the file calls it, with what holds it: `execution.budget_usd`. Absent where that is the key. */
  readonly written?: string | undefined;
  readonly value: JsonValue;
  readonly location: SourceLocation;
}

/** One dataset: a file (with its sidecar) or a folder of test cases. */
export interface Suite {
  /**
   * The dataset's name. It depends on the file alone, so that suites may share one: name and `path`
   * together tell them apart.
   */
  readonly name: string;
  /**
   * The dataset's path from the root of its project, with slashes: the file's, or of test cases in a
   * folder of suites, that folder's. The same wherever the project is kept.
   */
  readonly path: string;
  /** Name of the loader that made it: `eval-case`, `blueprint`, `test-case` or that of an extension. */
  readonly dialect: string;
  /** Of its dialect. Default: those of {@link DialectConventions}. */
  readonly conventions?: DialectConventions | undefined;
  /** Absolute path of the dataset file or folder. */
  readonly file: string;
  /** Absolute paths of all files that make it, the sidecar included. Default: `file` alone. */
  readonly sources?: readonly string[] | undefined;
  readonly description: string;
  /** What the file says about the suite and nothing of a run depends on: title, author, references, …; keys in snake_case. */
  readonly metadata?: JsonObject | undefined;
  readonly execution: CaseExecution;
  /** Where the targets of `execution` are written, in their order; absent when the file names none. */
  readonly targetLocations?: readonly SourceLocation[] | undefined;
  /** What the file asks of a run, each key once. Whoever starts the run has the last word. Default: nothing. */
  readonly settings?: readonly SuiteSetting[] | undefined;
  /** Targets that the suite itself defines. */
  readonly targets: readonly WrittenTarget[];
  /**
   * Number of usable cases when the file has been read whole; undefined for streamed formats,
   * which are never read ahead.
   */
  readonly size: number | undefined;
  /**
   * The cases in file order. May be called again; a streamed file is then read again.
   * @throws InvalidFileError when a streamed file turns out to be invalid.
   */
  cases(): AsyncIterable<LocatedCase>;
  /**
   * The case that begins on a line of the file that the cases stand in, from 1; undefined when none does. For streamed formats, so that one case can be
   * had without those before it.
   * @param id of the case that is meant, where a line stands for several. Default, and when none of them has it: the first.
   * @throws InvalidFileError when the line is invalid.
   */
  caseAt?(line: number, id?: string): Promise<LocatedCase | undefined>;
}
