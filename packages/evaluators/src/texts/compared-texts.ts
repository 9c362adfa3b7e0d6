import { referenceAnswer, UnscoredError, type EvalCase } from '@assay/schema';
import * as v from 'valibot';
import { wordedText } from '../options/texts.js';

/** The option that says what a reply is compared with. @param what e.g. `The text to be close to`. */
export function comparedOption(what: string) {
  return v.optional(
    v.pipe(
      v.union(
        [wordedText('value'), v.pipe(v.array(wordedText('value')), v.minLength(1, 'value must list at least one text'))],
        'value must be a text that is not empty, or a list of such texts',
      ),
      v.description(`${what}; default is the reference answer`),
    ),
  );
}

/**
 * What a reply is compared with: the written texts, else the reference answer.
 * @throws UnscoredError (config) when there is neither.
 */
export function comparedTexts(value: string | readonly string[] | undefined, { expectedMessages }: EvalCase): readonly [string, ...string[]] {
  const written = value ?? referenceAnswer(expectedMessages);
  const [first, ...rest] = (typeof written === 'string' ? [written] : written).filter((text) => text.trim() !== '');
  if (first !== undefined) return [first, ...rest];
  throw new UnscoredError('there is nothing to compare with: the case has no reference answer and the evaluator no value', {
    reason: 'config',
    hint: 'add expected_output to the case, or value to the evaluator',
  });
}
