import { basename, dirname } from 'node:path';
import { displayFolder } from '../files/display-folder.js';

const PLAIN = /^[\w./@%+=:,-]+$/u;

/** A word as a shell takes it for one. @param platform of the shell. */
function shellWord(word: string, platform: string = process.platform): string {
  if (PLAIN.test(word) && !word.startsWith('-')) return word;
  return platform === 'win32' ? `"${word.replaceAll('"', '""')}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

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
  return `assay ${isAudit ? 'audit' : 'run'} --resume ${shellWord(byId ? basename(location) : displayFolder(cwd, location))}${queue === undefined ? '' : ` --queue ${shellWord(queue)}`}`;
}
