import type { Workspaces } from '@assay/engine';
import type { ChildProcesses, ReportDiagnostic } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import type { RunSettings } from '../run-settings.js';

/** The folders of the trials of a run. */
export interface RunWorkspaces extends Pick<Workspaces, 'open'> {
  /** Tidies up after the last trial, and says what went wrong with that. May be called again. */
  end(): Promise<void>;
}

export interface RunWorkspacesOptions {
  readonly settings: Pick<RunSettings, 'keepWorkspaces' | 'signal'>;
  readonly reading: Pick<Reading, 'trust' | 'redactor'>;
  readonly processes: ChildProcesses;
  readonly announce: ReportDiagnostic;
}
