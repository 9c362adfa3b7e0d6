import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { parseScriptResult } from './parse-script-result.js';

const parse = (stdout: string) => parseScriptResult({ stdout, stderrTail: '' });

describe('parseScriptResult', () => {
  // Minutes, where every line has another look at those above it.
  test.each(['}\n', '{\n', '{\nx\n}\n', '{\n}\n', '{"score": 1, x}\n', '{"a\n', '{x}\n'])('has soon seen a million characters of %j', (part) => {
    const stdout = `{\n${part.repeat(1_000_000 / part.length)}`;
    expect(() => parse(`${stdout}{}`)).toThrow('score is missing');
    expect(parse(`${stdout}{"score": 0.5}\n`).score).toBe(0.5);
    expect(() => parse(`${stdout}x`)).toThrow(UnscoredError);
  });
});
