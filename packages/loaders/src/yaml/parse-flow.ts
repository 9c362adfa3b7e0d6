import type { FlowValue, JsonValue } from '@assay/schema';
import { parseDocument } from 'yaml';
import { writtenAt } from './locate-node.js';

/** Reads one YAML value that stands inside a text; undefined when it is none. */
export function parseFlow(text: string): FlowValue | undefined {
  try {
    const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
    if (document.errors.length > 0) return undefined;
    return { value: document.toJS({ maxAliasCount: 0 }) as JsonValue, writtenAt: (path) => writtenAt(document, path) };
  } catch {
    // Aliases without an anchor, and brackets nested without end.
    return undefined;
  }
}
