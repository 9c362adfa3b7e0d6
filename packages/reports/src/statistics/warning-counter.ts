import type { EvaluatorResult, ResultRow, RunSummary } from '@assay/schema';
import { boundedLine } from './problems/bounded-line.js';
import { compareNatural } from './natural-order.js';

/** Counts warnings by message. */
export interface WarningCounter {
  add(row: ResultRow): void;
  /** Most frequent first. */
  list(): RunSummary['warnings'];
}

/** Different messages that are counted one by one; the others are counted together. */
export const MAX_MESSAGES = 1000;
const MAX_LENGTH = 500;

/** Line that stands for the messages beyond {@link MAX_MESSAGES}. */
export const OTHER_WARNINGS = 'other warnings';

function hasWarnings({ warnings, evaluators }: EvaluatorResult): boolean {
  return (warnings !== undefined && warnings.length > 0) || (evaluators?.some(hasWarnings) ?? false);
}

function collect(into: Set<string>, results: readonly EvaluatorResult[]): void {
  for (const { warnings, evaluators } of results) {
    for (const warning of warnings ?? []) into.add(boundedLine(warning, MAX_LENGTH));
    if (evaluators) collect(into, evaluators);
  }
}

function lastKey(messages: Iterable<string>): string {
  let last = '';
  for (const message of messages) if (message > last) last = message;
  return last;
}

/**
 * Counts in how many rows each warning stands, in bounded memory: of more than
 * {@link MAX_MESSAGES} different messages the alphabetically first are kept. Once a message has
 * been dropped it can never come back, so the counts are exact and do not depend on the order of
 * the rows.
 */
export function createWarningCounter(): WarningCounter {
  const rows = new Map<string, number>();
  let total = 0;
  let limit: string | undefined;
  return {
    add(row) {
      if (row.warnings.length === 0 && !row.evaluators.some(hasWarnings)) return;
      const messages = new Set<string>();
      for (const warning of row.warnings) messages.add(boundedLine(warning, MAX_LENGTH));
      collect(messages, row.evaluators);
      for (const message of messages) {
        total += 1;
        if (limit !== undefined && message >= limit) continue;
        rows.set(message, (rows.get(message) ?? 0) + 1);
        if (rows.size <= MAX_MESSAGES) continue;
        limit = lastKey(rows.keys());
        rows.delete(limit);
      }
    },
    list() {
      const kept = [...rows]
        .map(([message, count]) => ({ message, rows: count }))
        .sort((a, b) => b.rows - a.rows || compareNatural(a.message, b.message));
      const others = total - kept.reduce((sum, { rows: count }) => sum + count, 0);
      return others === 0 ? kept : [...kept, { message: OTHER_WARNINGS, rows: others }];
    },
  };
}
