import type { Message, ProviderResponse, ResultRow } from '@assay/schema';
import { judgingTotals } from '../scoring/judging-totals.js';
import { whyNothingSaid } from './empty-reply.js';
import { endWarnings } from './end-warnings.js';
import type { Conversation } from './converse.js';

/** What was said of the reply before it was scored. */
function replyWarnings({ warnings, evaluators }: ResultRow): readonly string[] {
  const ofScoring = new Set(judgingTotals(evaluators).warnings);
  return warnings.filter((warning) => !ofScoring.has(warning));
}

/** The backend that answered. */
function backendOf({ fingerprints }: ResultRow): { readonly fingerprint?: string } {
  const target = fingerprints?.['target'];
  return typeof target === 'string' ? { fingerprint: target } : {};
}

/** The reply that a row keeps; null when it keeps none. */
function storedReply(row: ResultRow): ProviderResponse | null {
  const { output, confidence, usage, costUsd, costIncomplete, latencyMs, attempts, cached, saved } = row;
  if (output === null) return null;
  const response: ProviderResponse = {
    text: output.text,
    messages: output.messages,
    toolCalls: output.toolCalls,
    ...(output.fileChanges === undefined ? {} : { fileChanges: output.fileChanges }),
    ...(output.finishReason === undefined ? {} : { finishReason: output.finishReason }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(usage === undefined ? {} : { usage }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(costIncomplete ? { costIncomplete } : {}),
    ...backendOf(row),
    ...(attempts ? { attempts } : {}),
    ...(cached ? { cached } : {}),
    ...(saved?.usage || saved?.costUsd !== undefined ? { saved: { usage: saved.usage, costUsd: saved.costUsd } } : {}),
    latencyMs: latencyMs ?? Number.NaN,
  };
  const warnings = [...new Set([...replyWarnings(row), ...endWarnings([response])])];
  return warnings.length === 0 ? response : { ...response, warnings };
}

/** A turn that is to be generated. */
function isOpen({ role, content, toolCalls = [] }: Message): boolean {
  return role === 'assistant' && (content === null || content === undefined) && toolCalls.length === 0;
}

/** The thread of a row, with what the case says in the case's own words: rows keep no paths of files. */
function filledThread(transcript: readonly Message[], authored: readonly Message[]): readonly Message[] {
  const said = authored.filter((message) => !isOpen(message));
  let next = 0;
  return transcript.map((message) => (message.generated === true ? message : (said[next++] ?? message)));
}

/** What led to the reply: all of a thread that ends in an authored text, otherwise what stands before its last turn. */
function beforeReply(thread: readonly Message[]): readonly Message[] {
  const last = thread.findLastIndex(({ generated }) => generated !== true);
  return last === thread.length - 1 ? thread : thread.slice(0, last + 1);
}

/**
 * The conversation that a row was made of, as far as scoring it takes. What was secret in it was taken out when it was stored.
 * @param authored the messages of the case, with the system prompt of the variant.
 */
export function storedConversation(row: ResultRow, authored: readonly Message[], { allowEmpty }: { readonly allowEmpty: boolean }): Conversation {
  const response = storedReply(row);
  const thread = row.transcript && filledThread(row.transcript, authored);
  return {
    response,
    input: thread ? beforeReply(thread) : authored.filter((message, index) => index < authored.length - 1 || !isOpen(message)),
    ...(thread ? { transcript: thread } : {}),
    asked: row.latencyMs !== null,
    ...(response ? { nothingSaid: whyNothingSaid([response], allowEmpty) } : { failure: { error: new Error('no reply is stored') } }),
  };
}
