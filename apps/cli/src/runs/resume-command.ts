import { basename, dirname } from 'node:path';
import { shellPath, shellWord } from '@assay/schema';
import { displayFolder } from '../files/display-folder.js';

export interface ResumeCommandOptions {
  /** Folder of the run, absolute. */
  readonly location: string;
  /** Folders whose runs go by their ids, absolute. */
  readonly runsFolders: readonly string[];
  /** Folder that the command is given in. */
  readonly cwd: string;
  /** Whose workers do the trials, without a password. */
  readonly queue?: string | undefined;
  readonly isAudit?: boolean | undefined;
}

/** The command that goes on with a run, or with an audit. */
export function resumeCommand({ location, runsFolders, cwd, queue, isAudit = false }: ResumeCommandOptions): string {
  const byId = runsFolders.includes(dirname(location));
  return `assay ${isAudit ? 'audit' : 'run'} --resume ${shellPath(byId ? basename(location) : displayFolder(cwd, location))}${queue === undefined ? '' : ` --queue ${shellWord(queue)}`}`;
}
