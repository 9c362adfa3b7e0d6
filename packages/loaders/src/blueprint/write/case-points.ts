import { isDeepStrictEqual } from 'node:util';
import {
  type EvaluatorConfig,
  findDefinition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LocatedCase,
  type WriteRequest,
} from '@assay/schema';
import { hasGivenName, hasRequirements } from '../../writing/evaluator-entries.js';
import { present } from '../../writing/present.js';
import { writtenItems } from '../../writing/written-point.js';

/** What a case is scored by, in the terms of a blueprint. */
export interface CasePoints {
  readonly should: readonly JsonValue[];
  readonly shouldNot: readonly JsonValue[];
  /** `scale`, `judges` and `backup`, which a blueprint says for all prompts. */
  readonly judging: JsonObject;
  /** True if judges are asked about the expected outcome. */
  readonly asksOutcome: boolean;
}

type Point = JsonObject & { readonly weight?: number };

/** The points that one evaluator makes, with weights among themselves. */
interface Part {
  readonly weight: number;
  readonly points: readonly Point[];
}

interface Source {
  readonly located: LocatedCase;
  readonly request: WriteRequest;
}

function lose({ located, request }: Source, { name }: EvaluatorConfig, what: string, reason: string): void {
  request.lose(located, `evaluators.${name}${what}`, reason);
}

function isPointFunction({ type, options }: EvaluatorConfig, { definitions }: WriteRequest): boolean {
  if (!definitions) return Object.keys(options).every((key) => key === 'value' || key === 'arg');
  const functions = definitions.pointFunctions;
  return findDefinition(functions, type) !== undefined || (type.startsWith('not_') && findDefinition(functions, type.slice(4)) !== undefined);
}

function functionPoint(config: EvaluatorConfig): Point {
  const { name, type, options } = config;
  const arg = options['value'] ?? options['arg'];
  return { fn: type, ...(arg === undefined ? {} : { arg }), ...(hasGivenName(config) ? {} : { text: name }) };
}

/** Evaluators that ask judges, and become points that do. */
const JUDGED: ReadonlySet<string> = new Set(['points', 'rubric', 'llm_judge']);

const TEXT_KEYS = ['description', 'expected_outcome', 'outcome'];
const NOT_REQUIRED = 'a blueprint requires nothing of a single check; it is kept as a part of the score';
const LOST_KEYS = ['required', 'min_score', 'required_min_score', 'score_ranges'];

/** True for a line that fails its case when it is missed, though it does not say so. */
function holdsByDefault(item: JsonValue): boolean {
  if (!isJsonObject(item)) return true;
  return ['required', 'min_score', 'required_min_score'].every((key) => item[key] === undefined) && item['weight'] !== 0;
}

function rubricPoints(config: EvaluatorConfig, source: Source): readonly Point[] {
  const { rubrics } = config.options;
  const items = Array.isArray(rubrics) ? (rubrics as readonly JsonValue[]) : [];
  let named = false;
  const points = items.flatMap((item, index): Point[] => {
    if (typeof item === 'string') return [{ text: item }];
    if (!isJsonObject(item)) return [];
    const text = TEXT_KEYS.map((key) => item[key]).find((value) => typeof value === 'string') ?? '';
    named ||= item['id'] !== undefined;
    for (const key of LOST_KEYS) {
      if (item[key] === undefined || item[key] === false) continue;
      lose(source, config, `.rubrics[${index}].${key}`, 'points of a blueprint know no such thing; the line is kept as a point');
    }
    return [{ text, ...(typeof item['weight'] === 'number' ? { weight: item['weight'] } : {}) }];
  });
  if (named) lose(source, config, '.rubrics.id', 'points have no ids');
  if (source.request.rubricRequired && items.some(holdsByDefault)) {
    lose(source, config, '.rubrics', 'a line without "required: false" fails its case when it is missed; points of a blueprint do not, they are parts of the score');
  }
  return points;
}

function outcomePoints(config: EvaluatorConfig, source: Source): readonly Point[] {
  const text = source.located.evalCase.expectedOutcome;
  if (config.options['prompt'] === undefined && text.trim() !== '') return [{ text }];
  lose(source, config, '', 'a blueprint has no prompts of its own for judges');
  return [];
}

