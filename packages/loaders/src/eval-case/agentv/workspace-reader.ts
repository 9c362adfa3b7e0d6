import { isJsonObject, reportError, type NormalizeContext, type ValuePath, type Workspace } from '@assay/schema';

let reader: { readonly readWorkspace: typeof readWorkspace } | undefined;

function saysWorkspace(raw: unknown): boolean {
  return isJsonObject(raw) && raw['workspace'] !== undefined;
}

/** Whether a case has to wait for what reads its workspace: few suites have one, and those without load nothing for it. */
export function needsWorkspaceReader(raw: unknown): boolean {
  return reader === undefined && saysWorkspace(raw);
}

/** Loads what reads workspaces, where a suite, a list of cases in it or a case has some. */
export async function loadWorkspaceReader(raw: unknown): Promise<void> {
  if ([raw, ...Object.values(raw ?? {})].flat().some(needsWorkspaceReader)) reader = await import('./workspace.js');
}

/**
 * Reads the folder that the target of a case (or of all cases of a suite) works in.
 * @param base what the suite says, where a case is read: the fields of the case take the places of its.
 */
export function readWorkspace(context: NormalizeContext, raw: unknown, path: ValuePath, base?: Workspace): Workspace | undefined {
  if (raw === undefined || raw === null) return base;
  if (reader) return reader.readWorkspace(context, raw, path, base);
  reportError(context, path, 'no workspace is read here', { hint: 'say it in the sidecar' });
  return base;
}
