import type { RunWorkspaces, RunWorkspacesOptions } from './run-folders.js';

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
