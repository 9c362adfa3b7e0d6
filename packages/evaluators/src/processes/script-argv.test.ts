import { shellArgv } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { scriptArgv, scriptSchema } from './script-argv.js';

describe('scriptArgv', () => {
  test('a list stays as it is', () => {
    expect(scriptArgv(['bun', 'run', 'validate_risk_output.ts'])).toEqual(['bun', 'run', 'validate_risk_output.ts']);
  });

  test('a text becomes an argv for the shell of the platform', () => {
    expect(scriptArgv('bun run x.ts')).toEqual(shellArgv('bun run x.ts'));
    expect(scriptArgv('bun run x.ts').at(-1)).toBe('bun run x.ts');
  });
});

describe('scriptSchema', () => {
  const messages = (value: unknown): string[] =>
    (v.safeParse(scriptSchema('script'), value).issues ?? []).map((issue) => issue.message);
  const rule = 'script must be a command: a list such as ["node", "check.js"], or one line of text';

  test.each([
    ['node x.js', []],
    [['node', 'x.js'], []],
    ['', ['script must not be empty']],
    [[], ['script must not be empty']],
    ['  \n', ['script must not be empty']],
    [[''], ['script must start with a program, not with an empty text']],
    [[' ', 'x'], ['script must start with a program, not with an empty text']],
    [['printf', ''], []],
    [3, [rule]],
    [['node', 3], [rule]],
    [{ node: 'x' }, [rule]],
  ])('%j: %j', (value, expected) => {
    expect(messages(value)).toEqual(expected);
  });
});
