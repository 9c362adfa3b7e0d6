import { isJsonObject, type EvalCase, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';
import { keptDigits } from './kept-digits.js';

/** What a case says for people and other tools goes along with it, if it has keys; whatever else stands there is theirs alone. */
export function readMetadata(context: NormalizeContext, { metadata }: JsonObject, path: ValuePath): Pick<EvalCase, 'metadata'> {
  if (!isJsonObject(metadata) || Object.keys(metadata).length === 0) return {};
  return { metadata: keptDigits(metadata, [...path, 'metadata'], context.writtenAt) };
}
