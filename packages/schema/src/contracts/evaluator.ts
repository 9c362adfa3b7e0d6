import type { GenericSchema, InferOutput } from 'valibot';
import type { NamingHint } from '../diagnostics/named-option.js';
import type { EvalCase } from '../domain/eval-case.js';
import type { EvaluatorConfig } from '../domain/evaluator-config.js';
import type { JsonObject } from '../domain/json.js';
import type { ProviderResponse } from '../domain/response.js';
import type { EvaluationScore, EvaluatorResult, RequirementKind } from '../domain/score.js';
import type { VerdictThresholds } from '../scoring/verdict.js';
import type { Redactor } from '../redaction/redactor.js';
import type { ChildProcesses } from './child-processes.js';
import type { Definition } from './definition.js';
import type { Vector } from './embedder.js';
import type { FileRule } from './file-rule.js';
import type { JudgePanel } from './judge-panel.js';
import type { PanelSpec } from './judge-spec.js';

/** A part of a response that is scored as a response of its own: one turn of a conversation. */
export interface EvaluatedPart {
  readonly evalCase: EvalCase;
  readonly response: ProviderResponse;
}

/** What an evaluator may use of the world around it. */
export interface EvaluatorServices {
  /**
   * The panel of this trial, or one of the judges that the entry names.
   * @throws ConfigError when a judge cannot be made ready.
   */
  judges(panel?: PanelSpec): JudgePanel;
  /**
   * Vectors of texts, in their order, of the embedding model of the run. Tokens and cost are added to the result of the entry
   * that asks; a text that was asked for a moment ago, by whomever, costs nothing again.
   * @param texts none of them empty.
   * @throws UnscoredError when no embedding model is named, or a text is empty; ProviderError when vectors cannot be had.
   */
  embed(texts: readonly string[]): Promise<readonly Vector[]>;
  /**
   * Runs another evaluator entry (members of a composite).
   * @param part of the response, with the case as far as it is about that part. Default: the same response.
   */
  evaluate(config: EvaluatorConfig, part?: EvaluatedPart): Promise<EvaluatorResult>;
  /** Folder of the suite: where relative paths and scripts start from, absolute. */
  readonly directory: string;
  /** Absolute folder that files named in options must stay in, symbolic links followed. */
  readonly projectRoot: string;
  /** What files named in options must keep to besides; absent for files that somebody vouches for. */
  readonly fileRule?: FileRule | undefined;
  /**
   * The folder that the target has worked in, absolute. Absent where there was none, and where a reply is scored again: the folder is
   * gone with its trial.
   */
  readonly workspace?: string | undefined;
  /** Environment variables, `.env` files included. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Sees to it that no program outlives Assay. Default: the groups of programs are ended, and nothing else. */
  readonly processes?: ChildProcesses | undefined;
  /** Knows what must not show in messages. It comes before a text is cut: half a secret cannot be recognized. */
  readonly redactor?: Redactor | undefined;
  readonly thresholds: VerdictThresholds;
  /** Whether lines of rubrics must hold that do not say so. Default true. */
  readonly rubricRequired?: boolean | undefined;
}

export interface EvaluationInput<TOptions = unknown> {
  readonly options: TOptions;
  readonly config: EvaluatorConfig;
  readonly evalCase: EvalCase;
  readonly response: ProviderResponse;
  /** Name of the target that answered. */
  readonly target?: string | undefined;
  readonly services: EvaluatorServices;
  /** Ends the evaluation (Ctrl-C, the trial's time-out). */
  readonly signal: AbortSignal;
}

/** One of the replies that are compared. */
export interface ComparedReply {
  /** Name of the target that answered. */
  readonly target: string;
  /** Label of the variant; empty when nothing is varied. */
  readonly variant: string;
  readonly response: Pick<ProviderResponse, 'text' | 'messages' | 'toolCalls' | 'fileChanges'>;
}

