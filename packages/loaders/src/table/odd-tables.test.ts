import { join } from 'node:path';
import type { LocatedCase } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { findingsOf, projectFolder } from '../../test/project-folder.js';
import { loadSuite } from '../load-suite.js';

const SIDECAR = 'evaluators: [is_json]\n';

async function casesOf(name: string, content: string | Uint8Array, sidecar = SIDECAR): Promise<readonly LocatedCase[]> {
  const folder = await projectFolder({ [name]: content, [`${name.slice(0, name.lastIndexOf('.'))}.yaml`]: sidecar });
  const suite = await loadSuite(join(folder, name));
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return cases;
}

async function rowsOf(name: string, content: string | Uint8Array): Promise<unknown> {
  return (await casesOf(name, content)).map(({ evalCase: { vars }, location }) => [location.line, vars]);
}

describe('what stands between cells is told by the first rows', () => {
  test.each([
    ['a semicolon, one row', 'input;expected\nq;x\n', 'x'],
    ['a tab in a .csv', 'input\texpected\nq\tx\n', 'x'],
    ['a bar', 'input|expected\nq|x\n', 'x'],
    ['a semicolon, and commas in cells', 'input;expected\nq, or so;x, y\nr, s, t;1,5\n', 'x, y'],
    ['a comma, and semicolons in cells', 'input,expected\nq;r;s,x\nt;u;v,y\n', 'x'],
    ['a comma in the names, semicolons everywhere', 'input;"expected"\n"q;,,,";x\n', 'x'],
    ['empty lines at the beginning and the end', '\n\ninput;expected\nq;x\n\n\n', 'x'],
    ['no line end behind the last row', 'input;expected\r\nq;x', 'x'],
    ['a semicolon, as the first line says', 'sep=;\ninput;expected\nq,r,s;x\n', 'x'],
    ['a comma, as the first line says, which is quoted', '\uFEFF"sep=,"\r\ninput,expected\r\nq;r;s,x\r\n', 'x'],
    ['what nobody would guess, as the first line says', 'SEP=^\rinput^expected\rq^x\r', 'x'],
    ['\\r alone', 'input;expected\rq;x\r', 'x'],
  ])('%s', async (_, csv, expected) => {
    const [first] = await casesOf('data.csv', csv);
    expect(first?.evalCase.expectedMessages).toEqual([{ role: 'assistant', content: expected }]);
  });

  test('one column is no reason to look for another: its commas are its own where it says so', async () => {
    expect(await rowsOf('data.csv', 'input\n"a, b"\nc;d;e\n')).toEqual([[2, { input: 'a, b' }], [3, { input: 'c;d;e' }]]);
  });
});

test('the line that says what stands between cells is a line of the file, and no row', async () => {
  expect(await rowsOf('data.csv', 'sep=;\ninput;expected\na;b\n"c\nd";e\nf;g\n')).toEqual([[3, { input: 'a', expected: 'b' }], [4, { input: 'c\nd', expected: 'e' }], [6, { input: 'f', expected: 'g' }]]);
  expect(await findingsOf(casesOf('data.csv', 'sep=;\ninput;expected\na;b;c\n'))).toMatchObject([{ message: expect.stringContaining('Row 2: there are 3 cells'), location: { line: 3 } }]);
});

test('rows in which all cells are empty are left out, and counted', async () => {
  expect(await rowsOf('data.csv', 'input,expected\n,\n ,\t\na,b\n,,,,\n\n   \nc,d\n,\n')).toEqual([[4, { input: 'a', expected: 'b' }], [8, { input: 'c', expected: 'd' }]]);
});

test('line ends may be mixed, also in cells', async () => {
  expect(await rowsOf('data.csv', 'input,expected\r\na,b\n"c\r\nd",e\r\nf,g\n')).toEqual([[2, { input: 'a', expected: 'b' }], [3, { input: 'c\r\nd', expected: 'e' }], [5, { input: 'f', expected: 'g' }]]);
});

test('a name of a column is no kind of file', async () => {
  expect(await rowsOf('data.csv', 'PAR1,input\na,b\n')).toEqual([[2, { PAR1: 'a', input: 'b' }]]);
});

