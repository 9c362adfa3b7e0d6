import { isPartList, referenceAnswer, type EvalCase, type JsonObject, type JsonValue } from '@assay/schema';

/**
 * The answer that a case names as right: an object or a list when it was written as one, else its text.
 * Undefined when the case names none.
 */
export function expectedValue({ expectedMessages }: EvalCase): string | JsonObject | readonly JsonValue[] | undefined {
  const last = expectedMessages.findLast(
    ({ role, content }) => role === 'assistant' && content !== undefined && content !== null,
  );
  if (!last) return undefined;
  const { content } = last;
  const isText = typeof content === 'string' || isPartList(content);
  return isText ? referenceAnswer(expectedMessages) : (content as JsonObject | readonly JsonValue[]);
}
