import { UnscoredError } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { parseScriptResult } from './parse-script-result.js';

const parse = (stdout: string) => parseScriptResult({ stdout, stderrTail: '' });

describe('parseScriptResult', () => {
  test('reads score, hits, misses, reasoning and details', () => {
    const written = { score: 0.5, hits: ['a'], misses: ['b'], reasoning: 'half', details: { rows: [1] } };
    expect(parse(JSON.stringify(written, null, 2))).toEqual(written);
  });

  test('needs only the score; null is as good as absent', () => {
    expect(parse('{"score":0}')).toEqual({ score: 0, hits: [], misses: [] });
    expect(parse('{"score":1,"hits":null,"misses":null,"reasoning":null,"details":null}')).toEqual({
      score: 1,
      hits: [],
      misses: [],
    });
  });

  test.each(['{"score": NaN}', '{\n"score": NaN\n}', '{"score": 0.1, "hits": ["a', '{"score": NaN}\ndone {x}'])('takes no object before %j, which was meant as the result', (last) => {
    expect(() => parse(`\n{"score": 1}\n${last}`)).toThrow('the script wrote no JSON object');
    expect(parse(`\n${last}\n{"score": 1}\n`).score).toBe(1);
  });

  test.each(['{"reasoning": "x",\n "score": NaN}', '{"hits": [],\n"score": NaN}\nbye', '{"reasoning": "x",\n"score": 0.', '{\n  "score": 0.2,\n  "parts": [\n    {"score": 1}', '{"score": 1} was written'])('takes none before %j, of which it says that it was meant', (last) => {
    expect(() => parse(`\n{"score": 1}\n${last}`)).toThrow(`the script wrote no JSON object where it wrote of a "score" last, and none before counts as its result; it wrote there: ${last}`);
    expect(parse(`\n${last}\n{"score": 1}\n`).score).toBe(1);
  });

  test.each(['{"hits": [],\n "score": 0.25}', '{"score":0.25,\r\n"hits":[]}\r\n', '{\n  "score": 0.25,\n  "details": {\n    "x": "}"\n  }}', '{"score": 0.25,\n"details":\n{"a": 1}}', '{"score": 0.25,\n"parts": [\n{"score": 1}\n]}'])('takes %j, whatever else stands on its last line', (last) => {
    for (const log of ['', '{"score": 1}\n', '{\n"score": 1\n}\n', '{loading\n']) {
      expect(parse(`${log}${last}`).score).toBe(0.25);
      expect(parse(`${log}${last}\nSaved {"score": 1}\ndone {\n"score": 1 }\n}`).score).toBe(0.25);
    }
  });

  test.each(['', '\n', '\n\nlog', '{x}\n"score": 1'])('finds none in %j', (output) => {
    expect(() => parse(output)).toThrow('the script wrote no JSON object');
  });

  test('takes a result on a line of its own before a brace that belongs to something else', () => {
    expect(parse('{"score": 1}\n{"score": 0.25}\nConfig {\n  a: 1\n}\n').score).toBe(0.25);
  });

  test('takes the last block of lines that is an object, with lines of braces in it', () => {
    expect(parse('{"score": 0.1}\n{\n"score": 0.9,\n"details": {\n"a": 1\n}\n}\ndone }\n').score).toBe(0.9);
  });

  test('takes the last line that is an object when there is other text', () => {
    expect(parse('loading…\n{"score":0.1}\nnot {json}\n{"score":0.9}\r\ndone\n').score).toBe(0.9);
  });

  test.each([
    ['', /wrote no JSON object to its standard output; it wrote: nothing/u],
    ['all good', /it wrote: all good/u],
    ['0.5', /wrote no JSON object/u],
    ['[{"score":1}]', /wrote no JSON object/u],
    ['{"score":0.5', /wrote no JSON object/u],
    ['{}', /score is missing/u],
    ['{"score":"0.5"}', /score must be a number from 0 to 1, got "0\.5"/u],
    ['{"score":null}', /score must be a number from 0 to 1, got null/u],
    ['{"score":1.5}', /score must be a number from 0 to 1, got 1\.5/u],
    ['{"score":-0.5}', /score must be a number from 0 to 1, got -0\.5/u],
    ['{"score":1e999}', /score must be a number from 0 to 1, got Infinity/u],
    ['{"score":NaN}', /wrote no JSON object/u],
  ])('%s is unscored, never a 0', (stdout, message) => {
    expect(() => parse(stdout)).toThrow(UnscoredError);
    expect(() => parse(stdout)).toThrow(message);
  });

  test('details with a number that is too large are left out, which the row says', () => {
    const { score, details, warnings } = parse('{"score": 0.5, "details": {"rows": [1, 1e999]}}');
    expect({ score, details }).toEqual({ score: 0.5 });
    expect(warnings).toEqual(['the details of the script have a number that is too large, and were left out']);
  });

  test('finds an object that is written over several lines after logs, and not one inside it', () => {
    const written = { score: 0.4, details: { parts: [{ score: 1 }, { score: 0 }] } };
    const log = 'loading {model}\n{ not json }\n';
    expect(parse(`${log}${JSON.stringify(written, null, 2)}\n`)).toEqual({ ...written, hits: [], misses: [] });
    expect(parse(`${log}${JSON.stringify(written, null, 2)}\r\nbye\n`).score).toBe(0.4);
    expect(() => parse(`${log}[\n  {\n    "score": 1\n  }\n]\n`)).toThrow(/wrote no JSON object/u);
  });

  test.each([
    [{ hits: 'all' }, { hits: ['all'] }],
    [{ misses: 'no source' }, { misses: ['no source'] }],
    [{ hits: ' ', misses: '' }, {}],
    [{ misses: [1, ' two ', null, '', { page: 3 }, true] }, { misses: ['1', 'two', '{"page":3}', 'true'] }],
    [{ misses: {} }, { misses: ['{}'] }],
    [{ reasoning: ['first', 'second'] }, { reasoning: 'first\nsecond' }],
    [{ reasoning: { why: 'x' } }, { reasoning: '{"why":"x"}' }],
    [{ reasoning: '' }, {}],
    [{ reason: 'short' }, { reasoning: 'short' }],
    [{ reason: 'short', reasoning: 'long' }, { reasoning: 'long' }],
    [
      { checks: [{ text: 'polite', pass: true }, { text: 'cites', pass: false, reason: 'no link' }] },
      { hits: ['polite'], misses: ['cites: no link'] },
    ],
    [
      { hits: ['kind'], assertions: [{ text: 'safe', passed: false, evidence: 'a threat' }] },
      { hits: ['kind'], misses: ['safe: a threat'] },
    ],
    [{ checks: null, assertions: [] }, {}],
    [
      { checks: 'none', assertions: [3, { text: 'x' }, { pass: true }, { text: 'kept', pass: true }] },
      {
        hits: ['kept'],
        warnings: [
          'the script\'s checks are no list and are left out: "none"',
          "3 of the script's 4 assertions are left out, since each needs a text, and a pass that is true or false: 3",
        ],
      },
    ],
  ])('%j says what it says, however it is written, and keeps the score', (remarks, expected) => {
    expect(parse(JSON.stringify({ score: 0.5, ...remarks }))).toEqual({ score: 0.5, hits: [], misses: [], ...expected });
  });

  test('what is far too much is cut, and keeps the score', () => {
    const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect(parse(JSON.stringify({ score: 1, hits: Array(250).fill('x'), misses: 'y'.repeat(9000) }))).toEqual({
      score: 1,
      hits: [...Array<string>(100).fill('x'), '… 150 more'],
      misses: [`${'y'.repeat(2000)}…`],
    });
    expect(parse(`{"score":1,"details":${nested(100)}}`)).toHaveProperty('details');
    expect(parse(`{"score":1,"details":${nested(100_000)},"misses":[${nested(100_000)}],"reasoning":${nested(100_000)}}`)).toEqual({
      score: 1,
      hits: [],
      misses: [],
      warnings: ['the details of the script are nested deeper than 100 levels, and were left out'],
    });
    expect(parse(JSON.stringify({ score: 1, details: 'z'.repeat(1_000_000) }))).toEqual({
      score: 1,
      hits: [],
      misses: [],
      warnings: ['the details of the script have 1000002 characters, more than 1000000, and were left out'],
    });
  });

  test('ends with what the script said on standard error', () => {
    const output = { stdout: 'ok', stderrTail: '; its standard error ends with:\nno model' };
    expect(() => parseScriptResult(output)).toThrow(/it wrote: ok; its standard error ends with:\nno model$/u);
    expect(() => parseScriptResult({ ...output, stdout: '{}' })).toThrow(/no model$/u);
  });

  test('shows only the start of a long output', () => {
    expect(() => parse('x'.repeat(5000))).toThrow(/^.{100,400}…$/u);
  });
});