test('columns may be called as parts of every object are', async () => {
  expect(await rowsOf('data.csv', 'input,constructor,toString,hasOwnProperty\na,b,c,d\n')).toEqual([[2, { input: 'a', constructor: 'b', toString: 'c', hasOwnProperty: 'd' }]]);
});

test('rows of JSON have the right answer as a number, a truth value, or nothing', async () => {
  const rows = [{ question: 'a', input: 'a', expected: 3 }, { question: 'b', input: 'b', expected: false }, { question: 'c', input: 'c', expected: null }, { question: 'd', input: 'd', expected: { n: 1 } }];
  for (const [name, text] of [['data.json', JSON.stringify(rows)], ['data.jsonl', `\uFEFF${rows.map((row) => JSON.stringify(row)).join('\n')}`]] as const) {
    const cases = await casesOf(name, text);
    expect(cases.map(({ evalCase: { expectedMessages: [message] } }) => message?.content)).toEqual(['3', 'false', undefined, { n: 1 }]);
  }
});

test('the same row has the same id in every kind of file, in any order of rows and columns', async () => {
  const ids = async (name: string, text: string): Promise<unknown> => (await casesOf(name, text)).map(({ evalCase: { id } }) => id).toSorted();
  const first = await ids('data.csv', 'input,expected\na,b\nc,d\n');
  expect(await ids('data.csv', 'expected;input\nd;c\nb;a\n')).toEqual(first);
  expect(await ids('data.jsonl', '{"expected":"d","input":"c"}\n{"input":"a","expected":"b"}\n')).toEqual(first);
  expect(await ids('data.csv', 'input,expected\nab,\na,b\n')).not.toEqual(first);
  expect(new Set(await ids('data.csv', 'input,x,y\n1,ab,\n1,a,b\n1,,ab\n') as string[]).size).toBe(3);
});

describe('a table that is none is an error with its place', () => {
  test.each([
    ['nothing at all', 'data.csv', '', 'no-rows', 1, 'the table has no rows'],
    ['names and nothing else', 'data.csv', 'input,expected\n\n,\n', 'no-rows', 1, 'the table has no rows'],
    ['UTF-16', 'data.csv', Buffer.from('\uFEFFinput,expected\na,b\n', 'utf16le'), 'not-utf8', 1, 'UTF-16'],
    ['a workbook', 'data.csv', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from([0xff, 0x0a, 0])]), 'not-text', 1, 'the file is not text: it is an Excel workbook'],
    ['an old workbook', 'data.csv', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0x0a]), 'not-text', 1, 'it is a workbook of an old Excel'],
    ['packed with gzip', 'data.csv', Buffer.from([0x1f, 0x8b, 8, 0]), 'not-text', 1, 'it is packed with gzip'],
    ['packed with zstd', 'data.jsonl', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), 'not-text', 1, 'it is packed with zstd'],
    ['Parquet of another name', 'data.csv', Buffer.from('PAR1\u0015'), 'not-text', 1, 'it is Parquet'],
    ['a separator and nothing else', 'data.csv', 'sep=;', 'no-rows', 1, 'the table has no rows'],
    ['no text', 'data.csv', Buffer.from([0x69, 0x0a, 0xff, 0xfe, 0xfd, 0x0a]), 'not-utf8', 2, 'not in UTF-8'],
    ['a quote that is not closed', 'data.csv', 'input,expected\na,b\n"c,d\ne,f\n', 'invalid-quotes', 3, 'a quote that is not closed'],
    ['a name twice', 'data.csv', 'input,expected,input\na,b,c\n', 'duplicate-column', 1, 'two columns are named "input"'],
    ['a column without a name', 'data.csv', 'input,,expected\na,b,c\n', 'unnamed-column', 1, 'column 2 has no name'],
    ['a name of the language', 'data.csv', 'input,__proto__\na,b\n', 'unknown-column', 2, 'column "__proto__" is not known'],
    ['no object', 'data.jsonl', '{"input":"a","question":"a"}\n[1]\n', 'invalid-row', 2, 'a row must be an object'],
  ])('%s', async (_, name, content, code, line, message) => {
    expect(await findingsOf(casesOf(name, content))).toMatchObject([{ severity: 'error', code, message: expect.stringContaining(message), hint: expect.any(String), location: { line } }]);
  });
});
