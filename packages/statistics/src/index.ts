export { classificationFigures, type ClassificationFigures } from './agreement/classification.js';
export { alphaOfSums, ratingSums, type AlphaOfSumsOptions, type RatingSums } from './agreement/alpha-of-sums.js';
export { cohenKappa, type KappaWeights } from './agreement/cohen-kappa.js';
export { kappaInterval, type KappaIntervalOptions } from './agreement/kappa-interval.js';
export { labelIntervals, meanOfFiguresInterval, type LabelIntervals, type UnitCounts } from './agreement/label-intervals.js';
export { labelFigures, macroFigures, microFigures, type LabelCounts, type LabelFigures, type MeanFigures } from './agreement/label-figures.js';
export {
  krippendorffAlpha,
  krippendorffInterval,
  type AlphaIntervalOptions,
  type AlphaMetric,
  type RatedUnit,
} from './agreement/krippendorff-alpha.js';
export { effectiveVotes, type EffectiveVotes, type EffectiveVotesOptions, type VotedItem } from './agreement/effective-votes.js';
export { votingWeight, type VoterCounts } from './agreement/voting-weight.js';
export { calibrationError, createReliability, type CalibrationError, type Reliability, type ReliabilityBin } from './calibration/calibration-error.js';
export {
  predictionPowered,
  predictionPoweredDifference,
  type JudgedItem,
  type PredictionPowered,
  type PredictionPoweredOptions,
} from './calibration/prediction-powered.js';
export { roganGladen, type CorrectedRate, type JudgedCounts } from './calibration/rogan-gladen.js';
export { drawDirichlet } from './chance/dirichlet.js';
export { createRandom, type Random } from './chance/random.js';
export { benjaminiHochberg } from './comparisons/benjamini-hochberg.js';
export { holm } from './comparisons/holm.js';
export { pairedDifference, type PairedDifferenceOptions } from './comparisons/paired-difference.js';
export type { ExchangeableUnit } from './comparisons/permutation-pools.js';
export {
  permutationTest,
  permutationTests,
  type Alternative,
  type PermutationDraws,
  type PermutationOptions,
  type PermutationResult,
  type PermutationResults,
} from './comparisons/permutation-test.js';
export { signFlipTest } from './comparisons/sign-flip-test.js';
export { clopperPearson } from './intervals/clopper-pearson.js';
export { gaffkeLowerBound, gaffkeRatio, gaffkeTest, type GaffkeRatioOptions } from './intervals/gaffke-ratio.js';
export { gaffke, type GaffkeOptions } from './intervals/gaffke.js';
export type { Interval } from './intervals/interval.js';
export { wilson } from './intervals/wilson.js';
export { clusteredMean, type ClusterCorrection, type ClusteredMean } from './means/clustered-mean.js';
export { quantile } from './means/quantile.js';
export { studentInterval } from './means/student-interval.js';
export { weightedMean } from './means/weighted-mean.js';
export { passAtK, passHatK } from './passes/pass-at-k.js';
export { neededSize, powerOf, smallestDifference, type PowerOptions } from './planning/power.js';
export { lookAt, type LookBound, type RepeatedMean, type RepeatLook } from './planning/repeat-look.js';
export { repeatSequence, type RepeatDesign, type RepeatPoint, type RepeatSequence } from './planning/repeat-sequence.js';
export { sequentialLevels, spentAlpha, type Look, type SequentialOptions, type SpendingShape } from './planning/sequential-levels.js';
export { stopRule, type StopReason } from './planning/stop-rule.js';
export { varianceParts, type VarianceParts } from './planning/variance-parts.js';
export { bradleyTerry, type BradleyTerryOptions, type Comparison, type RankedGroup, type RankedMember } from './ranking/bradley-terry.js';
export { chiSquareCdf, chiSquareQuantile } from './special/chi-square.js';
export { incompleteBeta } from './special/incomplete-beta.js';
export { incompleteGamma } from './special/incomplete-gamma.js';
export { logGamma } from './special/log-gamma.js';
export { normalQuantile } from './special/normal-quantile.js';
export { normalCdf } from './special/normal.js';
export { studentCdf, studentQuantile } from './special/student.js';
