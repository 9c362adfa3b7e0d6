import { ConfigError, referenceAnswer, type EvalCase, type EvaluatorDefinition, type Trial } from '@assay/schema';
import type { MadeEmbeddings } from '../targets/make-embeddings.js';
import { usesEmbeddings } from './uses-embeddings.js';
import type { OptionWords } from '../../options/option-words.js';

/** The embedding model of a run, made ready with the first trial that wants one. */
export interface RunEmbeddings {
  /** Whatever looks at the meaning of replies gets a model before the first request: an evaluator must, a metric may. Undefined where there is nothing to wait for. @throws ConfigError */
  prepare(trial: Trial): Promise<void> | undefined;
  /** Undefined while there is none. */
  readonly made: MadeEmbeddings | undefined;
  /** The model, for a trial that wants one. */
  of(trial: Trial): MadeEmbeddings | undefined;
}

/** True for a case that names an answer as right, which replies can be measured against. */
function hasReference({ expectedMessages }: EvalCase): boolean {
  return referenceAnswer(expectedMessages).trim() !== '';
}

/**
 * @param make makes the model ready; undefined when none is configured.
 * @param words how errors name options.
 */
export function createRunEmbeddings(find: (type: string) => EvaluatorDefinition | undefined, make: (() => Promise<MadeEmbeddings>) | undefined, { say }: OptionWords): RunEmbeddings {
  let made: MadeEmbeddings | undefined;
  const ready = async (makeModel: () => Promise<MadeEmbeddings>): Promise<void> => {
    made = await makeModel();
  };
  const wants = (evalCase: EvalCase): boolean => usesEmbeddings(evalCase, find) !== undefined || hasReference(evalCase);
  return {
    get made() {
      return made;
    },
    of: ({ evalCase }) => (made && wants(evalCase) ? made : undefined),
    prepare({ evalCase, location, evaluatorLocation }) {
      const needs = usesEmbeddings(evalCase, find);
      if (needs !== undefined && !make) {
        throw new ConfigError(`evaluator "${needs.name}" of case "${evalCase.id}" needs an embedding model, and none is named`, {
          hint: `name one with ${say('embeddings', 'provider:model')}, or as embeddings: in .assay/config.yaml`,
          location: evaluatorLocation?.(needs) ?? location,
        });
      }
      return !made && make && wants(evalCase) ? ready(make) : undefined;
    },
  };
}
