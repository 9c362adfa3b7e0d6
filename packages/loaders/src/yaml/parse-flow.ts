import type { JsonValue } from '@assay/schema';
import { parseDocument } from 'yaml';

/** Reads one YAML value that stands inside a text; undefined when it is none. */
export function parseFlow(text: string): { readonly value: JsonValue } | undefined {
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
    return document.errors.length > 0 ? undefined : { value: document.toJS({ maxAliasCount: 0 }) as JsonValue };
  } catch {
    // Aliases without an anchor, and brackets nested without end.
    return undefined;
  }
}
