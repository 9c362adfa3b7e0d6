import type { OptionProblem } from '@assay/schema';
import type { FilePlace } from '../../files/find-contained-file.js';
import { scriptProblems } from '../../processes/script-problems.js';
import { AGGREGATOR_PROMPT } from './aggregator-prompt.js';
import { promptProblems } from '../../templates/prompt-problems.js';
import type { Aggregator } from './aggregator.js';

/** What a schema cannot see in a composite's `aggregator`. Members are checked as entries of their own. */
export function aggregatorProblems(
  aggregator: Aggregator,
  place: FilePlace,
): readonly OptionProblem[] | Promise<readonly OptionProblem[]> {
  switch (aggregator.type) {
    case 'weighted_average':
      return [];
    case 'llm_judge':
      return promptProblems(aggregator.prompt, AGGREGATOR_PROMPT, place, ['aggregator', 'prompt']);
    case 'code_judge': {
      const { script, path, cwd } = aggregator;
      const key = script === undefined ? 'path' : 'script';
      return scriptProblems({ script: script ?? path ?? [], cwd, directory: place.directory }, ['aggregator', key]);
    }
  }
}
