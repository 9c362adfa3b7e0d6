import { dirname, relative, resolve } from 'node:path';
import type { Workspace, WorkspaceHook, WorkspaceHooks } from '@assay/schema';

/** Finds how a workspace is written in another file. */
export type MoveWorkspace = (workspace: Workspace) => Workspace;

/**
 * Workspaces for the folder of the written file: the same template, and hooks that run in the folder that they have always run in, so
 * that what their commands name is found. In the folder of the source they stay as they are.
 * @param out Absolute; undefined for what is only shown.
 */
export function moveWorkspaceFrom(source: string, out: string | undefined): MoveWorkspace {
  const before = dirname(source);
  const now = out === undefined ? before : dirname(out);
  if (now === before) return (workspace) => workspace;
  const moved = (path: string): string => relative(now, resolve(before, path)).replaceAll('\\', '/') || '.';
  const movedHook = ([name, hook]: readonly [string, WorkspaceHook]): readonly [string, WorkspaceHook] => [name, { ...hook, cwd: moved(hook.cwd ?? '.') }];
  return ({ template, hooks }) => ({
    ...(template === undefined ? {} : { template: moved(template) }),
    ...(hooks === undefined ? {} : { hooks: Object.fromEntries(Object.entries(hooks).map(movedHook)) as WorkspaceHooks }),
  });
}
