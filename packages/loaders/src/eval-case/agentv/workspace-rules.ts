import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { reportError, type NormalizeContext, type ValuePath } from '@assay/schema';
import { displayPath } from '../../files/display-path.js';
import { reallyContains } from '../../references/contains.js';

/** Reports a template that cannot be copied. */
export function checkTemplate(context: NormalizeContext, written: string, path: ValuePath): void {
  if (!context.place) return;
  const { directory, projectRoot, workingDirectory } = context.place;
  const refuse = (message: string, hint: string): void => reportError(context, path, message, { code: 'file-reference', hint });
  const folder = resolve(directory, written);
  const shown = displayPath(folder, workingDirectory);
  let isFolder: boolean | undefined;
  try {
    isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  } catch {
    // Something on the way to it is no folder, or may not be entered.
  }
  if (isFolder === undefined) refuse(`the folder ${JSON.stringify(written)} was not found; searched: ${shown}`, 'write its path relative to the folder of the suite');
  else if (!isFolder) refuse(`${JSON.stringify(written)} is no folder`, 'name a folder');
  else if (!reallyContains(projectRoot, folder)) refuse(`the folder ${JSON.stringify(written)} lies outside the project root ${displayPath(projectRoot, workingDirectory)}`, 'move it into the project');
}

/** Programs run in workspaces: of a file that nobody vouches for, none is made. */
export function refuseUntrusted(context: NormalizeContext, path: ValuePath): void {
  context.place?.trust?.onRefused({
    severity: 'error',
    code: 'untrusted',
    message: `${context.linePrefix ?? ''}a workspace runs commands, and a file that is not trusted may not`,
    hint: 'look at the file, and vouch for it',
    namedOptions: [{ name: 'untrusted', value: false }],
    location: context.locate(path, 'key'),
  });
}
