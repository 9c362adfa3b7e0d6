import { openWorkspaces } from '@assay/engine';
import { loadSpawner } from '@assay/evaluators';
import { WorkspaceError } from '@assay/schema';
import type { RunWorkspaces, RunWorkspacesOptions } from './run-folders.js';

/** In place of folders that nobody may have: a suite that is not trusted is refused before, and none of its commands runs in any case. */
const REFUSED: RunWorkspaces = {
  open: () => Promise.reject(new WorkspaceError('a workspace runs commands, and a file that is not trusted may not', { hint: 'look at the file, and run without --untrusted (or untrusted of a program)' })),
  end: () => Promise.resolve(),
};

/** The folders of a run, for its first trial that has one. */
export async function openRunWorkspaces({ settings, reading, processes, announce }: RunWorkspacesOptions): Promise<RunWorkspaces> {
  const { trust, redactor } = reading;
  if (trust.untrusted) return REFUSED;
  const { keepWorkspaces: keep, signal } = settings;
  const workspaces = await openWorkspaces({ spawner: loadSpawner, env: trust.evaluatorEnvironment, processes, redactor, keep });
  let isToldOf = false;
  return {
    open: (trial, place) => workspaces.open(trial, place),
    async end() {
      for (const message of await workspaces.close({ interrupted: signal.aborted })) announce({ severity: 'warning', code: 'workspace', message });
      const { root } = workspaces;
      if (!keep || root === undefined || isToldOf) return;
      isToldOf = true;
      announce({ severity: 'warning', code: 'workspaces-kept', message: `the workspaces were kept in ${root}`, hint: 'remove that folder when you have seen enough' });
    },
  };
}
