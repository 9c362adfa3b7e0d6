export { formatCost } from '../format/format-cost.js';
export { formatCount } from '../format/format-count.js';
export { formatDuration } from '../format/format-duration.js';
export { formatScore } from '../format/format-score.js';
export type { GroupStatistics } from './group-accumulator.js';
export { compareNatural } from './natural-order.js';
export {
  createRunAccumulator,
  type RunAccumulator,
  type RunAccumulatorOptions,
  type RunStatistics,
} from './run-accumulator.js';
