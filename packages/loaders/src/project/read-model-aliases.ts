import {
  describeKind,
  describeValue,
  isJsonObject,
  parseModelString,
  reportError,
  type NormalizeContext,
  type ValuePath,
} from '@assay/schema';

const HINT = 'write provider:model, for example openai:gpt-4: openai:gpt-5.6-sol';

function readModel(context: NormalizeContext, value: unknown, path: ValuePath, what: string): string | undefined {
  const model = typeof value === 'string' ? parseModelString(value) : undefined;
  if (model) return `${model.provider}:${model.model}`;
  reportError(context, path, `${what} must be written as provider:model, not ${describeValue(value)}`, { hint: HINT });
  return undefined;
}

/** Follows aliases to their end, so that every model leads to the one that is asked. */
function settled(context: NormalizeContext, aliases: ReadonlyMap<string, string>): Record<string, string> {
  const ends: Record<string, string> = {};
  for (const [from, first] of aliases) {
    const seen = [from];
    let to = first;
    for (let next: string | undefined = to; next !== undefined && !seen.includes(next); next = aliases.get(next)) {
      seen.push(next);
      to = next;
    }
    const next = aliases.get(to);
    if (next === undefined) ends[from] = to;
    else {
      reportError(context, ['model_aliases', from], `model_aliases lead in a circle: ${[...seen, next].join(' → ')}`, {
        hint: 'let one of them lead to a model that is no alias itself',
      });
    }
  }
  return ends;
}

/** `model_aliases`: a mapping of models to those that are asked in their place. */
export function readModelAliases(context: NormalizeContext, value: unknown): Readonly<Record<string, string>> {
  if (value === undefined || value === null) return {};
  if (!isJsonObject(value)) {
    reportError(context, ['model_aliases'], `model_aliases must be a mapping, not ${describeKind(value)}`, { hint: HINT });
    return {};
  }
  const aliases = new Map<string, string>();
  for (const [written, target] of Object.entries(value)) {
    const path = ['model_aliases', written];
    const from = readModel(context, written, path, 'a key of model_aliases');
    const to = readModel(context, target, path, `model_aliases of ${written}`);
    if (from !== undefined && to !== undefined) aliases.set(from, to);
  }
  return settled(context, aliases);
}
