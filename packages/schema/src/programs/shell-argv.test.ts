import { expect, test } from 'vitest';
import { shellArgv } from './shell-argv.js';

test('a string script becomes a shell argv appropriate for the platform', () => {
  expect(shellArgv('bun run x.ts', 'linux')).toEqual(['sh', '-c', 'bun run x.ts']);
  expect(shellArgv('bun run x.ts', 'win32')).toEqual(['cmd.exe', '/d', '/s', '/c', 'bun run x.ts']);
});
