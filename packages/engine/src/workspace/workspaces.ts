import type { RequestWorkspace, Trial } from '@assay/schema';
import type { WorkspaceChanges } from './changes/workspace-changes.js';

/** Where the trials of a workspace run. */
export interface WorkspacePlace {
  readonly runId: string;
  /** Absolute folder of the suite. */
  readonly directory: string;
  readonly signal: AbortSignal;
}

/** The folder of one trial. */
export interface TrialWorkspace extends RequestWorkspace {
  /**
   * What was done to its files since it was made.
   * @throws the signal's reason when the trial is aborted; nothing else.
   */
  changes(): Promise<WorkspaceChanges>;
  /**
   * Tidies up and removes it, also after an abort. Never rejects.
   * @returns what went wrong on the way, for the row.
   */
  close(): Promise<readonly string[]>;
}

/** Makes the folders that trials work in. */
export interface Workspaces {
  /**
   * Makes the folder of a trial whose case has a workspace.
   * @throws WorkspaceError when it cannot be prepared; the signal's reason when that aborts.
   */
  open(trial: Trial, place: WorkspacePlace): Promise<TrialWorkspace>;
  /** Folder that all of them are in, absolute; undefined while there was none. */
  readonly root: string | undefined;
  /**
   * Tidies up after the last trial, and removes what is left: in short when the run was interrupted. Never rejects.
   * @returns what went wrong on the way.
   */
  close(how: { readonly interrupted: boolean }): Promise<readonly string[]>;
}
