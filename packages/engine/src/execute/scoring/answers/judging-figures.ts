import { figureWarnings, knownAmount, type EvaluationScore, type TokenUsage } from '@assay/schema';

type Figures = Pick<EvaluationScore, 'judgeUsage' | 'judgeCostUsd' | 'judgeCostIncomplete' | 'warnings'>;

function isUsage(given: TokenUsage | null): boolean {
  if (typeof given !== 'object' || given === null) return false;
  const { inputTokens, outputTokens, cachedInputTokens = 0, reasoningTokens = 0 } = given;
  return [inputTokens, outputTokens, cachedInputTokens, reasoningTokens].every((count) => knownAmount(count) !== undefined);
}

/**
 * What an evaluator says of the tokens and the cost of its judging, as far as it can be: sums go over all of a run, and a budget
 * goes by them. What cannot be counts as not known, with a warning.
 */
export function judgingFigures({ judgeUsage, judgeCostUsd, judgeCostIncomplete, warnings = [] }: Figures): Figures {
  const usage = judgeUsage !== undefined && isUsage(judgeUsage) ? judgeUsage : undefined;
  const cost = knownAmount(judgeCostUsd);
  const odd = [...figureWarnings('a use of tokens for judging', judgeUsage, usage && 1), ...figureWarnings('a cost of judging in US dollars', judgeCostUsd, cost)];
  const incomplete = judgeCostIncomplete === true || odd.length > 0;
  return {
    ...(usage === undefined ? {} : { judgeUsage: usage }),
    ...(cost === undefined ? {} : { judgeCostUsd: cost }),
    ...(incomplete || judgeCostIncomplete !== undefined ? { judgeCostIncomplete: incomplete } : {}),
    ...(warnings.length + odd.length > 0 ? { warnings: [...warnings, ...odd] } : {}),
  };
}
