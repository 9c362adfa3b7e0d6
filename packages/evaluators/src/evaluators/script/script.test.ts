import { describe, expect, test } from 'vitest';
import { evaluateWith, makeCase, makeResponse } from '../../../test/evaluation-input.js';
import { parsePlainResult } from './parse-plain-result.js';
import { script } from './script.js';

const parse = (stdout: string) => parsePlainResult({ stdout, stderrTail: '' });

describe('what a script prints', () => {
  test.each([
    ['true', { score: 1 }],
    ['loading …\nFalse\n', { score: 0 }],
    ['0.25\n', { score: 0.25 }],
    ['1', { score: 1 }],
    ['5e-1', { score: 0.5 }],
    ['{"pass": true}', { score: 1, verdict: 'pass' }],
    ['{\n  "pass": false,\n  "score": 1\n}\ndone', { score: 1, verdict: 'fail' }],
    ['{"pass": false, "score": 0.9, "reason": "no"}', { score: 0.9, verdict: 'fail', reasoning: 'no' }],
    ['{"score": 0.5, "hits": ["a"]}', { score: 0.5, hits: ['a'] }],
  ])('%j', (stdout, expected) => {
    expect(parse(stdout)).toMatchObject(expected);
  });

  test.each([['2'], ['-1'], [''], ['yes'], ['{"pass": null}']])('%j is no score', (stdout) => {
    expect(() => parse(stdout)).toThrow(/score|no JSON object/u);
  });

  test.each([['{"pass": "yes"}', '"yes"'], ['{"pass": 0, "score": 1}', '0'], ['{\n"score": 1,\n"pass": {}\n}\ndone', '{}']])('%j says neither that it passes nor that it fails', (stdout, shown) => {
    expect(() => parse(stdout)).toThrow(`the script's pass is neither true nor false, but ${shown}`);
  });
});

test('it reads the case and the response, and a threshold decides', async () => {
  const code = `let t = ''; process.stdin.on('data', (d) => (t += d)).on('end', () => { const c = JSON.parse(t); console.log(c.candidate_answer === 'Hi' && c.config.unit === 'km' && c.vars.name === 'Ada' ? 0.5 : 0); });`;
  const options = { script: [process.execPath, '-e', code], config: { unit: 'km' }, threshold: 0.5 };
  const around = { evalCase: makeCase({ vars: { name: 'Ada' } }), response: makeResponse({ text: 'Hi' }) };
  expect(await evaluateWith(script, options, around)).toMatchObject({ score: 0.5, verdict: 'pass' });
});
