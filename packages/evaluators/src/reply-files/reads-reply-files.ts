import { fileParts, type JsonObject, type JsonValue, type OptionProblem, type ScoringEvaluator } from '@assay/schema';
import type { GenericSchema } from 'valibot';
import { loadOnce } from '../loading/load-once.js';
import type { FileOptions } from './preprocessors-schema.js';

const loadReading = loadOnce(() => import('./judge-with-files.js'));

function commandPaths({ preprocessors }: JsonObject): readonly OptionProblem['path'][] {
  return Array.isArray(preprocessors) ? preprocessors.map((_: JsonValue, index) => ['preprocessors', index, 'command']) : [];
}

/**
 * Makes an evaluator that asks judges show them the files of a reply, by its option `preprocessors`.
 * @param definition with that option in its schema.
 */
export function readsReplyFiles<const TSchema extends GenericSchema<unknown, FileOptions>>(definition: ScoringEvaluator<TSchema>): ScoringEvaluator<TSchema> {
  const { programs, check, evaluate } = definition;
  return {
    ...definition,
    readsFiles: true,
    programs: (options) => [...(typeof programs === 'function' ? programs(options) : []), ...commandPaths(options)],
    check: async (place) => {
      const found = (await check?.(place)) ?? [];
      return place.options.preprocessors ? [...found, ...(await (await loadReading()).commandProblems(place.options, place.directory))] : found;
    },
    evaluate: async (input) => {
      const asWritten = (given: typeof input) => evaluate.call(definition, given);
      return fileParts(input.response.messages).length === 0 ? asWritten(input) : (await loadReading()).judgeWithFiles(input, asWritten);
    },
  };
}
