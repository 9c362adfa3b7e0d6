export {
  updateOf,
  type BaselineChange,
  type BaselineUpdate,
} from './baseline/baseline-change.js';
export { baselineMean } from './baseline/baseline-mean.js';
export {
  checkBaselines,
  type BaselineCheck,
  type BaselineOutcome,
  type CheckBaselinesOptions,
  type UnknownBaseline,
} from './baseline/check-baselines.js';
export type { BaselineGates, BaselineGroupCheck } from './baseline/check-group.js';
export { BASELINE_CHECK_VERSION, encodeBaselineCheck } from './baseline/encode-baseline-check.js';
export { encodeBaselines } from './baseline/encode-baselines.js';
export { makeBaseline, type MakeBaselineOptions } from './baseline/make-baseline.js';
export {
  renderBaselineCheck,
  type RenderBaselineOptions,
  type RenderCheckOptions,
} from './baseline/render-baseline-check.js';
export { renderBaselines, sortBaselines, type ShownBaseline } from './baseline/render-baselines.js';
export { renderSavedBaselines } from './baseline/render-saved.js';
export { createRunResults, type CaseResult, type GroupResults, type RunResults, type ScoredResult } from './baseline/run-results.js';
export { encodeSavedBaseline, type SavedBaseline } from './baseline/saved-baseline.js';
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
export { renderExplanation, type RenderExplanationOptions } from './explain/render-explanation.js';
export { formatCost } from './format/format-cost.js';
export { formatCount } from './format/format-count.js';
export { formatDifference } from './format/format-difference.js';
export { formatDuration } from './format/format-duration.js';
export { formatScore } from './format/format-score.js';
export { suiteTitles } from './format/suite-titles.js';
export { targetTitle } from './format/target-title.js';
export { decideOutcome, type FailOn, type OutcomeDecision, type OutcomeInput } from './gates/decide-outcome.js';
export { summarizeRun, type RunFacts } from './gates/summarize-run.js';
export { reporterDefinitions } from './reporters/registry.js';
export { renderComparison, type RenderComparisonOptions } from './comparison/render-comparison.js';
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
