import { TemplateError } from '@assay/schema';

/** A piece of what stands between the marks of a template. */
export interface ExpressionToken {
  readonly kind: 'string' | 'number' | 'name' | 'word' | 'operator' | 'mark';
  readonly text: string;
  /** Where it begins in the whole text. */
  readonly at: number;
}

/** Names that join values, in Liquid. */
const WORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'contains']);

const SPACE = /\s+/uy;
const PARTS: readonly (readonly [ExpressionToken['kind'], RegExp])[] = [
  ['string', /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/uy],
  ['number', /-?\d+(?:\.\d+)?(?!\w|\.(?!\.))/uy],
  ['name', /[\p{L}_](?:[\p{L}\p{M}\p{N}_-]*[\p{L}\p{M}\p{N}_])?/uy],
  ['operator', /==|!=|<=|>=|<|>/uy],
  ['mark', /\.\.|[|:,()[\].=]/uy],
];

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/**
 * Takes what stands between two places of a text apart.
 * @throws TemplateError for characters that no expression has.
 */
export function expressionTokens(text: string, from: number, to: number): readonly ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  for (let at = from; at < to; ) {
    const space = matchAt(SPACE, text, at);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const found = PARTS.map(([kind, pattern]) => ({ kind, part: matchAt(pattern, text, at) })).find(({ part }) => part !== undefined);
    if (!found?.part || at + found.part.length > to) {
      throw new TemplateError(`${JSON.stringify(text.slice(at, Math.min(to, at + 20)))} is nothing that templates know`, {
        offset: at,
        hint: 'write {{ name }}, {{ name | filter: "argument" }} or {% if name == "text" %}',
      });
    }
    const kind = found.kind === 'name' && WORDS.has(found.part) && tokens.at(-1)?.text !== '.' ? 'word' : found.kind;
    tokens.push({ kind, text: found.part, at });
    at += found.part.length;
  }
  return tokens;
}
