import { availableParallelism } from 'node:os';
import { TaskThreads } from './task-threads.js';
import type { Task, Tasks, ThreadFailure } from './tasks.js';

/** One core is left to everything else. More threads than this would only take memory. */
const threads = new TaskThreads(Math.max(1, Math.min(4, availableParallelism() - 1)));

/**
 * Does what may take long in a thread that can be ended, while this one is free for everything else.
 * @param deadlineMs How long it may take, in milliseconds, from when its turn comes.
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
