import type { JudgingSummary, ReportedRun, RunTrust } from '@assay/schema';

/** A run of a comparison with what is known of its judges. */
export interface ToldRun {
  readonly run: ReportedRun;
  readonly judging: JudgingSummary | undefined;
  readonly trust: RunTrust | undefined;
}

/** Reads what is known of the judges of runs, one after the other. */
export async function toldRuns(runs: readonly ReportedRun[]): Promise<readonly ToldRun[]> {
  const told: ToldRun[] = [];
  for (const run of runs) told.push({ run, judging: run.summary?.judging, trust: await run.trust?.() });
  return told;
}

/** Whether anything is known of a run beyond its rows. */
export function saysSomething({ calibration, ranking, problems }: RunTrust): boolean {
  return calibration !== undefined || ranking !== undefined || problems.length > 0;
}
