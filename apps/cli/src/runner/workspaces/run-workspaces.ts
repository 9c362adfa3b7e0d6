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
  readonly settings: Pick<RunSettings, 'keepWorkspaces' | 'outputs' | 'signal'>;
  readonly reading: Pick<Reading, 'trust' | 'redactor'>;
  readonly processes: ChildProcesses;
  readonly announce: ReportDiagnostic;
}

/** The folders of a run; undefined for one that scores outputs, whose trials did what they did elsewhere. */
export function runWorkspaces(options: RunWorkspacesOptions): RunWorkspaces | undefined {
  if (options.settings.outputs !== undefined) return undefined;
  let opening: Promise<RunWorkspaces> | undefined;
  const opened = async (): Promise<RunWorkspaces> => (await import('./open-run-workspaces.js')).openRunWorkspaces(options);
  return {
    open: async (trial, place) => (await (opening ??= opened())).open(trial, place),
    end: async () => (await opening)?.end(),
  };
}
