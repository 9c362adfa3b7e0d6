import { baselineScore, type Baseline, type BaselineCase } from '@assay/schema';

/** Means of rounded scores are off by less than this from the rounded mean. */
const ROUNDING = 2e-6;

/** Why a case says two things; undefined where it says one. */
function contradiction({ score, verdict, scores, trials = 1, unscored = 0 }: BaselineCase): string | undefined {
  if (score === null && verdict !== null) return `score is null, and the verdict is ${verdict}`;
  if (scores === undefined) return score !== null && unscored >= trials ? `score is ${score}, and ${unscored} of ${trials} trials are unscored` : undefined;
  const known = scores.flatMap((each) => each ?? []);
  if (known.length === 0) return score === null ? undefined : `score is ${score}, and none of its scores is one`;
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  return score !== null && Math.abs(score - mean) <= ROUNDING ? undefined : `score is ${score}, and the mean of its scores is ${baselineScore(mean)}`;
}

/** What one part of a case says and another one denies, as files do that were edited or merged by hand: nobody can tell which of them is meant. */
export function caseContradictions({ cases }: Baseline): readonly { readonly path: readonly string[]; readonly message: string }[] {
  return [...cases].flatMap(([key, found]) => {
    const message = contradiction(found);
    return message === undefined ? [] : [{ path: ['cases', key, 'score'], message }];
  });
}
