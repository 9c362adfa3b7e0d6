import { ProviderError, type Embedder, type EmbedOptions, type Vector } from '@assay/schema';
import { withLostCost } from '../target/with-lost-cost.js';
import { answerOf, joined, type Answer } from './answer.js';

/** Statuses of requests that are refused for what they are: some APIs say so of too many texts, or of too much text in all. */
const REFUSED: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

function mayBeTooMuch(error: unknown): boolean {
  return error instanceof ProviderError && error.kind === 'bad_request' && REFUSED.has(error.status);
}

function partsOf(texts: readonly string[], most: number): readonly (readonly string[])[] {
  if (texts.length <= most) return [texts];
  return Array.from({ length: Math.ceil(texts.length / most) }, (_, part) => texts.slice(part * most, (part + 1) * most));
}

/**
 * Asks for any number of texts, in as few requests as the API takes them in. Where it does not say how many it takes, or takes fewer, what it
 * refuses is asked for in halves, and how many it took is kept in mind.
 * @param onFound told of each vector that came, also where others do not come.
 */
export function inParts(embedder: Embedder, onFound: (text: string, vector: Vector) => void): (texts: readonly string[], options: EmbedOptions) => Promise<Answer> {
  let most = embedder.mostTexts ?? Infinity;

  async function whole(texts: readonly string[], options: EmbedOptions): Promise<Answer> {
    const answer = answerOf(await embedder.embed(texts, options), texts);
    for (const [text, vector] of answer.found) onFound(text, vector);
    return answer;
  }

  /** One half after the other: where it is one text that is refused, the first half may tell, and the others are not asked for in vain. */
  async function halves(texts: readonly string[], options: EmbedOptions): Promise<Answer> {
    const middle = Math.ceil(texts.length / 2);
    const first = await part(texts.slice(0, middle), options);
    const rest = await all(texts.slice(middle), options).catch((error: unknown) => {
      throw afterPaying([first], error);
    });
    // Only now: a single text that is refused says nothing about how many there may be.
    most = Math.min(most, middle);
    return joined([first, rest]);
  }

  async function part(texts: readonly string[], options: EmbedOptions): Promise<Answer> {
    try {
      return await whole(texts, options);
    } catch (error) {
      if (texts.length === 1 || !mayBeTooMuch(error)) throw error;
      return halves(texts, options);
    }
  }

  /** What fails when others of its texts were paid for already. */
  function afterPaying(answers: readonly Answer[], error: unknown): unknown {
    return embedder.pricing && answers.some(({ spent }) => spent.costUsd !== 0) ? withLostCost(error) : error;
  }

  async function all(texts: readonly string[], options: EmbedOptions): Promise<Answer> {
    const outcomes = await Promise.allSettled(partsOf(texts, most).map((one) => part(one, options)));
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw afterPaying(answers, failed.reason);
    return joined(answers);
  }

  return all;
}
