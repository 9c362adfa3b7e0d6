import { availableParallelism } from 'node:os';
import { mostThreads } from './most-threads.js';
import { TaskThreads } from './task-threads.js';
import type { Task, Tasks, ThreadFailure } from './tasks.js';

const threads = new TaskThreads(mostThreads(availableParallelism()));

/**
 * Does what may take long in a thread that can be ended, while this one is free for everything else.
 * @param deadlineMs How long it may take, in milliseconds, from when its turn comes; longer, up to ten times, while other
 * processes keep this one from computing.
 * @throws What `failure` makes when time is over or there is no answer; the signal's reason when
 * that aborts; UnscoredError (infrastructure) when there is no thread.
 */
export function runInThread<Name extends keyof Tasks>(
  task: Name,
  input: Tasks[Name]['input'],
  { deadlineMs, signal, failure }: { readonly deadlineMs: number; readonly signal?: AbortSignal | undefined; readonly failure: ThreadFailure },
): Promise<Tasks[Name]['output']> {
  const job = { task, input } as Task;
  return new Promise<Tasks[keyof Tasks]['output']>((resolve, reject) => threads.run({ job, deadlineMs, signal, failure, resolve, reject }));
}
