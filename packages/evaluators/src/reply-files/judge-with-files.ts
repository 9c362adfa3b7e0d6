import type { EvaluationInput, EvaluationScore, OptionProblem } from '@assay/schema';
import { scriptProblems } from '../processes/script-problems.js';
import type { FileOptions } from './preprocessors-schema.js';
import { withFileTexts } from './with-file-texts.js';

const UNREAD = 'the reply names files that the judges do not see; write preprocessors: [] beside the evaluators for files of text, or list how others become text';

/** What certainly keeps commands for files from running. */
export async function commandProblems({ preprocessors = [] }: FileOptions, directory: string): Promise<readonly OptionProblem[]> {
  const problems = preprocessors.map(({ command }, index) => scriptProblems({ script: command, cwd: undefined, directory }, ['preprocessors', index, 'command']));
  return (await Promise.all(problems)).flat();
}

/**
 * Has a reply with files judged, and says what was shown of them.
 * @throws UnscoredError when they cannot be shown.
 */
export async function judgeWithFiles<TOptions extends FileOptions>(
  input: EvaluationInput<TOptions>,
  judge: (input: EvaluationInput<TOptions>) => Promise<EvaluationScore> | EvaluationScore,
): Promise<EvaluationScore> {
  const { preprocessors } = input.options;
  if (!preprocessors) {
    const score = await judge(input);
    return { ...score, warnings: [...(score.warnings ?? []), `${input.config.name}: ${UNREAD}`] };
  }
  const { response, files } = await withFileTexts(input, preprocessors);
  return { ...(await judge({ ...input, response })), details: { files } };
}
