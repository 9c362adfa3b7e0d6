import {
  EVAL_CASE_ALIASES,
  type EvaluatorConfig,
  type EvaluatorEntry,
  findEvaluator,
  isJsonObject,
  type JsonValue,
  nameEvaluators,
  type NormalizeContext,
  pickSpelling,
  reportInfo,
  type Spelling,
  type ValuePath,
} from '@assay/schema';
import { readEvaluatorEntry, readEvaluatorList } from '../../evaluators/evaluator-entry.js';
import { handPlaces } from '../../evaluators/evaluator-places.js';
import { readRubrics } from '../../evaluators/rubrics.js';
import { withPreprocessors } from '../../evaluators/suite-preprocessors.js';

/** The evaluator of cases that neither they nor their suite give one. */
const LAST_DEFAULT = 'llm_judge';

/** What a suite says about the evaluators of its cases. */
export interface SuiteEvaluators {
  /** The suite's `evaluators`; undefined when it has none. */
  readonly list?: readonly EvaluatorEntry[] | undefined;
  /** The suite's `rubrics`, as an evaluator. */
  readonly rubric?: EvaluatorEntry | undefined;
  /** The suite's `assert`, which holds for its cases besides their own. */
  readonly assertions?: readonly EvaluatorEntry[] | undefined;
  /** The suite's `evaluator`: only for cases that have no other. */
  readonly fallback?: EvaluatorEntry | undefined;
  /** How files of replies become text, for all evaluators that ask judges. */
  readonly preprocessors?: readonly JsonValue[] | undefined;
}

/** `evaluators: []` and `rubrics: []` say nothing: the case gets what it would get without them. */
function reportEmptyList(context: NormalizeContext, label: string, path: ValuePath): void {
  reportInfo(context, path, `${label} is an empty list, which counts as left out`, {
    code: 'empty-list',
    which: 'key',
    hint: 'remove it, or list what a reply is scored by; without any of its own a case is scored as its suite says, else by llm_judge',
  });
}

/** The evaluator that inline `rubrics` stand for. */
export function readRubricEntry(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
): EvaluatorEntry | undefined {
  const written = raw['rubrics'];
  if (Array.isArray(written) && written.length === 0) reportEmptyList(context, 'rubrics', [...path, 'rubrics']);
  const rubrics = readRubrics(context, written, [...path, 'rubrics']);
  if (!rubrics) return undefined;
  const installed = context.definitions === undefined || findEvaluator(context, 'rubric');
  if (!installed) return { name: undefined, type: 'rubric', weight: 1, options: { rubrics } };
  return readEvaluatorEntry(context, { type: 'rubric', rubrics }, path);
}

function expand(value: unknown): unknown {
  return typeof value === 'string' ? [value] : value;
}

/**
 * The entries under `evaluators` or `execution.evaluators`, and for a case also `evaluator: NAME`.
 * Undefined when none of them is there, or the list is empty.
 */
export function readEvaluators(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  singular: boolean,
): readonly EvaluatorEntry[] | undefined {
  const { evaluators, execution: written } = raw;
  const execution = isJsonObject(written) ? written : {};
  // One spelling alone is by far the most common, and the cheapest.
  if (Array.isArray(evaluators) && evaluators.length > 0 && written === undefined && !(singular && 'evaluator' in raw)) {
    return readEvaluatorList(context, evaluators, [...path, 'evaluators']);
  }
  const [list, executed, single] = EVAL_CASE_ALIASES.evaluators;
  const spellings: Spelling[] = [
    { label: list, path: [...path, list], value: evaluators },
    { label: executed, path: [...path, ...executed.split('.')], value: execution['evaluators'] },
  ];
  if (singular) spellings.push({ label: single, path: [...path, single], value: raw[single] });
  const chosen = pickSpelling(context, spellings, list, expand);
  if (!chosen) return undefined;
  if (Array.isArray(chosen.value) && chosen.value.length === 0) {
    reportEmptyList(context, chosen.label, chosen.path);
    return undefined;
  }
  if (chosen.label !== 'evaluator' || Array.isArray(chosen.value)) {
    return readEvaluatorList(context, chosen.value, chosen.path);
  }
  const entry = readEvaluatorEntry(context, chosen.value, chosen.path);
  return entry ? [entry] : [];
}

function lastDefault(context: NormalizeContext): EvaluatorEntry {
  const plain = { name: undefined, type: LAST_DEFAULT, weight: 1, options: {} };
  return findEvaluator(context, LAST_DEFAULT) ? (readEvaluatorEntry({ ...context, keepsPlaces: false }, LAST_DEFAULT, []) ?? plain) : plain;
}

/** Assertions of a case and of its suite may have the same name: those that come later are numbered. */
function withOwnNames(assertions: readonly EvaluatorEntry[], others: readonly EvaluatorEntry[]): readonly EvaluatorEntry[] {
  const taken = new Set(others.map(({ name }) => name));
  return assertions.map((entry) => {
    if (entry.name === undefined) return entry;
    let name = entry.name;
    for (let number = 2; taken.has(name); number += 1) name = `${entry.name}-${number}`;
    taken.add(name);
    return name === entry.name ? entry : { ...entry, name };
  });
}

/** What a case says itself about how it is scored. */
export type OwnEvaluators = Omit<SuiteEvaluators, 'fallback' | 'preprocessors'>;

/**
 * Puts together the evaluators of a case: rubrics first (its own, else the suite's), then its own
 * list, else the suite's, then its assertions and the suite's; if that is nothing, the suite's default or `llm_judge`.
 */
export function composeEvaluators(
  context: NormalizeContext,
  own: OwnEvaluators,
  suite: SuiteEvaluators,
): readonly EvaluatorConfig[] {
  const rubric = own.rubric ?? suite.rubric;
  const list = own.list ?? suite.list ?? [];
  const written = rubric ? [rubric, ...list] : list;
  const asserted = [...(own.assertions ?? []), ...(suite.assertions ?? [])];
  const entries = asserted.length === 0 ? written : [...written, ...withOwnNames(asserted, written)];
  const given = entries.length > 0 ? entries : [suite.fallback ?? lastDefault(context)];
  const evaluators = withPreprocessors(context, nameEvaluators(given), suite.preprocessors);
  if (context.keepsPlaces) handPlaces(given, evaluators);
  return evaluators;
}
