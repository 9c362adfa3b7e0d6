import type { WorkspacesOptions } from './local-workspaces.js';
import type { Workspaces } from './workspaces.js';

/** Makes folders in the temporary folder of the system, for the trials of one run. What does it is loaded with the first of them. */
export async function openWorkspaces(options: WorkspacesOptions): Promise<Workspaces> {
  const { LocalWorkspaces } = await import('./local-workspaces.js');
  return new LocalWorkspaces(options);
}
