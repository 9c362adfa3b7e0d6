import { describe, expect, test } from 'vitest';
import { isReadOtherwise } from './windows-names.js';

describe('names that Windows reads in another way than they are written', () => {
  test.each(['.env.', '.env ', 'a.md::$DATA', 'a.md:hidden', 'ENV~1', 'PROGRA~1/x.md', 'nul', 'CON.yaml', 'com1.md', 'lpt\u00B2', 'x/aux/y.md', 'a.md. . ', 'CONIN$'])('%j', (path) => {
    expect(isReadOtherwise(path.split('/'))).toBe(true);
  });

  test.each(['a.md', 'x/y z/é.md', '.', '..', '../x', 'console.md', 'null.md', 'com.md', 'a~b.md', 'auxiliary', 'a..md'])('none: %j', (path) => {
    expect(isReadOtherwise(path.split('/'))).toBe(false);
  });
});
