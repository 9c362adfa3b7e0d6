import type { ProviderResponse } from '../../domain/response.js';

/** Replies that no sample expects: each must be scored, or refused with an error of Assay. */
export const EDGE_CASE_RESPONSES: Readonly<Record<string, Partial<ProviderResponse>>> = {
  'empty reply': { text: '', messages: [] },
  'reply of control characters': { text: '\u0000\u001B[2J\uD800\u2028' },
  'huge reply': { text: 'word '.repeat(50_000) },
  'reply in other alphabets': { text: '首都は「パリ」です。 العاصمة باريس 👩‍👩‍👧' },
  'reply of broken JSON': { text: '{"answer": [1, 2' },
  'reply with a tool call without input': { toolCalls: [{ tool: 'search' }] },
};

/** Plain replies that differ from those of samples, for what is asked about several at once. */
export const OTHER_REPLIES: readonly Partial<ProviderResponse>[] = [{ text: 'Something else.' }, { text: '42' }];
