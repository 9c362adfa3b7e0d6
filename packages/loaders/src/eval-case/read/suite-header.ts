import {
  type AliasPrecedence,
  type CaseExecution,
  checkKeys,
  describeKind,
  describeValue,
  EVAL_CASE_ALIASES,
  type EvaluatorConfig,
  type GradingKeys,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  pickKey,
  readText,
  reportError,
  type SuiteSetting,
  type ValuePath,
  type Workspace,
} from '@assay/schema';
import { readAssertionsOf } from '../../assertions/read-assertions.js';
import { composeEvaluators, readEvaluators, readRubricEntry, type SuiteEvaluators } from './case-evaluators.js';
import { readEvaluatorEntry } from '../../evaluators/evaluator-entry.js';
import { readAskedTargets } from './asked-targets.js';
import { readDefaultTest } from '../agentv/default-test.js';
import { readRunSettings } from '../agentv/run-settings.js';
import { checkSharedInput, type SharedInput } from '../agentv/shared-input.js';
import { reportUnreadKeys, UNREAD_IN_SUITES } from '../agentv/unread-keys.js';
import { readWorkspace } from '../agentv/workspace-reader.js';
import { readVars } from '../../variables/read-vars.js';
import { readSuitePreprocessors } from '../../evaluators/suite-preprocessors.js';
import { DEFAULT_TARGET } from '../../dialect/default-target.js';
import { readDataset } from '../../fields/dataset.js';
import { judgeHints } from '../../fields/judge-names.js';
import { ASSERTION_KEYS, SUITE_HEADER_KEYS, TABLE_KEYS } from '../../fields/suite-keys.js';
import { readTags } from '../../fields/tags.js';
import type { FillIn } from '../../variables/fill-in.js';
import { hasMarks } from '../../variables/marks.js';

const [, NAME, SUITE] = EVAL_CASE_ALIASES.dataset;

/** What the head of a suite file, or a sidecar, says about all cases. */
export interface SuiteHeader {
  /** The dataset's name, when it is given. */
  readonly dataset: string | undefined;
  readonly description: string;
  /** What every case gets unless it says otherwise. */
  readonly execution: CaseExecution;
  readonly tags: readonly string[];
  readonly evaluators: SuiteEvaluators;
  /** The evaluators of a case that names none, ready to be shared by all of them. */
  readonly defaultEvaluators: readonly EvaluatorConfig[];
  /** True when something that the suite says about evaluators was reported. */
  readonly isScoringRefused?: true | undefined;
  readonly aliasPrecedence: AliasPrecedence;
  /** Targets that the suite itself defines, as written. */
  readonly targets: readonly unknown[];
  /** Key of the list of cases, when there is one. */
  readonly casesKey: string | undefined;
  /** What the file asks of a run. */
  readonly settings: readonly SuiteSetting[];
  /** The folder that the target works in. */
  readonly workspace?: Workspace | undefined;
  /** What stands in front of the input of every case, and the files that come with it. */
  readonly sharedInput?: SharedInput | undefined;
  /** The prompts that every case is asked with, as written. */
  readonly prompts?: JsonValue | undefined;
  /** Variables of every case that does not say otherwise. */
  readonly vars?: JsonObject | undefined;
  /**
   * Of a suite whose evaluators have variables: what it says about the evaluators of a case, with those of the case.
   * @param context of the case.
   */
  readonly refill?: ((fill: FillIn, context: NormalizeContext) => Pick<SuiteHeader, 'evaluators' | 'defaultEvaluators'>) | undefined;
}

const KEYS: ReadonlySet<string> = new Set([
  ...SUITE_HEADER_KEYS,
  ...TABLE_KEYS,
  ...EVAL_CASE_ALIASES.cases,
  '$schema',
  NAME,
  SUITE,
  'providers',
  'version',
  'category',
  'author',
  'license',
  'requires',
  'note',
  'notes',
  'metadata',
]);

