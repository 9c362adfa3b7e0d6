import type { ProviderError } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';

export interface ExpectedVectors {
  /** How many texts were sent. */
  readonly count: number;
  /** Length that was asked for. */
  readonly dimensions?: number | undefined;
}

function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.length > 0 && value.every((part) => Number.isFinite(part));
}

const COUNT_HINT = 'one vector is wanted for each text of a request: use a model, or a server, that takes several texts at once';
const NUMBERS_HINT = 'vectors are wanted as lists of numbers: leave out parameters of the target that change how they are written, such as encoding_format';
const LENGTH_HINT = 'vectors of one model have one length: see that one model alone answers to this name, also behind a router';

/** Vectors that cannot be used, of a server that answers as its API does. Another try may bring others. */
function oddVectors(message: string, context: CallContext, hint: string): ProviderError {
  return apiError(message, context, { kind: 'bad_reply', retryable: true, hint });
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
    const counted = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;
    throw oddVectors(`the reply has ${counted(vectors.length, 'vector')} for ${counted(count, 'text')}`, context, COUNT_HINT);
  }
  const checked: (readonly number[])[] = [];
  for (const [index, vector] of vectors.entries()) {
    if (!isVector(vector)) throw oddVectors(`the reply has no vector of numbers for text ${index + 1}`, context, NUMBERS_HINT);
    checked.push(vector);
  }
  const length = checked[0]?.length;
  const odd = checked.findIndex((vector) => vector.length !== length);
  if (odd !== -1) {
    const lengths = `${length} and ${checked[odd]?.length}`;
    throw oddVectors(`the vectors of texts 1 and ${odd + 1} have different lengths: ${lengths}`, context, LENGTH_HINT);
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
