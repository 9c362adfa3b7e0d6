import { isJsonObject, type EvaluatorResult, type ResultRow } from '@assay/schema';

/** What a stored row said before its reply was to be compared again. */
export interface FormerRow {
  /** Without the reply, which the row has that is compared. */
  readonly row: Omit<ResultRow, 'output' | 'transcript' | 'input'>;
  /** What judging had cost that stays whatever comparing says; undefined where the reply was scored again. */
  readonly kept: Pick<ResultRow, 'judgeUsage' | 'judgeCostUsd' | 'judgeCostIncomplete' | 'saved'> | undefined;
}

/** Former rows by trial key, as long as they may be of use. */
export type FormerRows = Map<string, FormerRow>;

/** @param reopened what of the row stays, where its own scores do. */
export function formerRow(row: ResultRow, reopened: ResultRow | undefined): FormerRow {
  const { output: _output, transcript: _transcript, input: _input, ...rest } = row;
  return { row: rest, kept: reopened && { judgeUsage: reopened.judgeUsage, judgeCostUsd: reopened.judgeCostUsd, judgeCostIncomplete: reopened.judgeCostIncomplete, saved: reopened.saved } };
}

/** The names of the replies that a result came from comparing with; undefined for one that did not, or that has no score. */
export function comparedNames({ score, details }: Pick<EvaluatorResult, 'score' | 'details'>): readonly string[] | undefined {
  const names: unknown = score !== null && isJsonObject(details) ? details['compared_with'] : undefined;
  return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined;
}

/** Whether a result came from comparing with replies of just these names. */
export function wasComparedWith(result: EvaluatorResult, others: readonly string[]): boolean {
  const names = comparedNames(result);
  return names !== undefined && names.length === others.length && names.every((name) => others.includes(name));
}
