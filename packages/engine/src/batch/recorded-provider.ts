import { canonicalHash, type GenerateRequest, type JsonValue, type Provider } from '@assay/schema';
import { busy, currentAsks } from '../execute/waiting/asks.js';
import type { BatchBook } from './batch-book.js';
import { storedAnswer } from './batched-provider.js';
import { noteRefusal } from './note-refusal.js';

const VERSION = 'at-once-1';

/** What a request says, for targets that do not tell what changes their answers. */
function said({ signal: _signal, replies: _replies, cache: _cache, attempt: _attempt, ...request }: GenerateRequest): JsonValue {
  return JSON.parse(JSON.stringify(request)) as JsonValue;
}

async function contentOf(provider: Provider, request: GenerateRequest): Promise<string | undefined> {
  try {
    const identity = (await provider.identity?.(request)) ?? said(request);
    return canonicalHash([VERSION, provider.name, identity]).slice(0, 32);
  } catch {
    return undefined;
  }
}

/**
 * A target that is asked at once, in a run whose others are asked in batches. What it says to a trial that then has to wait for
 * a batch is stored, since the trial is run again: it would cost once more, and another answer would be judged anew, without end.
 */
export function recordedProvider(provider: Provider, book: () => BatchBook): Provider {
  return {
    ...provider,
    async generate(request) {
      const asks = currentAsks();
      if (!asks) return provider.generate(request);
      const answered = async (): ReturnType<typeof provider.generate> => {
        const content = await contentOf(provider, request);
        if (content === undefined) return provider.generate(request);
        const id = { asker: asks.asker, content, n: asks.count(content) };
        const known = await storedAnswer(book(), id, request, async (outcome) => ('response' in outcome ? outcome.response : undefined));
        if (known) return known;
        const response = await provider.generate(request);
        asks.whenItWaits(async () => void (await book().settle(id, '', { response })));
        return response;
      };
      return busy(() => noteRefusal(asks, answered));
    },
  };
}
