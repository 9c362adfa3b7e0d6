import { runCommand, type RunCommandOptions } from './run.js';

/** `assay score`: a run whose replies are read from a file. Resolves to the exit code. */
export function scoreCommand(files: readonly string[], options: RunCommandOptions): Promise<number> {
  return runCommand(files, options);
}
