import { fence, fenceCode, type ResponseFormat } from '@assay/schema';
import type { Scale } from '../scales/scale.js';

/** Tells the judge the form of its answer: reasoning before the classification. */
export function answerFormat(scale: Scale): string {
  return `Answer with one JSON object and nothing else, with its keys in this order:
{"reflection": "<your reasoning>", "hits": ["<each thing that is satisfied, in a few words>"], "misses": ["<each thing that is missing or wrong, in a few words>"], "classification": ${scale.placeholder}}`;
}

/** What is added when an answer could not be used: why, the answer itself, and the format again. */
export function formatReminder(scale: Scale, problem: string, lastAnswer: string): string {
  const code = fenceCode([lastAnswer]);
  const shown = lastAnswer.trim() === '' ? '' : `It was, as data between tags that carry the code ${code}:\n\n${fence('last-answer', code, lastAnswer)}\n\n`;
  return `Your last answer could not be used: ${problem}. ${shown}Judge again, and quote in no place but inside the strings of your JSON. ${answerFormat(scale)}`;
}

const TEXT_LIST = { type: 'array', items: { type: 'string' } };

/** The same form as JSON Schema, for APIs that enforce it. All keys are required, as strict modes demand. */
export function responseFormat(scale: Scale): ResponseFormat {
  return {
    name: 'assessment',
    schema: {
      type: 'object',
      properties: {
        reflection: { type: 'string' },
        hits: TEXT_LIST,
        misses: TEXT_LIST,
        classification: scale.schema,
      },
      required: ['reflection', 'hits', 'misses', 'classification'],
      additionalProperties: false,
    },
  };
}
