/** Texts that a judge was shown, to tell what it repeats of them. */
export interface Sources {
  /** True if a text repeats a part of one of them, whatever its spacing, letter case and quotation marks. */
  hold(text: string): boolean;
  /**
   * True if the line, at the end of `before`, is repeated together with what stands before it in one
   * of them.
   */
  holdWithContext(before: string, line: string): boolean;
}

/** Characters before a line that have to be the same for it to be a quotation with its context. */
const CONTEXT = 24;
const SHORTEST_CONTEXT = 8;

/** Brings texts that a reader would call the same to one form. */
function normal(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/^[\s>*+-]+/gmu, '')
    .replaceAll(/\\[nrt]/gu, '')
    .replaceAll(/["'“”„‟‘’‚‛«»‹›]/gu, '"')
    .replaceAll(/[\s\\*_`#\p{Cf}]+/gu, '');
}

/** True if the match is no part of a longer word or number. */
function endsThere(source: string, end: number): boolean {
  return !/^(?:[\p{L}\p{N}]|\.\d)/u.test(source.slice(end, end + 2));
}

function* occurrences(source: string, part: string): Generator<number> {
  for (let index = source.indexOf(part); index !== -1; index = source.indexOf(part, index + 1)) {
    const wordEnds = !/[\p{L}\p{N}]$/u.test(part) || endsThere(source, index + part.length);
    if (wordEnds) yield index;
  }
}

/** Makes the texts searchable. An empty part stands nowhere. */
export function createSources(texts: readonly string[]): Sources {
  let cached: readonly string[] | undefined;
  const sources = (): readonly string[] => (cached ??= texts.map(normal));

  const places = (part: string): { readonly source: string; readonly index: number }[] =>
    part === '' ? [] : sources().flatMap((source) => [...occurrences(source, part)].map((index) => ({ source, index })));

  return {
    hold: (text) => {
      const part = normal(text);
      return part !== '' && sources().some((source) => !occurrences(source, part).next().done);
    },
    holdWithContext(before, line) {
      const lead = normal(before.slice(-CONTEXT * 40));
      return places(normal(line)).some(({ source, index }) => {
        const context = source.slice(Math.max(0, index - CONTEXT), index);
        if (context === '' || !lead.endsWith(context)) return false;
        // Few characters may be the same by chance, unless they too stand where a quotation begins.
        return context.length >= SHORTEST_CONTEXT || /[":]$/u.test(lead.slice(0, -context.length));
      });
    },
  };
}
