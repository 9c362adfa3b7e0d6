import type { ResultRow } from '@assay/schema';
import type { TrialWorkspace } from '../../workspace/workspaces.js';

/** The folder of a trial, or why there is none. */
export interface WorkspaceOutcome {
  readonly workspace?: TrialWorkspace | undefined;
  readonly failure?: { readonly error: unknown } | undefined;
}

async function opened(open: () => Promise<TrialWorkspace>): Promise<WorkspaceOutcome> {
  try {
    return { workspace: await open() };
  } catch (error) {
    return { failure: { error } };
  }
}

/** Makes the row of a trial in its folder, which is closed whatever comes of the trial. What goes wrong with that is a warning of the row. */
export async function inWorkspace(open: () => Promise<TrialWorkspace>, run: (outcome: WorkspaceOutcome) => Promise<ResultRow>): Promise<ResultRow> {
  const outcome = await opened(open);
  let problems: readonly string[] = [];
  let row: ResultRow;
  try {
    row = await run(outcome);
  } finally {
    problems = (await outcome.workspace?.close()) ?? [];
  }
  return problems.length === 0 ? row : { ...row, warnings: [...row.warnings, ...problems] };
}
