import { describe, expect, test } from 'vitest';
import { scriptProblems } from './script-problems.js';

describe('a script that cannot be read is a problem', () => {
  test.each(['r.length >', 'return return', 'const = 4', 'r.includes("a"', '}{'])('%s', (code) => {
    const [problem] = scriptProblems(code);
    expect(problem?.message).toMatch(/^the script is not JavaScript: /u);
    expect(problem?.path).toEqual([]);
  });
});

describe('every form of a script is none', () => {
  test.each([
    'r.length > 100',
    '({ score: 1, explain: "fine" })',
    '{ score: 1, explain: "read as an object" }',
    'const n = r.length; n > 3',
    'if (!r) return 0;\nreturn 1;',
    'return something()',
    'missing.property',
    '// only a remark',
  ])('%s', (code) => {
    expect(scriptProblems(code)).toEqual([]);
  });

  test('nothing of it runs', () => {
    expect(scriptProblems('process.exit(1)')).toEqual([]);
    expect(scriptProblems('for (;;);')).toEqual([]);
  });
});
