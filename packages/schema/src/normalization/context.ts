import type { Definitions } from '../contracts/definitions.js';
import type { EvaluatorDefinition } from '../contracts/evaluator.js';
import { findDefinition } from '../contracts/find-definition.js';
import type { AliasPrecedence } from '../contracts/loader.js';
import type { LoadTrust } from '../contracts/file-rule.js';
import type { ReportDiagnostic } from '../diagnostics/diagnostic.js';
import type { SourceLocation } from '../diagnostics/location.js';
import type { JsonObject, JsonValue } from '../domain/json.js';
import type { FilePart } from '../domain/message.js';
import type { ValuePath } from '../domain/value-path.js';

/** A value that was written inside a text. */
export interface FlowValue {
  readonly value: JsonValue;
  /** As in {@link NormalizeContext}, for a path in the value. */
  writtenAt(path: ValuePath): string | undefined;
}

/** Absolute folders. */
interface DatasetPlace {
  /** Where relative paths start from. */
  readonly directory: string;
  /** What folders must stay in. */
  readonly projectRoot: string;
  /** What messages show paths from. */
  readonly workingDirectory: string;
  /** For files that nobody vouches for. */
  readonly trust?: LoadTrust | undefined;
}

/** What the normalization of one file needs to know, whatever the file's format is. */
export interface NormalizeContext {
  /** Where a value (or its key) stands. Called when something is reported, and for what has its place kept. */
  locate(path: ValuePath, which?: 'key' | 'value'): SourceLocation;
  /** True when it is kept where evaluators stand: for documents that are read as a whole. Default false. */
  readonly keepsPlaces?: boolean | undefined;
  readonly report: ReportDiagnostic;
  readonly definitions?: Definitions | undefined;
  readonly aliasPrecedence: AliasPrecedence;
  /** True where the settings of the project alone can say it, and the file has no key for it. Default false. */
  readonly precedenceOfProject?: boolean | undefined;
  /** Put before every message, e.g. `Line 3: `. */
  readonly linePrefix?: string | undefined;
  /** Told about every file that a message refers to. */
  onFile?(part: FilePart, path: ValuePath): void;
  /**
   * Told about every evaluator that has a `check` or may start programs, and whose options fit its schema.
   * `path` finds the place of a value of the options in the document; `label` names the entry in front of a message, e.g.
   * `evaluator "safety": `.
   */
  onEvaluator?(
    definition: EvaluatorDefinition,
    options: JsonObject,
    path: (inOptions: ValuePath) => ValuePath,
    label: string,
    variables?: readonly string[],
  ): void;
  /** Where the dataset lies, for folders that it names. Default: whether they are there is not known. */
  readonly place?: DatasetPlace | undefined;
  /** Names of the variables of the case; absent where there are none. Told to `onEvaluator`. */
  readonly variables?: readonly string[] | undefined;
  /** Number of parts at the start of every path that say which document of the file is meant. Default 0. */
  readonly documentDepth?: number | undefined;
  /** A plain value as it stands in the file: `007`, `1.0`. Undefined for values in quotes, lists and mappings. */
  writtenAt?(path: ValuePath): string | undefined;
  /** Reads a quoted or bracketed YAML value that stands inside a text; undefined when it is none. */
  parseFlow?(text: string): FlowValue | undefined;
  /** Counts the errors reported so far, from 0; and everything that was given to `report` and `onEvaluator`, if that was anything. */
  readonly tally: { errors: number; handedOn?: number };
}

/** Evaluators found so far: a dataset asks for the same few types millions of times. */
const found = new WeakMap<readonly EvaluatorDefinition[], Map<string, EvaluatorDefinition>>();

/** The installed evaluator with this name or alias; undefined also when nothing is known to be installed. */
export function findEvaluator(context: NormalizeContext, type: string): EvaluatorDefinition | undefined {
  const installed = context.definitions?.evaluators;
  if (!installed) return undefined;
  let known = found.get(installed);
  if (!known) found.set(installed, (known = new Map()));
  const before = known.get(type);
  if (before) return before;
  const definition = findDefinition(installed, type);
  if (definition) known.set(type, definition);
  return definition;
}
