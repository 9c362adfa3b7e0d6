import * as v from 'valibot';
import { apiEntries, described } from '../http/option-entries.js';

const wholeNumber = v.pipe(v.number(), v.integer());

/** Options of targets that speak Gemini's generateContent format. */
export const geminiEntries = {
  ...apiEntries,
  seed: described(wholeNumber, 'Asks for the same reply to the same request.'),
  thinking_budget: described(
    v.pipe(wholeNumber, v.minValue(-1)),
    'Tokens for thinking before the answer: 0 for none, -1 for as many as the model wants. For Gemini 2.5.',
  ),
  reasoning_effort: described(
    v.string(),
    'How much the model thinks: minimal, low, medium or high. For Gemini 3 and later.',
  ),
} as const;

const geminiOptions = v.object(geminiEntries);
export type GeminiOptions = v.InferOutput<typeof geminiOptions>;