export interface ComparisonInput<TOptions = unknown> {
  readonly options: TOptions;
  readonly config: EvaluatorConfig;
  readonly evalCase: EvalCase;
  /** At least two, in the order of the plan. */
  readonly replies: readonly ComparedReply[];
  readonly services: Omit<EvaluatorServices, 'evaluate'>;
  /** Ends the comparison (Ctrl-C, its time-out). */
  readonly signal: AbortSignal;
}

/** What an evaluator finds wrong with options that fit its schema. */
export interface OptionProblem extends NamingHint {
  /** Keys and indexes from the options to the value, as in the file; empty for the whole entry. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** `warning` when the response can be scored nevertheless, in part. Default `error`. */
  readonly severity?: 'error' | 'warning' | undefined;
  /** True for what is to be said once for a suite, however many cases it is found in. */
  readonly once?: boolean | undefined;
  /** True when nothing is wrong with it but who wrote it: a file that it names may not be read. */
  readonly refused?: boolean | undefined;
}

interface OptionCheck<TOptions = unknown> {
  readonly options: TOptions;
  /** Names of the variables of the case, which prompts may use besides their own; absent where there are none. */
  readonly variables?: readonly string[] | undefined;
  /** As in {@link EvaluatorServices}. */
  readonly directory: string;
  readonly projectRoot: string;
  readonly fileRule?: FileRule | undefined;
}

/** How often something is asked: the two differ where it depends on the replies. Whole, ≥ 0, `least` ≤ `most`. */
export interface AskedTimes {
  readonly least: number;
  readonly most: number;
}

/** What all evaluators say about themselves. */
interface EvaluatorBase<TSchema extends GenericSchema> extends Definition {
  readonly kind: 'evaluator';
  /**
   * Changed when the same reply may get another score than before: part of the scoring key, so that stored scores are known
   * to be out of date. Default: none, which is a version too.
   */
  readonly version?: string | undefined;
  /** Schema of the entry's keys other than `name`, `type` and `weight`. */
  readonly options: TSchema;
  /** What it needs besides the response: judges, an embedding model, or that the target is asked how sure it is. */
  readonly uses?: readonly ('judge' | 'embeddings' | 'confidence')[] | undefined;
  /**
   * Where the options of an entry make it start programs: paths in the options, empty for nowhere.
   * `never` for those that do everything in this process or in the sandbox. Every installed evaluator
   * says it; one that says nothing is taken to start some, and is refused to files that nobody
   * vouches for. Variables of cases cannot stand at these places, and files that are named there count as part of a trial.
   */
  readonly programs?: 'never' | ((options: JsonObject) => readonly OptionProblem['path'][]) | undefined;
  /**
   * Options whose text, or texts inside, may be the path of a file that it reads, such as a prompt or a schema. Files that are named
   * there count as part of a trial, whatever they are called; elsewhere those do that look like a path. Default: none.
   */
  readonly files?: readonly string[] | undefined;
  /**
   * Options that hold a command: paths of keys. What is written there as one text is a line for the shell of the platform, and
   * reaches the evaluator as the list that starts it; a list stays as it is, and starts without a shell. Default: none.
   */
  readonly commands?: readonly (readonly string[])[] | undefined;
  /**
   * True for those that look at more than what was said (files, figures, tools), so that they score
   * a reply without text and tool calls too. All others leave such a reply unscored.
   */
  readonly scoresEmptyReplies?: true | undefined;
  /**
   * True for those that show judges the files of a reply as text, as their option `preprocessors` says: a list, which a suite may
   * have for all of them. With it, files without words are a reply too.
   */
  readonly readsFiles?: true | undefined;
  /**
   * What an entry with these options says must hold besides its own `required` and `min_score`; undefined
   * for nothing. Asked when the entry could not be scored, or there was no reply to score.
   */
  mustHold?(options: JsonObject, settings: { readonly rubricRequired: boolean }): RequirementKind | undefined;
  /**
   * Options whose texts are no templates of the suite, though they may look like it: prompts that the evaluator fills in itself,
   * code. Variables are filled in everywhere else before the evaluator sees its options. Default: none.
   */
  readonly verbatim?: readonly string[] | undefined;
  /**
   * Keys that the schema does not know are handed on as they are (`code_judge` passes them to the
   * script) instead of being warned about.
   */
  readonly openOptions?: boolean | undefined;
  /**
   * Finds what a schema cannot see: patterns that do not compile, files that are not there. Asked
   * when a file is read, so that it shows before the first request; runs no command and asks no
   * network. Never rejects. The same finding at scoring time leaves the response unscored.
   */
  check?(check: OptionCheck<InferOutput<TSchema>>): readonly OptionProblem[] | Promise<readonly OptionProblem[]>;
  /**
   * For those that use judges: whom an entry with these options asks. `none` for nobody, a panel of
   * its own, or undefined for the judges of the run. Default: its `model` option, if it has one.
   */
  judgesOf?(options: JsonObject): PanelSpec | 'none' | undefined;
  /**
   * For those that use judges: how often an entry with these options asks its panel about so many replies, which are 1 unless it
   * compares them. To tell beforehand what a run may take; without it nobody knows but that it asks once at least.
   * @param options have passed the schema.
   */
  judgementsOf?(options: JsonObject, replies: number): number | AskedTimes;
  /**
   * For those that have a list of criteria or of members: the same options with these in the reverse order; undefined for fewer than
   * two. An audit of judges has the same reply judged both ways, since where a criterion stands must not matter. Default: there is no list.
   * @param options have passed the schema.
   */
  reordered?(options: JsonObject): JsonObject | undefined;
}

