import { describeKind, describeValue, isJsonObject, reportError, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';

/** A target that a list names by `use_target`, under a name of its own. */
const POINTER_KEYS: ReadonlySet<string> = new Set(['name', 'use_target']);

function isPointer(item: unknown): item is JsonObject {
  return isJsonObject(item) && typeof item['name'] === 'string' && typeof item['use_target'] === 'string' && Object.keys(item).every((key) => POINTER_KEYS.has(key));
}

function readName(context: NormalizeContext, item: unknown, path: ValuePath): string | undefined {
  if (typeof item === 'string' && item.trim() !== '') return item;
  if (isPointer(item)) return item['use_target'] as string;
  if (isJsonObject(item) && item['hooks'] !== undefined) {
    reportError(context, [...path, 'hooks'], 'hooks of targets are not supported', { code: 'unsupported', which: 'key', hint: 'let the program of a cli target do it, or write two targets' });
    return undefined;
  }
  if (isJsonObject(item) && typeof item['name'] === 'string' && Object.keys(item).length === 1) return item['name'];
  reportError(context, path, `a target must be named here, not ${describeValue(item)}`, { hint: 'write a list of names: targets: [NAME, provider:model]; define targets in .assay/targets.yaml, or under targets at the top of the file' });
  return undefined;
}

/** Several targets by their names: every case runs on each of them. Undefined when nothing is said. */
export function readTargetNames(context: NormalizeContext, raw: unknown, path: ValuePath): readonly string[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!Array.isArray(raw) || raw.length === 0) {
    reportError(context, path, `targets must be a list of names, not ${Array.isArray(raw) ? 'an empty list' : describeKind(raw)}`, { hint: 'write targets: [NAME, provider:model]' });
    return undefined;
  }
  return [...new Set(raw.flatMap((item, index) => readName(context, item, [...path, index]) ?? []))];
}

/** The same under `providers`, which may not define them either. */
export function readProviderNames(context: NormalizeContext, raw: unknown, path: ValuePath): readonly string[] | undefined {
  if (raw === undefined || raw === null) return undefined;
  const bad = Array.isArray(raw) ? raw.findIndex((item) => typeof item !== 'string' || item.trim() === '' || item.startsWith('file:')) : -1;
  if (Array.isArray(raw) && raw.length > 0 && bad < 0) return [...new Set(raw as readonly string[])];
  reportError(context, bad < 0 ? path : [...path, bad], `providers must be a list of labels or ids, not ${Array.isArray(raw) ? (bad < 0 ? 'an empty list' : `one with ${describeValue(raw[bad])}`) : describeKind(raw)}`, {
    code: 'unsupported',
    hint: 'write providers: [LABEL, provider:model], and define them in .agentv/providers.yaml or .assay/targets.yaml',
  });
  return undefined;
}
