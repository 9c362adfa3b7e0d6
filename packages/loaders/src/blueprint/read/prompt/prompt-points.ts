import {
  BLUEPRINT_ALIASES,
  type EvaluatorConfig,
  findEvaluator,
  type JsonObject,
  type JsonValue,
  type NormalizeContext,
  pickKey,
  type PointsRubric,
  readRubric,
  reportInfo,
  type ValuePath,
  writtenPath,
} from '@assay/schema';
import { lintRubric } from '../../../points/lint-points.js';
import { POINTS_TYPE } from '../../../points/rubric-options.js';
import type { BlueprintHeader } from '../blueprint-header.js';
import { readToolLimits } from './tool-limits.js';

/** What has been said once about a file is not said again for every prompt. */
export interface SaidOnce {
  shouldNot: boolean;
}

/** The rubric of a prompt, with what its identity depends on. */
export interface PromptPoints {
  readonly evaluator: EvaluatorConfig;
  /** False when nothing would be scored. */
  readonly scored: boolean;
  /** The points as written, whatever the list is called. */
  readonly written: { readonly should: JsonValue | undefined; readonly shouldNot: JsonValue | undefined };
}

function noteShouldNot(context: NormalizeContext, path: ValuePath, said: SaidOnce): void {
  if (said.shouldNot) return;
  said.shouldNot = true;
  reportInfo(context, path, 'should_not is an old way to say what must not be', {
    code: 'lint-deprecated-should-not',
    which: 'key',
    hint: 'check it under should with $not_contains, $not_matches and the like',
  });
}

/** Reads what a good reply to a prompt does and does not do, as one `points` evaluator. */
export function readPromptPoints(
  context: NormalizeContext,
  raw: JsonObject,
  path: ValuePath,
  header: BlueprintHeader,
  said: SaidOnce,
): PromptPoints {
  const before = context.tally.errors;
  const reader = header.points;
  const key = pickKey(context, raw, path, BLUEPRINT_ALIASES.should) ?? 'should';
  const shouldPath = [...path, key];
  const notPath = [...path, 'should_not'];
  const written = readRubric(reader, raw[key], shouldPath, key);
  const should = [...written, ...readToolLimits(reader, raw, path, header.toolNames)];
  const shouldNot = readRubric(reader, raw['should_not'], notPath, 'should_not');
  lintRubric(reader, written, shouldPath, 'should');
  lintRubric(reader, shouldNot, notPath, 'should_not');
  if (shouldNot.length > 0) noteShouldNot(context, notPath, said);
  const options: PointsRubric = { should, ...(shouldNot.length > 0 ? { should_not: shouldNot } : {}), ...header.judging.rubric };
  // A rubric in its normal form is plain JSON; the type only says more about it.
  const json = options as unknown as JsonObject;
  const definition = findEvaluator(context, POINTS_TYPE);
  if (definition?.check && context.tally.errors === before) {
    const places = { ...header.judging.paths, should: shouldPath, should_not: notPath, '': path };
    context.onEvaluator?.(definition, json, (inOptions) => writtenPath(json, inOptions, reader.origins, places), '');
  }
  return {
    evaluator: { name: POINTS_TYPE, type: POINTS_TYPE, weight: 1, options: json },
    scored: should.length + shouldNot.length > 0,
    written: { should: raw[key], shouldNot: raw['should_not'] },
  };
}