/** Scores one response. */
export interface ScoringEvaluator<TSchema extends GenericSchema = GenericSchema> extends EvaluatorBase<TSchema> {
  /**
   * Changes nothing of its input, and gives the same for the same input as far as it can. Several replies may be evaluated at once.
   * @throws UnscoredError (or any error) when it cannot score: the result is then null with the
   * error, never a 0.
   */
  evaluate(input: EvaluationInput<InferOutput<TSchema>>): Promise<EvaluationScore> | EvaluationScore;
  readonly compare?: undefined;
}

/**
 * Scores the replies to one case against each other. Its entries wait until all targets and variants of the
 * run have answered the case, each repeat for itself. A reply that is empty waits for nobody, and a target that failed is waited
 * for no longer; with fewer than two replies the entry is unscored. No member of composites.
 */
export interface ComparingEvaluator<TSchema extends GenericSchema = GenericSchema> extends EvaluatorBase<TSchema> {
  /**
   * Changes nothing of its input, and prefers none for its place in the list. Several cases may be compared at once.
   * @returns a score for every reply, in their order. Tokens and cost of judges are shared out among them.
   * @throws UnscoredError (or any error) when it cannot score: all results are then null with the error.
   */
  compare(input: ComparisonInput<InferOutput<TSchema>>): Promise<readonly EvaluationScore[]> | readonly EvaluationScore[];
  readonly evaluate?: undefined;
}

export type EvaluatorDefinition<TSchema extends GenericSchema = GenericSchema> = ScoringEvaluator<TSchema> | ComparingEvaluator<TSchema>;

/** Declares an evaluator with its options typed by its schema: one that scores a response, or one that compares several. */
export function defineEvaluator<const TSchema extends GenericSchema>(
  definition: Omit<ScoringEvaluator<TSchema>, 'kind'>,
): ScoringEvaluator<TSchema>;
export function defineEvaluator<const TSchema extends GenericSchema>(
  definition: Omit<ComparingEvaluator<TSchema>, 'kind'>,
): ComparingEvaluator<TSchema>;
export function defineEvaluator<const TSchema extends GenericSchema>(
  definition: Omit<ScoringEvaluator<TSchema>, 'kind'> | Omit<ComparingEvaluator<TSchema>, 'kind'>,
): EvaluatorDefinition<TSchema> {
  return { kind: 'evaluator', ...definition };
}