const GRADING: GradingKeys = {
  read: ['evaluators', 'evaluator', 'rubrics', ...ASSERTION_KEYS, ...EVAL_CASE_ALIASES.cases],
  how: 'write evaluators: and a list of - type: …, or rubrics: and a list of sentences, for all cases that have none of their own',
};

/** Who judges is no part of a suite. */
const JUDGE_HINTS = judgeHints({
  hint: 'write judges: [provider:model] into .assay/config.yaml, or judge_target: NAME into the target; or name one as you start the run',
  namedOptions: [{ name: 'judges' }],
});

function readAliasPrecedence(context: NormalizeContext, value: unknown): AliasPrecedence {
  if (value === undefined || value === null) return context.aliasPrecedence;
  if (value === 'canonical' || value === 'shorthand') return value;
  reportError(context, ['alias_precedence'], `alias_precedence must be canonical or shorthand, not ${describeValue(value)}`, {
    hint: 'canonical prefers input_messages over input; shorthand the reverse',
  });
  return context.aliasPrecedence;
}

function readInlineTargets(context: NormalizeContext, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  reportError(context, ['targets'], `targets must be a list, not ${describeKind(value)}`, {
    hint: 'write a list of - name: … and provider: …',
  });
  return [];
}

/** Where in a suite assertions stand. */
const ASSERTED_IN: readonly (readonly string[])[] = [[], ['execution'], ['experiment'], ['default_test']];

/** The assertions of a suite, wherever they stand. */
function readSuiteAssertions(context: NormalizeContext, source: JsonObject): SuiteEvaluators['assertions'] {
  const lists = ASSERTED_IN.flatMap((path) => readAssertionsOf(context, source, path) ?? []);
  return lists.length === 0 ? undefined : lists;
}

type HeaderEvaluators = Pick<SuiteHeader, 'evaluators' | 'defaultEvaluators' | 'isScoringRefused'>;

function readHeaderEvaluators(context: NormalizeContext, source: JsonObject): HeaderEvaluators {
  const before = context.tally.errors;
  const singular = source['evaluator'];
  const evaluators: SuiteEvaluators = {
    list: readEvaluators(context, source, [], false),
    rubric: readRubricEntry(context, source, []),
    assertions: readSuiteAssertions(context, source),
    preprocessors: readSuitePreprocessors(context, source),
    fallback: singular === undefined || singular === null ? undefined : readEvaluatorEntry(context, singular, ['evaluator']),
  };
  const defaultEvaluators = composeEvaluators(context, {}, evaluators);
  return { evaluators, defaultEvaluators, ...(context.tally.errors > before ? { isScoringRefused: true } : {}) };
}

const PREPROCESSORS = 'preprocessors';
/** What a suite says about evaluators. */
const SCORING_KEYS: readonly string[] = ['evaluators', 'evaluator', 'rubrics', ...ASSERTION_KEYS, 'execution', 'experiment', 'default_test', PREPROCESSORS];

/** The context of a suite whose findings are those of a case. */
function inPlaceOf(header: NormalizeContext, context: NormalizeContext): NormalizeContext {
  const { report, tally, onEvaluator } = context;
  return {
    ...header,
    report,
    tally,
    ...(onEvaluator ? { onEvaluator } : {}),
    get linePrefix() {
      return context.linePrefix;
    },
    get variables() {
      return context.variables;
    },
  };
}

/** Evaluators with variables are read for each case anew, with those of the case. */
function refillOf(header: NormalizeContext, source: JsonObject): SuiteHeader['refill'] {
  const written = SCORING_KEYS.filter((key) => source[key] !== undefined);
  if (!hasMarks(written.map((key) => source[key]))) return undefined;
  let last: { readonly context: NormalizeContext; readonly own: NormalizeContext } | undefined;
  return (fill, context) => {
    // Rows of a table share their context: what it says of each is asked when it is needed.
    if (last?.context !== context) last = { context, own: inPlaceOf(header, context) };
    const { own } = last;
    return readHeaderEvaluators(own, Object.fromEntries(written.map((key) => [key, key === PREPROCESSORS ? source[key] : fill.evaluators(own, source[key], [key])])) as JsonObject);
  };
}

