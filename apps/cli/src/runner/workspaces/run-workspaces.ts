import type { RunWorkspaces, RunWorkspacesOptions } from './run-folders.js';

/** The folders of a run. What makes them is loaded with the first. */
export function runWorkspaces(options: RunWorkspacesOptions): RunWorkspaces {
  let opening: Promise<RunWorkspaces> | undefined;
  const opened = async (): Promise<RunWorkspaces> => (await import('./open-run-workspaces.js')).openRunWorkspaces(options);
  return {
    open: async (trial, place) => (await (opening ??= opened())).open(trial, place),
    end: async () => (await opening)?.end(),
  };
}
