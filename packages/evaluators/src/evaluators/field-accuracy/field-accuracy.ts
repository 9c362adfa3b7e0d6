import {
  defineEvaluator,
  isJsonObject,
  joinRequirements,
  toErrorInfo,
  UnscoredError,
  weightedMean,
  type EvalCase,
  type EvaluationScore,
  type JsonValue,
  type PointScore,
  type Requirements,
} from '@assay/schema';
import * as v from 'valibot';
import { compareField } from './compare-field.js';
import { FieldSchema, type Field } from './field-schema.js';
import { expectedValue } from '../../json/expected-value.js';
import { findJson } from '../../json/find-json.js';
import { parseWithDigits } from '../../json/parse-with-digits.js';
import { entryObject } from '../../options/entry-object.js';
import { weightProblems } from '../../options/weight-problems.js';

const AGGREGATIONS = ['weighted_average', 'all_or_nothing'] as const;

function reference(evalCase: EvalCase): JsonValue {
  const expected = expectedValue(evalCase);
  const found = typeof expected === 'string' ? findJson(expected, parseWithDigits) : expected && { value: expected };
  if (found) return found.value;
  throw new UnscoredError(
    expected === undefined
      ? 'the case has no reference answer to compare fields with'
      : 'the reference answer has no JSON',
    { reason: 'config', hint: 'write expected_output as an object' },
  );
}

function comparePoint(field: Field, expected: JsonValue, actual: JsonValue | undefined): PointScore {
  const shared = {
    id: field.path,
    weight: field.weight ?? 1,
    function: field.match ?? 'exact',
    ...(field.required ? { required: true } : {}),
  };
  try {
    const { met, text } = compareField(field, expected, actual);
    return { ...shared, text, score: met ? 1 : 0 };
  } catch (error) {
    if (!(error instanceof UnscoredError)) throw error;
    return { ...shared, text: field.path, score: null, error: toErrorInfo(error) };
  }
}

/** 1 if every field that counts is met, else 0; open while one is unscored and none is missed. */
function allOrNothing(points: readonly PointScore[]): Pick<EvaluationScore, 'score' | 'bounds'> {
  const counting = points.filter(({ weight }) => weight > 0);
  if (counting.some(({ score }) => score === 0)) return { score: 0 };
  if (counting.length === 0 || counting.some(({ score }) => score === null))
    return { score: null, bounds: { worst: 0, best: 1 } };
  return { score: 1 };
}

function average(points: readonly PointScore[]): Pick<EvaluationScore, 'score' | 'bounds'> {
  const { score, bounds } = weightedMean(points);
  return bounds.worst === bounds.best ? { score } : { score, bounds };
}

/** A field that must be right, and is not, or could not be compared. */
function requirementOf(score: number | null): Requirements | undefined {
  if (score === null) return { open: 'written' };
  return score === 0 ? { missed: 'written' } : undefined;
}

function textsWith(points: readonly PointScore[], score: number): string[] {
  return points.filter((point) => point.score === score).map(({ text }) => text);
}

/** Compares fields of the response's JSON with those of the reference. */
export const fieldAccuracy = defineEvaluator({
  name: 'field_accuracy',
  aliases: ['field-accuracy'],
  description:
    'Compares fields of the JSON in the response with the same fields of the reference answer. The score is the weighted share of fields that ' +
    'are right.',
  options: entryObject({
    fields: v.pipe(
      v.array(FieldSchema, 'fields must be a list of fields, each {path, match}'),
      v.minLength(1, 'fields must list at least one field'),
      v.description('The fields to compare'),
    ),
    aggregation: v.optional(
      v.pipe(
        v.picklist(AGGREGATIONS, `aggregation must be one of ${AGGREGATIONS.join(', ')}`),
        v.description('weighted_average (default), or all_or_nothing: 1 only if every field is right'),
      ),
    ),
  }),
  programs: 'never',
  examples: [
    {
      title: 'An invoice',
      value: {
        type: 'field_accuracy',
        fields: [
          { path: 'invoice.number', required: true },
          { path: 'invoice.lines[0].total', match: 'numeric_tolerance', tolerance: 0.01, weight: 2 },
          { path: 'invoice.date', match: 'date', formats: ['YYYY-MM-DD', 'DD.MM.YYYY'] },
        ],
      },
    },
    {
      title: 'All or nothing',
      value: { type: 'field_accuracy', aggregation: 'all_or_nothing', fields: [{ path: 'riskLevel' }] },
    },
  ],
  mustHold: ({ fields }) =>
    Array.isArray(fields) && (fields as readonly JsonValue[]).some((field) => isJsonObject(field) && field['required'] === true) ? 'written' : undefined,
  check: ({ options: { fields } }) => weightProblems(fields.map(({ weight }) => weight ?? 1), 'fields', 'fields'),
  evaluate: ({ options, evalCase, response }) => {
    const expected = reference(evalCase);
    const actual = findJson(response.text, parseWithDigits)?.value;
    const points = options.fields.map((field) => comparePoint(field, expected, actual));
    const result = options.aggregation === 'all_or_nothing' ? allOrNothing(points) : average(points);
    const unscored = points.filter(({ score }) => score === null);
    const requirements = joinRequirements(
      points.map(({ required, score }) => ({ weight: 1, requirements: required ? requirementOf(score) : undefined })),
    );
    const warnings = unscored.map(({ error }) => error?.message ?? 'a field could not be compared');
    return {
      ...result,
      hits: textsWith(points, 1),
      misses: textsWith(points, 0),
      points,
      ...(actual === undefined ? { reasoning: 'the response has no JSON' } : {}),
      ...(requirements && { requirements }),
      ...(warnings.length === 0 ? {} : { warnings }),
      ...(result.score === null
        ? { error: { code: 'unscored', message: warnings[0] ?? 'no field has a weight above 0' } }
        : {}),
    };
  },
});
