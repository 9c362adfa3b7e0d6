import * as v from 'valibot';
import { embeddingEntries } from '../embeddings/embedding-options.js';
import { apiEntries, described, seed, wholeNumber } from '../http/parameters/option-entries.js';

/** Options of targets that speak Gemini's generateContent format. */
export const geminiOptions = v.object({
  ...apiEntries,
  ...embeddingEntries,
  seed: described(seed(), 'Asks for the same reply to the same request.'),
  thinking_budget: described(
    wholeNumber('thinking_budget', -1),
    'Tokens for thinking before the answer: 0 for none, -1 for as many as the model wants. For Gemini 2.5.',
  ),
  reasoning_effort: described(
    v.string(),
    'How much the model thinks: minimal, low, medium or high. For Gemini 3 and later.',
  ),
});

export type GeminiOptions = v.InferOutput<typeof geminiOptions>;
