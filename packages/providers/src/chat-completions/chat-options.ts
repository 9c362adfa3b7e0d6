import * as v from 'valibot';
import { apiEntries, described, seed } from '../http/parameters/option-entries.js';

/** Options of every target that speaks OpenAI's chat completions format. */
export const chatEntries = {
  ...apiEntries,
  seed: described(seed(), 'Asks for the same reply to the same request, if the API supports it.'),
  reasoning_effort: described(v.string(), 'How much a reasoning model thinks: minimal, low, medium or high.'),
  logprobs: described(v.boolean(), 'Ask for token probabilities; their mean becomes the confidence of the reply.'),
  structured_output: described(v.boolean(), 'Whether the API enforces JSON Schemas (response_format).'),
  format: described(
    v.picklist(['chat', 'completions']),
    'API format. completions is the older format, which takes a single text.',
  ),
  prompt_format: described(
    v.picklist(['conversational', 'raw']),
    'How the conversation is sent to completions: as User: and Assistant: turns (default), or as the bare text.',
  ),
} as const;

const chatOptions = v.object(chatEntries);
export type ChatOptions = v.InferOutput<typeof chatOptions>;
