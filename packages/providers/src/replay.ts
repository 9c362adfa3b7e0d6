import { defineProvider } from '@assay/schema';
import * as v from 'valibot';
import { described } from './http/parameters/option-entries.js';

/** Replies that were recorded before, for demos, tests and scoring again without paying again. */
export const provider = defineProvider({
  name: 'replay',
  aliases: ['recording'],
  description: 'Answers from a file of recorded replies.',
  options: v.object({
    recording: described(
      v.pipe(v.string(), v.minLength(1)),
      'JSONL file with one reply per line: {id, text | output_messages, token_usage, cost_usd, duration_ms, suite?, repeat?, turn?}. match: with texts of the prompt can stand in place of id.',
    ),
  }),
  reach: { kind: 'files', keys: ['recording'] },
  examples: [
    {
      title: 'Recorded replies',
      value: { name: 'recorded', provider: 'replay', recording: 'recordings/gpt-4o-mini.jsonl' },
    },
  ],
  create: async (target, environment) => (await import('./recording/recording-target.js')).createRecording(target, environment),
});
