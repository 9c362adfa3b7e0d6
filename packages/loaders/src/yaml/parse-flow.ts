import type { FlowValue, JsonValue } from '@assay/schema';
import { Composer } from 'yaml';
import { writtenAt } from './locate-node.js';
import { yamlTokens } from './yaml-tokens.js';

/** Reads one YAML value that stands inside a text; undefined when it is none. */
export function parseFlow(text: string): FlowValue | undefined {
  try {
    const composer = new Composer({ prettyErrors: false, logLevel: 'silent' });
    const [document] = composer.compose(yamlTokens(text), true, text.length);
    if (!document || document.errors.length > 0) return undefined;
    return { value: document.toJS({ maxAliasCount: 0 }) as JsonValue, writtenAt: (path) => writtenAt(document, path) };
  } catch {
    // Aliases without an anchor, and brackets nested without end.
    return undefined;
  }
}
