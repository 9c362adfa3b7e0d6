import { describeKind, isJsonObject, reportWarning, type EvalCase, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';
import { keptDigits } from './kept-digits.js';

/** What a case says for people and other tools goes along with it, if it has keys; whatever else stands there is theirs alone, which is said: rows do not have it. */
export function readMetadata(context: NormalizeContext, { metadata }: JsonObject, path: ValuePath): Pick<EvalCase, 'metadata'> {
  if (metadata !== undefined && metadata !== null && !isJsonObject(metadata)) {
    reportWarning(context, [...path, 'metadata'], `metadata is no mapping but ${describeKind(metadata)}, which goes into no row`, {
      hint: 'write a name for what it says: metadata: { NAME: … }; what is for people alone can stand under note',
    });
  }
  if (!isJsonObject(metadata) || Object.keys(metadata).length === 0) return {};
  return { metadata: keptDigits(metadata, [...path, 'metadata'], context.writtenAt) };
}
