import * as v from 'valibot';
import { chatEntries } from '../chat-completions/chat-options.js';
import { embeddingEntries } from '../embeddings/embedding-options.js';
import { described } from '../http/parameters/option-entries.js';

export const openAiOptions = v.object({
  ...chatEntries,
  ...embeddingEntries,
  organization: described(v.string(), 'Organization that the requests are attributed to. Default: OPENAI_ORG_ID.'),
});

export type OpenAiOptions = v.InferOutput<typeof openAiOptions>;
