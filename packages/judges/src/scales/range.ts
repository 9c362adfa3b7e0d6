import { ConfigError, type JudgeScale } from '@assay/schema';
import { plainNumber } from './plain-number.js';
import type { Scale } from './scale.js';
import { shownValue } from './shown-value.js';

export type RangeDefinition = Extract<JudgeScale, { readonly min: number }>;

/**
 * Whole numbers from `min` to `max`; the score is `(number − min) / (max − min)`.
 * @throws ConfigError unless both bounds are whole numbers and `min` is below `max`.
 */
export function rangeScale({ min, max, anchors = [] }: RangeDefinition): Scale {
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || min >= max) {
    throw new ConfigError(`a judge cannot score from ${min} to ${max}`, {
      hint: 'give a range of whole numbers whose lower bound comes first, such as 0 to 5',
    });
  }
  const bounds = `whole number from ${min} to ${max}`;
  return {
    name: `${min} to ${max}`,
    instruction: [
      `The classification is a ${bounds}: ${min} means not at all, ${max} completely.`,
      ...anchors.map(({ from, to, meaning }) => `- ${from === to ? from : `${from} to ${to}`}: ${meaning}`),
    ].join('\n'),
    placeholder: `<a ${bounds}>`,
    schema: { type: 'integer', description: `A ${bounds}.` },
    read(classification) {
      const number = plainNumber(classification, max);
      if (number === undefined || !Number.isInteger(number) || number < min || number > max) {
        return { ok: false, problem: `classification ${shownValue(classification)} is not a ${bounds}` };
      }
      return { ok: true, score: (number - min) / (max - min) };
    },
  };
}
