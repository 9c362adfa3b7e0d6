import { expect, test } from 'vitest';
import { expandScripts, shellArgv } from './script.js';

test('a string script becomes a shell argv appropriate for the platform', () => {
  expect(shellArgv('bun run x.ts', 'linux')).toEqual(['sh', '-c', 'bun run x.ts']);
  expect(shellArgv('bun run x.ts', 'win32')).toEqual(['cmd.exe', '/d', '/s', '/c', 'bun run x.ts']);
});

test('argv lists, and scripts of other evaluators, stay as they are', () => {
  expect(expandScripts('code_judge', { script: ['a', 'b'] }, 'linux')).toEqual({ script: ['a', 'b'] });
  expect(expandScripts('other', { script: 'a b' }, 'linux')).toEqual({ script: 'a b' });
  expect(expandScripts('composite', { aggregator: { type: 'code_judge', script: 'a' } }, 'win32')).toEqual({
    aggregator: { type: 'code_judge', script: ['cmd.exe', '/d', '/s', '/c', 'a'] },
  });
});
