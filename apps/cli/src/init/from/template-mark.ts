const NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;
/** Names that templates have words for. */
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'contains', 'true', 'false', 'nil', 'null', 'empty', 'blank', 'vars', 'loop']);

/** A column where it is filled in; undefined for names that no template can say. */
export function mark(column: string): string | undefined {
  if (NAME.test(column) && !WORDS.has(column)) return `{{${column}}}`;
  return /["\\\n\r]|[{%]/u.test(column) ? undefined : `{{ vars["${column}"] }}`;
}
