import { isJsonObject, referenceAnswer, type EvalCase, type JsonObject } from '@assay/schema';

/**
 * The answer that a case names as right: an object when it was written as one, else its text.
 * Undefined when the case names none.
 */
export function expectedValue({ expectedMessages }: EvalCase): string | JsonObject | undefined {
  const last = expectedMessages.findLast(
    ({ role, content }) => role === 'assistant' && content !== undefined && content !== null,
  );
  if (!last) return undefined;
  return isJsonObject(last.content) ? last.content : referenceAnswer(expectedMessages);
}
