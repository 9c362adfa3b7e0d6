import { defineEvaluator, foundProblems, reaches, type EvaluationScore, type EvaluatorDefinition, type OptionProblem, type PointFunctionDefinition, type ResolvedPointFunction } from '@assay/schema';
import * as v from 'valibot';
import { entryObject } from '../../options/entry-object.js';
import { share } from '../../options/numbers.js';
import { pointName, preparePoint, type PointResult } from './apply-point.js';
import { pointContext } from './point-context.js';

function argumentOptions(definition: PointFunctionDefinition) {
  const argument = v.optional(definition.options);
  const options = entryObject({
    value: v.pipe(argument, v.description('The argument of the check')),
    arg: v.pipe(argument, v.description('The same as `value`')),
    threshold: v.optional(
      v.pipe(share('threshold'), v.description('Turns the score into 1 if it is at least this, else into 0; default: the score as it is')),
    ),
  });
  const given = (entry: { readonly value?: unknown; readonly arg?: unknown }): number =>
    [entry.value, entry.arg].filter((item) => item !== undefined).length;
  // Asked at the first check: there are a hundred such evaluators, and a file uses few.
  const isNeeded = (): boolean => !v.safeParse(definition.options, undefined).success;
  return v.pipe(
    options,
    v.check((entry) => given(entry) > 0 || !isNeeded(), 'value is required'),
    v.check((entry) => given(entry) < 2, 'value and arg are the same option: give one of them'),
  );
}

interface ArgumentOptions {
  readonly value?: unknown;
  readonly arg?: unknown;
  readonly threshold?: number | undefined;
}

function argumentKey(options: ArgumentOptions): 'value' | 'arg' {
  return options.value === undefined ? 'arg' : 'value';
}

/** What the point function finds wrong with the argument. */
function argumentProblems(definition: PointFunctionDefinition, options: ArgumentOptions): readonly OptionProblem[] {
  const key = argumentKey(options);
  const argument = options[key];
  if (argument === undefined) return [];
  return foundProblems(definition.check?.(argument)).map((problem) => ({ ...problem, path: [key, ...problem.path] }));
}

/** The score of a check, once a threshold has decided. Negation comes last: what is not met is what is not there. */
function decided(score: number, negated: boolean, threshold: number | undefined): number {
  if (threshold === undefined) return score;
  const met = reaches(negated ? 1 - score : score, threshold);
  return met === negated ? 0 : 1;
}

function written(argument: unknown): string {
  return argument === undefined ? '' : ` ${JSON.stringify(argument)}`;
}

/** A check that is ready, for the options of an entry. */
interface PreparedEntry {
  readonly options: ArgumentOptions;
  readonly check: ReturnType<typeof preparePoint>;
  /** The check as hits and misses name it. */
  readonly name: string;
}

/** The evaluator that a point function (or its negation) makes: one check of the whole response. */
export function pointEvaluator(point: ResolvedPointFunction): EvaluatorDefinition {
  const { definition, negated } = point;
  const aliases = (definition.aliases ?? []).map((alias) => (negated ? `not_${alias}` : alias));
  /** Of the last entry: trial after trial has the same options. */
  let last: PreparedEntry | undefined;
  const prepared = (options: ArgumentOptions): PreparedEntry => {
    if (last?.options === options) return last;
    const argument = options[argumentKey(options)];
    return (last = { options, check: preparePoint(point, argument), name: `${pointName(point)}${written(argument)}` });
  };
  const evaluator: EvaluatorDefinition = defineEvaluator({
    name: pointName(point),
    ...(aliases.length === 0 ? {} : { aliases }),
    description: negated
      ? `The opposite of \`${definition.name}\`: 1 − its score. ${definition.description}`
      : definition.description,
    options: argumentOptions(definition),
    // Checks see what was said and nothing else; their scripts run in the sandbox.
    programs: 'never',
    examples: definition.examples.map(({ title, value }) => ({
      title,
      value: { type: pointName(point), value },
    })),
    // At once where the function answers at once, as most do.
    evaluate: (input) => {
      const { check, name } = prepared(input.options);
      const outcome = check(pointContext(input));
      const result = ({ score: found, explain }: PointResult): EvaluationScore => {
        const score = decided(found, negated, input.options.threshold);
        const text = explain === undefined ? name : `${name}: ${explain}`;
        return {
          score,
          hits: score === 1 ? [text] : [],
          misses: score === 1 ? [] : [text],
          reasoning: explain,
        };
      };
      return outcome instanceof Promise ? outcome.then(result) : result(outcome);
    },
  });
  if (!definition.check) return evaluator;
  return { ...evaluator, check: ({ options }) => argumentProblems(definition, options as ArgumentOptions) };
}
