import { answerLimit } from '../threads/answer-limit.js';
import type { ScriptGlobals } from './protocol.js';
import type { ScriptResult, ScriptThread } from './script-thread.js';

/** How much memory one script may use, in megabytes. */
const MEMORY_MB = 64;

/** The one thread of this process, once a script was asked for: what runs scripts is not read before. */
let thread: ScriptThread | undefined;

async function loadThread(): Promise<ScriptThread> {
  const loaded = await import('./script-thread.js');
  thread ??= new loaded.ScriptThread();
  return thread;
}

export interface EvaluateScriptOptions {
  /** An expression, statements whose last one gives the value, or a function body with `return`. */
  readonly code: string;
  /** What the script may look at, by copy: `r` and `response`, `context`, `toolCalls`, `args`. */
  readonly globals: ScriptGlobals;
  /** In milliseconds, > 0. Default 1000. */
  readonly deadlineMs?: number | undefined;
  /** In megabytes, > 0. Default 64. */
  readonly memoryMb?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs JavaScript that nobody has to trust. It has the language and nothing else: no files, no
 * network, no timers, no access to this process. No script can affect another.
 * @returns What it gave; also that it threw.
 * @throws UnscoredError (config) when it does not end in time or breaks its sandbox,
 * (infrastructure) when there is no sandbox; the signal's reason when that aborts.
 */
export function evaluateScript(options: EvaluateScriptOptions): Promise<ScriptResult> {
  const request = {
    code: options.code,
    globals: options.globals,
    deadlineMs: options.deadlineMs ?? answerLimit.ms,
    memoryBytes: (options.memoryMb ?? MEMORY_MB) * 1024 * 1024,
    signal: options.signal,
  };
  return thread ? thread.run(request) : loadThread().then((loaded) => loaded.run(request));
}
