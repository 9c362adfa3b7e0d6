import { describe, expect, test } from 'vitest';
import { isHeaders, SlimHeaders } from './slim-headers.js';

/** What was done to headers, one thing after the other. */
type Step = readonly ['append' | 'set' | 'delete', string, string?];

function after(headers: Headers | SlimHeaders, steps: readonly Step[]): object {
  for (const [what, name, value = ''] of steps) {
    if (what === 'delete') headers.delete(name);
    else headers[what](name, value);
  }
  const asked = ['Accept', 'x-one', 'retry-after', 'missing'];
  return { all: [...headers], entries: Object.fromEntries(headers.entries()), got: asked.map((name) => headers.get(name)), had: asked.map((name) => headers.has(name)) };
}

describe('headers without the client of Node', () => {
  test.each<{ what: string; steps: readonly Step[] }>([
    { what: 'nothing', steps: [] },
    { what: 'names in any letters, in their order', steps: [['append', 'X-One', 'b'], ['append', 'Accept', 'a'], ['append', 'retry-after', '1']] },
    { what: 'several values of a name', steps: [['append', 'accept', 'a'], ['append', 'Accept', 'b'], ['append', 'ACCEPT', 'a']] },
    { what: 'a value in place of others', steps: [['append', 'accept', 'a'], ['append', 'accept', 'b'], ['set', 'Accept', 'c']] },
    { what: 'a name that is taken out', steps: [['append', 'accept', 'a'], ['delete', 'ACCEPT'], ['delete', 'never']] },
    { what: 'blanks around values, and in them', steps: [['append', 'accept', ' \t a  b \r\n'], ['append', 'x-one', '']] },
    { what: 'letters beyond ASCII that can be sent', steps: [['append', 'x-one', 'caf\u00E9\u00FF']] },
  ])('are as those of Node: $what', ({ steps }) => {
    expect(after(new SlimHeaders(), steps)).toEqual(after(new Headers(), steps));
  });

  test.each([
    ['a name with a blank', 'x one', 'a'],
    ['no name', '', 'a'],
    ['a new line in a value', 'x-one', 'a\r\nx-two: b'],
    ['a zero in a value', 'x-one', 'a\0b'],
    ['a letter that cannot be sent', 'x-one', '\u4E2D'],
  ])('%s is refused in the words of Node', (_, name, value) => {
    const thrown = (make: () => unknown): unknown => {
      try {
        return make();
      } catch (error) {
        return error;
      }
    };
    const error = thrown(() => new SlimHeaders([[name, value]]));
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toBe((thrown(() => new Headers([[name, value]])) as Error).message);
  });

  test('are made of what headers are made of, and known as such', () => {
    const written = { 'X-One': 'a', accept: 'b' };
    for (const from of [written, Object.entries(written), new Headers(written), new SlimHeaders(written)]) {
      expect([...new SlimHeaders(from as Record<string, string>)]).toEqual([...new Headers(written)]);
    }
    expect([new Headers(), new SlimHeaders()].map(isHeaders)).toEqual([true, true]);
    expect([undefined, null, 'text', written, Object.entries(written), new Map()].map(isHeaders)).toEqual([false, false, false, false, false, false]);
  });
});
