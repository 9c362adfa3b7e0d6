import { describeValue, type JsonObject, nearestMatch, type NormalizeContext, reportError, type ValuePath } from '@assay/schema';
const MODES: readonly string[] = ['markdown', 'html', 'plaintext'];

/** How replies are meant to be shown. Undefined when nothing is said. */
export function readRenderAs(context: NormalizeContext, raw: JsonObject, path: ValuePath): string | undefined {
  const value = raw['render_as'];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && MODES.includes(value)) return value;
  const near = typeof value === 'string' ? nearestMatch(value, MODES) : undefined;
  reportError(context, [...path, 'render_as'], `render_as must be one of ${MODES.join(', ')}, not ${describeValue(value)}`, {
    hint: near ? `did you mean ${near}?` : `use one of ${MODES.join(', ')}`,
  });
  return undefined;
}
