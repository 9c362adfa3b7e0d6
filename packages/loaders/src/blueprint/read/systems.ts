import { describeKind, describeValue, type NormalizeContext, reportError, reportWarning, type ValuePath } from '@assay/schema';
function readSystem(context: NormalizeContext, raw: unknown, path: ValuePath): string | null | undefined {
  if (raw === null || raw === undefined) return null;
  if (typeof raw === 'string') return raw.trim() === '' ? null : raw;
  reportError(context, path, `a system prompt must be a text, not ${describeKind(raw)}`, {
    hint: typeof raw === 'number' || typeof raw === 'boolean' ? `put it in quotes: "${context.writtenAt?.(path) ?? String(raw)}"` : 'write one text, or a list of texts to compare them',
  });
  return undefined;
}

/**
 * The system prompts to try: one for a text, several for a list; null stands for none. At least one,
 * each once.
 */
export function readSystems(context: NormalizeContext, raw: unknown, path: ValuePath): readonly (string | null)[] {
  if (!Array.isArray(raw)) return [readSystem(context, raw, path) ?? null];
  if (raw.length === 0) {
    reportWarning(context, path, 'the list of system prompts is empty and left out', { code: 'empty-list', hint: 'write texts in it, or remove it' });
  }
  const found = new Set<string | null>();
  for (const [index, item] of (raw as readonly unknown[]).entries()) {
    const system = readSystem(context, item, [...path, index]);
    if (system === undefined) continue;
    if (found.has(system)) {
      reportWarning(context, [...path, index], `the system prompt ${describeValue(system)} stands twice; it is used once`, {
        code: 'duplicate-value',
        hint: 'remove one of them',
      });
    }
    found.add(system);
  }
  return found.size === 0 ? [null] : [...found];
}
