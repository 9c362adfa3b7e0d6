import { join } from 'node:path';
import { stateFolder } from './own-folders.js';

/** Folder of the audits of a project, which have no folder of their own. @param projectRoot Absolute. */
export function auditsFolder(projectRoot: string): string {
  return join(projectRoot, '.assay/audits');
}

/** Folder of the audits of all projects that nobody vouches for. */
export function ownAuditsFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(stateFolder(env), 'audits');
}

/** The file of an audit's folder that tells what was drawn: a run has none. */
export function auditFile(folder: string): string {
  return join(folder, 'audit.json');
}

/** Where an audit keeps each judgement as it comes, until all are there. */
export function judgementsFolder(folder: string): string {
  return join(folder, 'judgements');
}
