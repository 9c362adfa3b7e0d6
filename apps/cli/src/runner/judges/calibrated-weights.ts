import { ConfigError, suiteKey, type CalibratedJudge, type CountedJudge, type SuiteCalibration, type VerdictCounts, type WeighedJudge } from '@assay/schema';
import { votingWeight } from '@assay/statistics';
import { readCalibrations } from '../../calibrate/calibration-file.js';

/** Labels that a weight takes: so many in all, and of those so many that people pass, and as many that they do not. */
const LEAST_LABELS = 30;
const LEAST_OF_A_KIND = 5;

const LABEL = 'label replies that it judged (assay label RUN) and keep what they say (assay calibrate RUN --save), or set consensus: mean';

export interface JudgeWeightsOptions {
  /** Root of the project. */
  readonly root: string;
  readonly cwd: string;
  /** Weights of an earlier part of the run, which stay. */
  readonly kept: readonly WeighedJudge[];
  /** Score from which a verdict is a pass. */
  readonly passLimit: number;
  /** Version of what judges are told. */
  readonly promptVersion: string;
}

/** What judges count by labels of what they said. */
export interface JudgeWeights {
  /**
   * Above 0.
   * @throws ConfigError that says what to do, when labels do not say it.
   */
  of(judge: CalibratedJudge): number;
}

const isJudge = ({ id, model, settings }: CalibratedJudge, other: CalibratedJudge): boolean => id === other.id && model === other.model && settings === other.settings;

/** Why what a calibration says of its judges does not hold for a run; undefined when it does. */
function staleReason({ judgePromptVersion, verdicts, runId }: SuiteCalibration, { promptVersion, passLimit }: JudgeWeightsOptions): string | undefined {
  const of = `its labels, of run ${runId}, are stale:`;
  if (judgePromptVersion !== promptVersion) return `${of} judges are asked with prompts of version ${promptVersion}, and were with ${judgePromptVersion ?? '(not known)'}`;
  return verdicts.pass === passLimit ? undefined : `${of} cases pass from ${passLimit}, and passed from ${verdicts.pass}`;
}

/** The newest calibration of each suite that knows the judge: labels of one case in two runs must not count as two cases. */
function newestOf(calibrations: readonly SuiteCalibration[], judge: CalibratedJudge): readonly SuiteCalibration[] {
  const bySuite = new Map<string, SuiteCalibration>();
  for (const calibration of calibrations) {
    if (!calibration.judgeCounts?.some((counted) => isJudge(counted, judge))) continue;
    const known = bySuite.get(suiteKey(calibration));
    if (!known || known.date <= calibration.date) bySuite.set(suiteKey(calibration), calibration);
  }
  return [...bySuite.values()];
}

function added(a: VerdictCounts, b: VerdictCounts): VerdictCounts {
  return { truePassed: a.truePassed + b.truePassed, trueLabels: a.trueLabels + b.trueLabels, falseFailed: a.falseFailed + b.falseFailed, falseLabels: a.falseLabels + b.falseLabels };
}

const NONE: VerdictCounts = { truePassed: 0, trueLabels: 0, falseFailed: 0, falseLabels: 0 };

const optionsText = ({ settings }: Pick<CalibratedJudge, 'settings'>): string => (settings === undefined ? 'no options' : `options ${settings}`);

function noLabels({ id, model, settings }: CalibratedJudge, calibrations: readonly SuiteCalibration[]): ConfigError {
  const other = calibrations.flatMap(({ judgeCounts = [] }) => judgeCounts).find((judge) => judge.id === id);
  const found = other ? `those in .assay/calibration.json are of ${other.model}${other.model === model ? ` with ${optionsText(other)}, and it has ${optionsText({ settings })}` : `, and it is ${model}`}` : 'there are none in .assay/calibration.json';
  return new ConfigError(`consensus is calibrated, and no labels say how often judge "${id}" is right: ${found}`, { hint: LABEL });
}

function tooFew({ trueLabels, falseLabels }: VerdictCounts): ConfigError {
  return new ConfigError(
    `consensus is calibrated, and too few labels say how often it is right: ${trueLabels} of replies that people pass, and ${falseLabels} of others; needed are ${LEAST_LABELS}, with ${LEAST_OF_A_KIND} of each kind`,
    { hint: LABEL },
  );
}

function countsOf(judge: CalibratedJudge, calibrations: readonly SuiteCalibration[], options: JudgeWeightsOptions): VerdictCounts {
  const known = newestOf(calibrations, judge);
  if (known.length === 0) throw noLabels(judge, calibrations);
  const fresh = known.filter((calibration) => staleReason(calibration, options) === undefined);
  const [stale] = known;
  if (fresh.length === 0 && stale) throw new ConfigError(`consensus is calibrated, and ${staleReason(stale, options) ?? ''}`, { hint: LABEL });
  return fresh
    .flatMap(({ judgeCounts = [] }) => judgeCounts)
    .filter((counted: CountedJudge) => isJudge(counted, judge))
    .reduce((sum, { counts }) => added(sum, counts), NONE);
}

function weightBy(counts: VerdictCounts): number {
  if (counts.trueLabels + counts.falseLabels < LEAST_LABELS || Math.min(counts.trueLabels, counts.falseLabels) < LEAST_OF_A_KIND) throw tooFew(counts);
  const weight = votingWeight(counts);
  if (weight > 0) return weight;
  throw new ConfigError('consensus is calibrated, and by its labels it is right no more often than chance', { hint: 'take it from the panel: it could only make the score worse' });
}

/**
 * Reads what labels say of the judges of a project.
 * @throws InvalidFileError for a file of calibrations that cannot be read.
 */
export async function readJudgeWeights(options: JudgeWeightsOptions): Promise<JudgeWeights> {
  const calibrations = await readCalibrations(options.root, options.cwd);
  return {
    of(judge) {
      const kept = options.kept.find(({ id, model }) => id === judge.id && model === judge.model);
      return kept?.weight ?? weightBy(countsOf(judge, calibrations, options));
    },
  };
}
