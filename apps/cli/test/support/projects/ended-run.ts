import type { ChildProcess } from 'node:child_process';
import { startAssay, type Finished } from '../commands/assay.js';
import { dataset, ids, MODEL, project, RUN, untilRows, type Project } from './resume-project.js';

/** How a process ends that gets a signal. */
export async function killed(child: ChildProcess, finished: Promise<Finished>, signal: NodeJS.Signals): Promise<Finished> {
  child.kill(signal);
  return finished;
}

/** A run that answers `answered` cases, hangs at the others, and is ended then. */
export async function endedEarly(count: number, answered: number, signal: NodeJS.Signals): Promise<Project & { readonly ended: Finished }> {
  let hangs = true;
  const made = await project(dataset(...ids(count)), (id) => (hangs && Number(id.slice(1)) >= answered ? { hang: true } : 'it is 42'));
  const { child, finished } = startAssay(RUN, { cwd: made.workspace.folder, env: MODEL });
  await untilRows(made.workspace, answered);
  const ended = await killed(child, finished, signal);
  hangs = false;
  made.asked();
  return { ...made, ended };
}
