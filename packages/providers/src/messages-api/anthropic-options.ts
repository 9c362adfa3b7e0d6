import * as v from 'valibot';
import { apiEntries, described, range, wholeNumber } from '../http/parameters/option-entries.js';

/** The API demands a limit; this one leaves room for a long answer. */
export const DEFAULT_MAX_TOKENS = 4096;

export const anthropicOptions = v.object({
  ...apiEntries,
  temperature: described(range('temperature', 0, 1), 'Sampling temperature, 0 to 1.'),
  max_tokens: described(
    wholeNumber('max_tokens', 1),
    `Maximum number of tokens in a reply, including thinking. Default ${DEFAULT_MAX_TOKENS}.`,
  ),
  thinking_budget: described(
    wholeNumber('thinking_budget', 1024),
    'Tokens for thinking before the answer, at least 1024.',
  ),
});

export type AnthropicOptions = v.InferOutput<typeof anthropicOptions>;
