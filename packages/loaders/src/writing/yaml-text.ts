import type { JsonValue } from '@assay/schema';
import { Document, isMap, isScalar, isSeq, Scalar, visit, type Node, type YAMLSeq } from 'yaml';

/** Longest list that is written in brackets, in characters, and its longest item. */
const MAX_LINE = 64;
const MAX_ITEM = 24;

export interface YamlTextOptions {
  /** Keys of the top level that have a blank line before them. */
  readonly apart?: readonly string[] | undefined;
  /** Key of the list whose items have blank lines between them; null when the document is that list. */
  readonly spaced?: string | null | undefined;
}

/** A short list of short words or numbers: `[a, b]`. */
function fitsOnLine(list: YAMLSeq): boolean {
  const texts = list.items.map((item) => (isScalar(item) ? String(item.value) : undefined));
  if (texts.some((text) => text === undefined || text.length > MAX_ITEM || /[\s,]/u.test(text))) return false;
  return texts.join(', ').length <= MAX_LINE;
}

function spaceItems(list: unknown): void {
  if (!isSeq(list)) return;
  list.items.forEach((item, index) => {
    if (index > 0) (item as Node).spaceBefore = true;
  });
}

/**
 * A value as YAML that people like to read: texts of several lines as blocks, quotes only where they
 * are needed (also by readers of YAML 1.1), short lists in brackets. Reading it gives the same value.
 */
export function yamlText(value: JsonValue, { apart = [], spaced }: YamlTextOptions = {}): string {
  const doc = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
  visit(doc, {
    Scalar(_, scalar) {
      // As a block, lines of blanks alone would be read as its indentation.
      if (typeof scalar.value === 'string' && /^\s*\n\s*$/u.test(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
    Seq(_, list) {
      if (fitsOnLine(list)) list.flow = true;
    },
  });
  const root: unknown = doc.contents;
  if (spaced === null) spaceItems(root);
  if (isMap(root)) {
    root.items.forEach(({ key, value: item }, index) => {
      if (!isScalar(key)) return;
      if (key.value === spaced) spaceItems(item);
      if (index > 0 && apart.includes(String(key.value))) key.spaceBefore = true;
    });
  }
  return doc.toString({ lineWidth: 0, flowCollectionPadding: false });
}
