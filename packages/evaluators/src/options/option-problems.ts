import { errorText, UnscoredError, type OptionProblem } from '@assay/schema';

/** An error at scoring time, as what is wrong with the options at a path. */
export function optionProblem(error: unknown, path: OptionProblem['path']): OptionProblem {
  const message = errorText(error);
  return {
    path,
    message,
    ...(error instanceof UnscoredError && error.hint !== undefined ? { hint: error.hint, namedOptions: error.namedOptions } : {}),
    ...(error instanceof UnscoredError && error.reason === 'refused' ? { refused: true } : {}),
  };
}

/**
 * Tries what scoring will do first with an option, and gives what it throws as a problem at `path`:
 * so that a file is checked by the code that will use it.
 */
export async function problemsOf(
  path: OptionProblem['path'],
  attempt: () => Promise<unknown>,
): Promise<readonly OptionProblem[]> {
  try {
    await attempt();
    return [];
  } catch (error) {
    return [optionProblem(error, path)];
  }
}
