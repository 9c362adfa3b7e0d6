import { isJsonObject, UnscoredError, type JsonValue } from '@assay/schema';
import { compilePattern } from '../../patterns/compile-pattern.js';

/**
 * Every pattern of a schema by how it is written there, as source and flags. What only looks like a pattern, under
 * a property that is called so, does no harm.
 */
export function writtenPatterns(schema: JsonValue): Readonly<Record<string, readonly [source: string, flags: string]>> {
  const found: Record<string, readonly [source: string, flags: string]> = Object.create(null) as typeof found;
  const add = (written: string): void => {
    try {
      const { source, flags } = compilePattern(written);
      found[written] = [source, flags];
    } catch (error) {
      // Whoever reads the schema says what is wrong with it.
      if (!(error instanceof UnscoredError)) throw error;
    }
  };
  const visit = (value: JsonValue): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isJsonObject(value)) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === 'pattern' && typeof item === 'string') add(item);
      if (key === 'patternProperties' && isJsonObject(item)) Object.keys(item).forEach(add);
      visit(item);
    }
  };
  visit(schema);
  return found;
}