function readSharedInput(context: NormalizeContext, { input, input_files: files }: JsonObject): SharedInput | undefined {
  const shared: SharedInput = {
    ...(input === undefined || input === null ? {} : { input }),
    ...(files === undefined || files === null ? {} : { files }),
  };
  if (shared.input === undefined && shared.files === undefined) return undefined;
  checkSharedInput(context, shared);
  return shared;
}

/** Tags of a suite may be a mapping: `{ team: search }` is `team:search`. */
function readSuiteTags(context: NormalizeContext, raw: unknown): readonly string[] {
  return isJsonObject(raw) ? readTags({ ...context, locate: (path, which) => context.locate(path.filter((part) => part !== 0), which) }, [raw], ['tags']) : readTags(context, raw, ['tags']);
}

/** Several targets stand in place of one. */
function askedBy(asked: Pick<CaseExecution, 'target' | 'targets'>): CaseExecution {
  return asked.targets ? { target: undefined, targets: asked.targets } : asked;
}

const NO_EVALUATORS: HeaderEvaluators = { evaluators: {}, defaultEvaluators: [] };

export interface SuiteHeaderOptions {
  /** Whether every case has variables, whatever the head says. Default: where it has `prompts` or `vars`. */
  readonly templated?: boolean | undefined;
}

/**
 * Reads what stands beside the cases of a suite, or in a sidecar. Everything has a default: the
 * target `default`, the evaluator `llm_judge`, an empty description.
 */
export function normalizeSuiteHeader(raw: unknown, context: NormalizeContext, options: SuiteHeaderOptions = {}): SuiteHeader {
  const root: ValuePath = [];
  const source = isJsonObject(raw) ? raw : {};
  const before = context.tally.errors;
  checkKeys(context, source, root, KEYS, { hints: JUDGE_HINTS, grading: GRADING, refused: UNREAD_IN_SUITES });
  const defaultTest = readDefaultTest(context, source['default_test']);
  const isScoringRefused = context.tally.errors > before;
  reportUnreadKeys(context, source, root, UNREAD_IN_SUITES);
  const aliasPrecedence = readAliasPrecedence(context, source['alias_precedence']);
  const own: NormalizeContext = aliasPrecedence === context.aliasPrecedence ? context : { ...context, locate: (path, which) => context.locate(path, which), aliasPrecedence };
  const { prompts } = source;
  const ofTests = readVars(context, defaultTest['vars'], ['default_test', 'vars']);
  const ofSuite = readVars(context, source['vars'], ['vars']);
  const vars = ofTests || ofSuite ? { ...ofTests, ...ofSuite } : undefined;
  const sharedInput = readSharedInput(own, source);
  const workspace = readWorkspace(context, source['workspace'], ['workspace']);
  const templated = options.templated ?? ((prompts !== undefined && prompts !== null) || vars !== undefined);
  const refill = templated ? refillOf(own, source) : undefined;
  return {
    dataset: readDataset(context, source),
    description: readText(context, source, root, 'description') ?? '',
    execution: { target: DEFAULT_TARGET, ...askedBy(readAskedTargets(context, source)) },
    settings: readRunSettings(context, source),
    tags: readSuiteTags(context, source['tags']),
    ...(refill ? NO_EVALUATORS : readHeaderEvaluators(own, source)),
    ...(isScoringRefused ? { isScoringRefused } : {}),
    aliasPrecedence,
    targets: readInlineTargets(context, source['targets']),
    casesKey: pickKey(own, source, root, EVAL_CASE_ALIASES.cases),
    ...(prompts === undefined || prompts === null ? {} : { prompts }),
    ...(vars ? { vars } : {}),
    ...(workspace ? { workspace } : {}),
    ...(sharedInput ? { sharedInput } : {}),
    ...(refill ? { refill } : {}),
  };
}
