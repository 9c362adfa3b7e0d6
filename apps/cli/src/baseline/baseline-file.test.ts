import { describe, expect, test } from 'vitest';
import { baselineFile, safeName } from './baseline-file.js';

test('baselines/<suite>/<target>.json', () => {
  expect(baselineFile('support', 'my-agent')).toBe('support/my-agent.json');
  expect(baselineFile('team/support', 'openrouter:meta-llama/llama-3.1')).toBe('team_support/openrouter_meta-llama_llama-3.1.json');
});

describe('a name is the name of one file on every system', () => {
  test.each([
    ['plain_Name-1.5+x=@~', 'plain_Name-1.5+x=@~'],
    ['zákazníci', 'zákazníci'],
    ['a b\tc', 'a_b_c'],
    ['a\\b|c?d*e<f>g"h', 'a_b_c_d_e_f_g_h'],
    ['..', '__'],
    ['../../etc/passwd', '___.._etc_passwd'],
    ['.hidden', '_hidden'],
    ['trailing.', 'trailing_'],
    ['con', 'con_'],
    ['NUL.txt', 'NUL_.txt'],
    ['console', 'console'],
    ['', '_'],
    ['a\u0000b', 'a_b'],
  ])('%j → %j', (name, expected) => {
    expect(safeName(name)).toBe(expected);
  });

  test('composed and decomposed letters are the same name', () => {
    expect(safeName('e\u0301')).toBe(safeName('\u00E9'));
  });

  test('a long name is cut, and stays different from others that begin alike', () => {
    const [one, two] = [safeName(`${'ž'.repeat(200)}1`), safeName(`${'ž'.repeat(200)}2`)];
    expect(one).not.toBe(two);
    expect(Buffer.byteLength(one)).toBeLessThanOrEqual(120);
  });
});
