import {
  joinRequirements,
  reaches,
  weightedMean,
  type EvaluationInput,
  type EvaluationScore,
  type EvaluatorResult,
  type ScoreBounds,
} from '@assay/schema';
import { panelOf } from '../../options/texts.js';
import { scoreFromPanel } from '../../panels/score-from-panel.js';
import { caseVariables } from '../../templates/case-variables.js';
import { AGGREGATOR_PROMPT } from './aggregator-prompt.js';
import { renderPrompt } from '../../templates/render-prompt.js';
import { wireResults } from './encode-results.js';
import type { Aggregator } from './aggregator.js';

type Of<TType extends Aggregator['type']> = Extract<Aggregator, { readonly type: TType }>;

function labelled(results: readonly EvaluatorResult[], key: 'hits' | 'misses' | 'warnings'): string[] {
  return results.flatMap((result) => (result[key] ?? []).map((text) => `${result.name}: ${text}`));
}

/**
 * Mean of the members, weighted. Members without a score leave it and show in the bounds. What must
 * hold for a member must hold for the composite.
 */
function average(results: readonly EvaluatorResult[]): EvaluationScore {
  const { score, bounds } = weightedMean(results);
  const requirements = joinRequirements(results);
  const counted = results.filter(({ weight }) => weight > 0);
  // The score of a single member stands for what that member says it does.
  const verdict = counted.length === 1 ? counted[0]?.verdict : undefined;
  const first = results.find((result) => result.error)?.error;
  return {
    score,
    hits: labelled(results, 'hits'),
    misses: labelled(results, 'misses'),
    reasoning: results.flatMap(({ name, reasoning }) => (reasoning ? [`${name}: ${reasoning}`] : [])).join('\n\n'),
    details: {
      aggregator: 'weighted_average',
      weights: Object.fromEntries(results.map(({ name, weight }) => [name, weight])),
    },
    ...(bounds.worst === bounds.best ? {} : { bounds }),
    ...(requirements && { requirements }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(score === null
      ? {
          error: {
            code: 'unscored',
            message: first ? `no member could be scored: ${first.message}` : 'no member has a weight above 0',
          },
        }
      : {}),
  };
}

/** Runs the script as a `code_judge` entry, so that whatever holds for those holds here. */
async function byScript(
  results: readonly EvaluatorResult[],
  { type, script, path, cwd, timeout_seconds, keep_daemons }: Of<'code_judge'>,
  { services, config }: EvaluationInput,
): Promise<EvaluationScore> {
  const {
    name: _,
    type: __,
    weight: ___,
    ...score
  } = await services.evaluate({
    name: `${config.name}/aggregator`,
    type,
    weight: 1,
    options: {
      script: script ?? path ?? [],
      ...(cwd === undefined ? {} : { cwd }),
      ...(timeout_seconds === undefined ? {} : { timeout_seconds }),
      ...(keep_daemons === undefined ? {} : { keep_daemons }),
      results: wireResults(results, services.thresholds),
    },
  });
  return score;
}

async function byJudges(
  results: readonly EvaluatorResult[],
  { prompt: written, model }: Of<'llm_judge'>,
  { config, services, evalCase, response, signal }: EvaluationInput,
): Promise<EvaluationScore> {
  const json = JSON.stringify(wireResults(results, services.thresholds), null, 2);
  const variables = { ...caseVariables(evalCase, response), evaluator_results_json: json, EVALUATOR_RESULTS_JSON: json };
  const rendered = await renderPrompt(written, AGGREGATOR_PROMPT, services, variables, signal);
  return scoreFromPanel(
    await services.judges(panelOf(model)).assess({ kind: 'prompt', scale: 'unit', ...rendered }, { signal }),
    config.name,
  );
}

/** Nobody knows what a script or judges had made of members that are missing, or missing in part. */
const ANYTHING: ScoreBounds = { worst: 0, best: 1 };

async function ask(
  results: readonly EvaluatorResult[],
  aggregator: Exclude<Aggregator, { readonly type: 'weighted_average' }>,
  input: EvaluationInput,
): Promise<EvaluationScore> {
  if (results.every((result) => result.score === null)) {
    return { ...average(results), bounds: ANYTHING };
  }
  const score = await (aggregator.type === 'code_judge' ? byScript(results, aggregator, input) : byJudges(results, aggregator, input));
  const requirements = joinRequirements(results);
  return {
    ...score,
    ...(score.score !== null && results.some(isOpen) ? { bounds: ANYTHING } : {}),
    ...(requirements && { requirements }),
  };
}

/** True if anything of a result is missing, also what cannot change its score: it is shown to whoever aggregates. */
function isOpen({ score, bounds, points = [], evaluators = [] }: EvaluatorResult): boolean {
  const inPart = bounds !== undefined && bounds.worst !== bounds.best;
  return score === null || inPart || points.some((point) => point.score === null) || evaluators.some(isOpen);
}

/**
 * One score out of the members' results, which stand in it with their votes, warnings and costs.
 * Usage and cost of the composite itself are only those of its aggregator.
 */
export async function aggregate(
  results: readonly EvaluatorResult[],
  aggregator: Aggregator,
  input: EvaluationInput,
): Promise<EvaluationScore> {
  const own =
    aggregator.type === 'weighted_average' ? average(results) : await ask(results, aggregator, input);
  const unscored = results.filter((result) => result.score === null);
  const warnings = [
    ...(own.warnings ?? []),
    ...labelled(results, 'warnings'),
    ...unscored.map(({ name, error }) => `${name}: not scored, ${error?.message ?? 'without a reason'}`),
  ];
  const degraded =
    own.score !== null && (own.degraded || unscored.length > 0 || results.some((result) => result.degraded));
  return {
    ...own,
    evaluators: results,
    ...(warnings.length === 0 ? {} : { warnings }),
    ...(degraded ? { degraded } : {}),
  };
}

/** The verdict by a threshold, in place of any other; none where what is missing decides whether it is reached. */
export function againstThreshold(scored: EvaluationScore, threshold: number): EvaluationScore {
  return { ...scored, verdict: verdictAgainst(scored, threshold) };
}

function verdictAgainst({ score, bounds }: EvaluationScore, threshold: number): EvaluationScore['verdict'] {
  if (score === null) return undefined;
  if (reaches(Math.min(score, bounds?.worst ?? score), threshold)) return 'pass';
  return reaches(Math.max(score, bounds?.best ?? score), threshold) ? undefined : 'fail';
}
