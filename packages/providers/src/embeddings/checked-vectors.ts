import { apiError, badReply, type CallContext } from '../http/errors/api-error.js';

export interface ExpectedVectors {
  /** How many texts were sent. */
  readonly count: number;
  /** Length that was asked for. */
  readonly dimensions?: number | undefined;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((part) => Number.isFinite(part));
}

/**
 * Makes sure that there is one vector of finite numbers for every text, all of one length.
 * @throws ProviderError (bad_reply). A length other than the one asked for is not tried again.
 */
export function checkedVectors(
  vectors: readonly unknown[],
  expected: ExpectedVectors,
  context: CallContext,
): readonly (readonly number[])[] {
  const { count, dimensions } = expected;
  if (vectors.length !== count) {
    throw badReply(`the reply has ${vectors.length} vectors for ${count} texts`, context);
  }
  const checked: (readonly number[])[] = [];
  for (const [index, vector] of vectors.entries()) {
    if (!isVector(vector)) throw badReply(`the reply has no vector of numbers for text ${index + 1}`, context);
    checked.push(vector);
  }
  const length = checked[0]?.length;
  const odd = checked.findIndex((vector) => vector.length !== length);
  if (odd !== -1) {
    const lengths = `${length} and ${checked[odd]?.length}`;
    throw badReply(`the vectors of texts 1 and ${odd + 1} have different lengths: ${lengths}`, context);
  }
  if (dimensions !== undefined && length !== dimensions) {
    throw apiError(`the vectors have ${length} dimensions, not the ${dimensions} that were asked for`, context, {
      kind: 'bad_reply',
      retryable: false,
      hint: `remove dimensions from the target, or use a model that can make vectors of ${dimensions}`,
    });
  }
  return checked;
}
