import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue, WriteRequest, WrittenTarget } from '@assay/schema';
import { DEFAULT_TARGET } from '../../dialect/default-target.js';

function camelCase(key: string): string {
  return key.replaceAll(/_([a-z])/gu, (_, letter: string) => letter.toUpperCase());
}

/** The definition of a custom model that a target was made from; undefined when it is none. */
function customModel(target: WrittenTarget, { definitions }: WriteRequest): JsonObject | undefined {
  const { name, provider, model, options } = target;
  if (provider === undefined) return undefined;
  const definition: JsonObject = {
    id: name,
    ...(typeof options['url'] === 'string' ? { url: options['url'] } : {}),
    ...(model === undefined ? {} : { modelName: model }),
    inherit: provider,
    ...Object.fromEntries(Object.entries(options).map(([key, value]) => [camelCase(key), value])),
  };
  try {
    const made = definitions?.customModelTarget?.(definition, target.location);
    return isDeepStrictEqual(made, target) ? definition : undefined;
  } catch {
    return undefined;
  }
}

/** The `models` of a header: names, and definitions of custom models in their places. */
export function blueprintModels(request: WriteRequest): readonly JsonValue[] {
  const { suite, lose } = request;
  const { target, targets } = suite.execution;
  const names = targets ?? (target === undefined || target === DEFAULT_TARGET ? [] : [target]);
  const custom = new Map<string, JsonObject>();
  for (const own of suite.targets) {
    const definition = customModel(own, request);
    if (definition && names.includes(own.name)) custom.set(own.name, definition);
    else lose(undefined, `targets.${own.name}`, 'a blueprint defines only models that are reached by HTTP and are listed under models; define it in .assay/targets.yaml');
  }
  return names.map((name) => custom.get(name) ?? name);
}
