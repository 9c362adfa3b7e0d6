import type { EvaluationScore, EvaluatorDefinition, JsonObject, ScoringEvaluator, Verdict } from '@assay/schema';

const OPPOSITE: Readonly<Record<Verdict, Verdict>> = { pass: 'fail', fail: 'pass', borderline: 'borderline' };

/** A score turned around: 1 minus it, with the bounds, the verdict and what was found. What is unscored stays so. */
function turnedAround(score: EvaluationScore): EvaluationScore {
  const { bounds, verdict, hits, misses } = score;
  return {
    ...score,
    score: score.score === null ? null : 1 - score.score,
    ...(bounds ? { bounds: { worst: 1 - bounds.best, best: 1 - bounds.worst } } : {}),
    ...(verdict ? { verdict: OPPOSITE[verdict] } : {}),
    hits: misses ?? [],
    misses: hits ?? [],
  };
}

/** The `not_` form of an evaluator: the same options, 1 minus the score. */
export function negatedEvaluator(definition: ScoringEvaluator): EvaluatorDefinition {
  const { name, aliases, description, examples, mustHold: _, evaluate, ...rest } = definition;
  return {
    ...rest,
    name: `not_${name}`,
    ...(aliases ? { aliases: aliases.map((alias) => `not_${alias}`) } : {}),
    description: `The opposite of \`${name}\`: 1 − its score. ${description}`,
    examples: examples.map((example) => ({ ...example, value: { ...(example.value as JsonObject), type: `not_${name}` } })),
    evaluate: async (input) => turnedAround(await evaluate.call(definition, input)),
  };
}

/** What must hold of its members has no opposite. */
const WITHOUT_OPPOSITE: ReadonlySet<string> = new Set(['composite']);

/** Those of which there is an opposite: what looks at one reply, and has no parts that must hold. */
export function canBeNegated(definition: EvaluatorDefinition): definition is ScoringEvaluator {
  return definition.compare === undefined && definition.mustHold === undefined && !WITHOUT_OPPOSITE.has(definition.name);
}
