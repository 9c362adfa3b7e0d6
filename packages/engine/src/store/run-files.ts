import { join } from 'node:path';

/** The manifest of a run folder. */
export function manifestFile(directory: string): string {
  return join(directory, 'run.json');
}

/** The rows of a run folder. */
export function resultsFile(directory: string): string {
  return join(directory, 'results.jsonl');
}

/** Rows of single cases that were asked again, which no figure of the run takes. */
export function rechecksFile(directory: string): string {
  return join(directory, 'rechecks.jsonl');
}

/** How a run went. */
export function summaryFile(directory: string): string {
  return join(directory, 'summary.json');
}

/** Keys of the trials whose rows do not count. */
export function outsideFile(directory: string): string {
  return join(directory, 'outside.json');
}

/** What was taken of a run's budgets. */
export function spentFile(directory: string): string {
  return join(directory, 'spent.json');
}

/** Says who writes a run folder. */
export function lockFile(directory: string): string {
  return join(directory, 'run.lock');
}