/** Points of a `points` evaluator that can stand among others: no alternatives and no `should_not`. */
function plainPoints(config: EvaluatorConfig, source: Source): readonly Point[] {
  const { should, should_not: shouldNot } = config.options;
  const items = Array.isArray(should) ? (should as readonly JsonValue[]) : [];
  const simple = !(Array.isArray(shouldNot) && shouldNot.length > 0) && items.every((item) => typeof item === 'string' || isJsonObject(item));
  if (simple) return items.map((item) => (typeof item === 'string' ? { text: item } : (item as Point)));
  lose(source, config, '', 'beside other evaluators its alternatives and its should_not would count differently');
  return [];
}

function partOf(config: EvaluatorConfig, source: Source): Part {
  const { type, weight, options } = config;
  if (hasRequirements(config)) lose(source, config, config.required ? '.required' : '.min_score', NOT_REQUIRED);
  const judged = type === 'rubric' || type === 'llm_judge';
  if (judged && options['model'] !== undefined) lose(source, config, '.model', 'a blueprint names judges for all prompts, under evaluationConfig');
  if (judged && options['preprocessors'] !== undefined) lose(source, config, '.preprocessors', 'judges of a blueprint are shown no files of a reply');
  if (judged && !hasGivenName(config)) lose(source, config, '.name', 'points have no names');
  if (type === 'rubric') return { weight, points: rubricPoints(config, source) };
  if (type === 'llm_judge') return { weight, points: outcomePoints(config, source) };
  if (type === 'points') return { weight, points: plainPoints(config, source) };
  if (isPointFunction(config, source.request)) {
    if (options['threshold'] !== undefined) lose(source, config, '.threshold', 'a check of a blueprint counts as far as it is met; it is kept as a part of the score');
    return { weight, points: [functionPoint(config)] };
  }
  lose(source, config, '', `a blueprint has no ${type}`);
  return { weight, points: [] };
}

function withWeight(point: Point, weight: number): Point {
  const { weight: _, ...rest } = point;
  return weight === 1 ? rest : { ...rest, weight };
}

/** Gives every point the share in the score that it has through its evaluator. */
function shares(parts: readonly Part[]): readonly Point[] {
  const [only] = parts;
  if (only && parts.length === 1) return only.points;
  return parts.flatMap(({ weight, points }) => {
    const sum = points.reduce((total, point) => total + (point.weight ?? 1), 0);
    // Twelve digits: more than any score shows, and without the noise of binary fractions.
    return points.map((point) => withWeight(point, Number(((weight * (point.weight ?? 1)) / (sum || 1)).toPrecision(12))));
  });
}

function judgingOf({ scale, judges, backup }: JsonObject): JsonObject {
  return present({ scale, judges, backup });
}

const NO_JUDGES: JsonObject = {};

/**
 * Who judges the points of a case, which a blueprint says once for all of them. Where it is not the same for all evaluators that ask
 * judges, it is lost.
 */
function commonJudging(source: Source): JsonObject {
  const asking = source.located.evalCase.evaluators.filter(({ type }) => JUDGED.has(type));
  const judgings = asking.map(({ type, options }) => (type === 'points' ? judgingOf(options) : NO_JUDGES));
  const [first = NO_JUDGES, ...others] = judgings;
  if (others.every((other) => isDeepStrictEqual(other, first))) return first;
  for (const [index, config] of asking.entries()) {
    for (const key of Object.keys(judgings[index] ?? NO_JUDGES)) lose(source, config, `.${key}`, 'a blueprint says who judges for all points at once, and evaluators beside this one say otherwise');
  }
  return NO_JUDGES;
}

/** Brings the evaluators of a case to points, each with the share in the score that it has. */
export function casePoints(located: LocatedCase, request: WriteRequest): CasePoints {
  const { evaluators } = located.evalCase;
  const [only] = evaluators;
  const source: Source = { located, request };
  const judging = commonJudging(source);
  if (only?.type === 'points' && evaluators.length === 1) {
    if (!hasGivenName(only)) lose(source, only, '.name', 'points have no names');
    if (hasRequirements(only)) lose(source, only, only.required ? '.required' : '.min_score', NOT_REQUIRED);
    const { should, should_not: shouldNot } = only.options;
    return { should: writtenItems(should), shouldNot: writtenItems(shouldNot), judging, asksOutcome: false };
  }
  const parts = evaluators.map((config) => partOf(config, source)).filter(({ points }) => points.length > 0);
  const asksOutcome = evaluators.some(({ type, options }) => type === 'llm_judge' && options['prompt'] === undefined);
  return { should: writtenItems(shares(parts)), shouldNot: [], judging, asksOutcome };
}
