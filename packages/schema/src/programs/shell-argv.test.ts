import { expect, test } from 'vitest';
import { shellArgv, shellLine } from './shell-argv.js';

test('a string script becomes a shell argv appropriate for the platform', () => {
  expect(shellArgv('bun run x.ts', 'linux')).toEqual(['sh', '-c', 'bun run x.ts']);
  expect(shellArgv('bun run x.ts', 'win32')).toEqual(['cmd.exe', '/d', '/s', '/c', 'bun run x.ts']);
});

test('a list that a shell runs has a line, and no other list', () => {
  for (const platform of ['linux', 'win32']) expect(shellLine(shellArgv('bun run x.ts', platform))).toBe('bun run x.ts');
  for (const argv of [[], ['sh', '-c'], ['sh', '-c', ' '], ['sh', '-e', 'x'], ['node', '-c', 'x'], ['x', 'sh', '-c', 'y'], ['sh', '-c', 5]]) expect(shellLine(argv)).toBeUndefined();
});
