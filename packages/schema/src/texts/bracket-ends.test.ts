import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bracketEnds, type BracketOptions } from './bracket-ends.js';

/** The plain way: every bracket by a look of its own. */
function endOf(text: string, start: number, { opening, oneLineTexts }: BracketOptions): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (quoted) {
      if (letter === '\\') index += 1;
      else if (letter === '"') quoted = false;
      else if (letter === '\n' && oneLineTexts) return undefined;
    } else if (letter === '"') quoted = true;
    else if (opening.includes(letter)) depth += 1;
    else if ((opening === '{' ? '}' : '}]').includes(letter)) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

const kinds: readonly BracketOptions[] = (['{', '{['] as const).flatMap((opening) => [true, false].map((oneLineTexts) => ({ opening, oneLineTexts })));

test.each(kinds)('finds what a look at each bracket finds, whatever was asked before: %j', (options) => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('{', '}', '[', ']', '"', '\\', '\n', 'a'), { maxLength: 60 }), fc.infiniteStream(fc.nat()), (letters, order) => {
      const text = letters.join('');
      const starts = [...text].flatMap((letter, index) => (options.opening.includes(letter) ? [index] : []));
      const find = bracketEnds(text, options);
      const shuffled = starts.map((start) => [order.next().value ?? 0, start] as const).toSorted(([a], [b]) => a - b);
      for (const [, start] of shuffled) expect(find(start)).toBe(endOf(text, start, options));
    }),
  );
});

describe('ends soon, and still finds what stands after', () => {
  test.each([
    ['braces', '{\n'],
    ['keys', '{"a":\n'],
    ['texts that do not end', '{"a\n'],
    ['brackets in texts', '"{\n'],
  ])('%s', (_, line) => {
    const text = `${line.repeat(50_000)}{"found": {}}`;
    const find = bracketEnds(text, { opening: '{', oneLineTexts: true });
    for (let start = text.indexOf('{'); start !== -1 && start < text.lastIndexOf('{"found"'); start = text.indexOf('{', start + 1)) find(start);
    expect(find(text.lastIndexOf('{"found"'))).toBe(text.length);
  });
});
