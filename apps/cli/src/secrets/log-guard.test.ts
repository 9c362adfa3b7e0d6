import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandsAreRead, createLogGuard } from './log-guard.js';

const guarded = (...pieces: readonly string[]): string => {
  const guard = createLogGuard();
  return pieces.map((piece) => guard(piece)).join('');
};

/** Whether a server would take a line for a command, as GitHub, Azure Pipelines and TeamCity look for them. */
const isCommand = (line: string): boolean => line.trim().startsWith('::') || /##(?:vso|teamcity)?\[/u.test(line);

describe('a log that a CI server reads', () => {
  test.each([
    ['::set-output name=x::y', String.raw`:\u003aset-output name=x::y`],
    ['  ::error::x\n::add-mask::a', `  :\\u003aerror::x\n:\\u003aadd-mask::a`],
    ['a ::b', 'a ::b'],
    ['x ##[set-env name=PATH;]y', String.raw`x ##\u005bset-env name=PATH;]y`],
    ['##vso[task.setvariable]', String.raw`##vso\u005btask.setvariable]`],
    ['## a [b]', '## a [b]'],
    ['a\r::b', 'a\r:\\u003ab'],
  ])('%j is mere text', (text, expected) => {
    expect(guarded(text)).toBe(expected);
  });

  test('pieces make no difference, and no line is a command', () => {
    const unit = fc.constantFrom(':', '#', '[', '\n', '\r', ' ', '\t', 'x', 'vso', 'teamcity', '::', '##');
    fc.assert(
      fc.property(fc.array(fc.string({ unit, maxLength: 6 }), { maxLength: 8 }), (pieces) => {
        const shown = guarded(...pieces);
        expect(shown.split(/[\n\r]/u).filter(isCommand)).toEqual([]);
        expect(shown).toBe(guarded(pieces.join('')));
        expect(shown.replaceAll(String.raw`\u003a`, ':').replaceAll(String.raw`\u005b`, '[')).toBe(pieces.join(''));
      }),
      { numRuns: 500 },
    );
  });

  test('JSON stays the same JSON', () => {
    const document = { a: '##[x]', '##vso[': ['::a', '\n::b'] };
    expect(JSON.parse(guarded(JSON.stringify(document, null, 2)))).toEqual(document);
  });

  test('is one of the servers that read commands', () => {
    expect([{ GITHUB_ACTIONS: 'true' }, { TF_BUILD: 'True' }, { TEAMCITY_VERSION: '2026' }, { CI: 'true' }, {}].map(commandsAreRead)).toEqual([true, true, true, false, false]);
  });
});
