import { TemplateError, type JsonObject, type TextTemplate } from '@assay/schema';
import { shownValue } from '../texts/shown-value.js';
import { missingVariable } from './missing-variable.js';

interface Slot {
  readonly name: string;
  readonly at: number;
}

const SLOT = /\{\{\s*([\p{L}_][\p{L}\p{M}\p{N}_]*)\s*\}\}/gu;
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'contains', 'true', 'false', 'nil', 'null', 'vars']);

/** Longest text that a template may become, in characters. */
export const LONGEST_TEXT = 50_000_000;

/**
 * A template that has nothing but names in it: nearly all are, and they are filled in a hundred times as fast.
 * Undefined for others.
 */
export function plainTemplate(text: string): TextTemplate | undefined {
  const texts: string[] = [];
  const slots: Slot[] = [];
  let at = 0;
  for (const match of text.matchAll(SLOT)) {
    const [mark, name = ''] = match;
    if (WORDS.has(name)) return undefined;
    texts.push(text.slice(at, match.index));
    slots.push({ name, at: match.index });
    at = match.index + mark.length;
  }
  texts.push(text.slice(at));
  if (texts.some((piece, index) => /\{[{%#]/u.test(piece) || (piece.endsWith('{') && index < slots.length))) return undefined;
  return {
    uses: new Set(slots.map(({ name }) => name)),
    render(variables: JsonObject): string {
      let rendered = texts[0] ?? '';
      let next = 0;
      for (const { name, at: offset } of slots) {
        const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
        if (value === undefined) throw missingVariable(name, variables, offset);
        next += 1;
        rendered += shownValue(value) + (texts[next] ?? '');
      }
      if (rendered.length > LONGEST_TEXT) throw new TemplateError(`the text becomes longer than ${LONGEST_TEXT} characters`);
      return rendered;
    },
  };
}
