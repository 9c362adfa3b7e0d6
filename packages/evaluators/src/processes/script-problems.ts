import path from 'node:path';
import type { OptionProblem } from '@assay/schema';
import { optionProblem } from '../options/option-problems.js';
import { startProblem } from './cannot-start.js';
import { scriptArgv } from './script-argv.js';

/** What certainly keeps the script of an option at `at` from running in `cwd`. */
export async function scriptProblems(
  { script, cwd, directory }: { readonly script: string | readonly string[]; readonly cwd: string | undefined; readonly directory: string },
  at: OptionProblem['path'],
): Promise<readonly OptionProblem[]> {
  const error = await startProblem({ argv: scriptArgv(script), cwd: path.resolve(directory, cwd ?? '.') });
  return error ? [optionProblem(error, at)] : [];
}
