import { formatCount } from '@assay/reports';
import { addCost, addUsage } from '@assay/schema';
import { EXIT } from '../exit-codes.js';
import { errorColors } from '../terminal/output-style.js';
import { NO_PLACE, type FinishedRubric, type LeftCase } from './write-rubrics.js';

/** What came of `assay generate rubrics`. */
export interface Outcome {
  readonly file: string;
  /** The file that is written, as it is named. */
  readonly out: string;
  /** Name of the target that wrote; null when nothing was asked. */
  readonly judge: string | null;
  readonly written: boolean;
  readonly finished: readonly FinishedRubric[];
  readonly skipped: readonly LeftCase[];
}

function failureText({ message, hint }: NonNullable<FinishedRubric['error']>): string {
  return hint === undefined ? message : `${message}\n  fix: ${hint}`;
}

/** What became of one case, for people who wait. */
export function progressLine({ id, lines, error }: FinishedRubric): string {
  if (lines) return `${errorColors.green('+')} ${id}  ${formatCount(lines.length, 'line')}`;
  return `${errorColors.red('x')} ${id}  ${error ? failureText(error) : 'no rubric'}`;
}

/** Undecided where a case got no usable reply. */
export function outcomeExitCode({ finished }: Pick<Outcome, 'finished'>): number {
  return finished.some(({ lines }) => !lines) ? EXIT.undecided : EXIT.passed;
}

/** What became of all of them. */
export function summaryLine({ out, written, finished, skipped }: Outcome): string {
  const made = finished.filter(({ lines }) => lines).length;
  const unplaced = finished.filter(({ error }) => error?.code === NO_PLACE).length;
  const failed = finished.length - made - unplaced;
  const where = made === 0 ? '' : written ? ` written to ${out}` : ', nothing is written';
  return [
    `${formatCount(made, 'rubric')}${where}`,
    ...(failed > 0 ? [`${formatCount(failed, 'case')} without a usable reply`] : []),
    ...(unplaced > 0 ? [`${formatCount(unplaced, 'rubric')} without a place, shown above`] : []),
    ...(skipped.length > 0 ? [`${formatCount(skipped.length, 'case')} left as ${skipped.length === 1 ? 'it is' : 'they are'}`] : []),
  ].join('; ');
}

/** The outcome as JSON, for scripts. */
export function encodeOutcome({ file, out, judge, written, finished, skipped }: Outcome): object {
  const usage = finished.map((one) => one.usage).reduce(addUsage, undefined);
  const cost = finished.map(({ costUsd }) => costUsd).reduce(addCost, undefined);
  return {
    schema_version: 1,
    file,
    out: written ? out : null,
    judge,
    generated: finished.flatMap(({ id, lines }) => (lines ? [{ id, rubrics: lines }] : [])),
    failed: finished.flatMap(({ id, error }) => (error ? [{ id, error }] : [])),
    skipped,
    usage: usage ? { input_tokens: usage.inputTokens, output_tokens: usage.outputTokens } : null,
    cost_usd: cost ?? null,
  };
}
