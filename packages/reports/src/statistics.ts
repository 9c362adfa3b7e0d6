export type {
  CaseList,
  ComparedCase,
  ComparedRun,
  ComparisonGroup,
  ComparisonNumbers,
  RunComparison,
  UncomparedCase,
  UnscoredCases,
} from './comparison/comparison.js';
export { compareRuns, type CompareRunsOptions, type ComparisonSide, type TargetPair } from './comparison/compare-runs.js';
export { COMPARISON_SCHEMA_VERSION, encodeComparison } from './comparison/encode-comparison.js';
export { createRunScores, type CaseScores, type RunScores } from './comparison/run-scores.js';
export { formatCost } from './format/format-cost.js';
export { formatCount } from './format/format-count.js';
export { formatDifference } from './format/format-difference.js';
export { formatDuration } from './format/format-duration.js';
export { formatScore } from './format/format-score.js';
export { targetTitle } from './format/target-title.js';
export type { GroupStatistics } from './statistics/group-accumulator.js';
export { compareNatural } from './statistics/natural-order.js';
export {
  createRunAccumulator,
  type RunAccumulator,
  type RunAccumulatorOptions,
  type RunStatistics,
} from './statistics/run-accumulator.js';
