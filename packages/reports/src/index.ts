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
export { decideOutcome, type OutcomeDecision, type OutcomeInput } from './gates/decide-outcome.js';
export { summarizeRun, type RunFacts } from './gates/summarize-run.js';
export { createJsonReporter, type JsonReporterOptions } from './reporters/json.js';
export { renderComparison, type RenderComparisonOptions } from './reporters/terminal/render-comparison.js';
export type { TerminalClock } from './reporters/terminal/terminal-clock.js';
export {
  createTerminalReporter,
  type TerminalReporter,
  type TerminalReporterOptions,
} from './reporters/terminal/terminal-reporter.js';
export type { TextStream } from './reporters/text-stream.js';
export type { GroupStatistics } from './statistics/group-accumulator.js';
export { compareNatural } from './statistics/natural-order.js';
export {
  createRunAccumulator,
  type RunAccumulator,
  type RunAccumulatorOptions,
  type RunStatistics,
} from './statistics/run-accumulator.js';
