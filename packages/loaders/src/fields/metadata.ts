import { isJsonObject, type EvalCase } from '@assay/schema';

/** What a case says for people and other tools goes along with it, if it has keys; whatever else stands there is theirs alone. */
export function readMetadata({ metadata }: Readonly<Record<string, unknown>>): Pick<EvalCase, 'metadata'> {
  return isJsonObject(metadata) && Object.keys(metadata).length > 0 ? { metadata } : {};
}
