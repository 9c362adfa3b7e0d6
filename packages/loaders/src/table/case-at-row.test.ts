import { join } from 'node:path';
import { defineEvaluator, type LocatedCase, type Suite } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { definitions as sample } from '../../test/definitions.js';
import { findingsOf, projectFolder } from '../../test/project-folder.js';
import { loadSuite } from '../load-suite.js';

const SIDECAR = 'evaluators: [is_json]\n';

async function suiteOf(name: string, content: string): Promise<Suite> {
  return loadSuite(join(await projectFolder({ [name]: content, 'data.yaml': SIDECAR }), name));
}

async function casesOf(suite: Suite): Promise<readonly LocatedCase[]> {
  const cases: LocatedCase[] = [];
  for await (const located of suite.cases()) cases.push(located);
  return cases;
}

const MANY = Array.from({ length: 700 }, (_, index) => `"row ${index}\nand ""more""",${index % 5}`).join('\n');

describe('a case of a table that is had by its line is the one of a reading', () => {
  test.each([
    ['quotes, line breaks in cells, blank lines, CRLF, BOM', 'data.csv', '\uFEFF\r\n"in\nput"; input ;n\r\na;"b\r\n""c""; d";1\r\n\r\ne;f;2\r\na;"b\r\n""c""; d";1\r\n"e";f;2'],
    ['more lines than an index steps over', 'data.csv', `input,n\n${MANY}\n${MANY}\n`],
    ['a line that says what stands between cells', 'data.csv', 'sep=;\ninput;n\na,b;1\n"c\nd";2\na,b;1\n'],
    ['tabs', 'data.tsv', 'id\tinput\nx\ta,b\ny\t5" disk\nz\tc\n'],
    ['lines that end as on old machines', 'data.csv', 'input,n\ra,1\rb,2\ra,1\r'],
    ['rows of JSONL', 'data.jsonl', '{"input":"a","n":1}\n\n{"input":"b","n":1}\n{"input":"a","n":1}\n'],
    ['rows of JSON, some of them on one line', 'data.json', '[{"input":"a","n":1}, {"input":"b","n":1},\n {"input":"a","n":1}, {"input":"a","n":1}]'],
  ])('%s', async (_, name, content) => {
    const suite = await suiteOf(name, content);
    const cases = await casesOf(suite);
    expect(cases.length).toBeGreaterThan(1);
    const places = new Set(cases.map(({ location }) => location.line));
    const step = Math.ceil(cases.length / 40);
    for (const located of cases.toReversed().filter((_case, index) => index % step === 0)) expect(await suite.caseAt?.(located.location.line, located.evalCase.id)).toEqual(located);
    expect(await suite.caseAt?.(Math.max(...places) + 5)).toBeUndefined();
    if (name.endsWith('v')) expect(await suite.caseAt?.(1)).toBeUndefined();
  });
});

test('rows before it are not looked at, and what is wrong in it names its line', async () => {
  const suite = await suiteOf('data.csv', 'id,input\na,b,c\nd,e\nf,g,h\n');
  expect(await suite.caseAt?.(3, 'other')).toMatchObject({ evalCase: { id: 'd', vars: { input: 'e' } }, location: { line: 3 } });
  expect(await findingsOf(suite.caseAt?.(4) ?? Promise.resolve())).toMatchObject([{ code: 'too-many-cells', message: 'Line 4: there are 3 cells, and the table has 2 columns', location: { line: 4 } }]);
});

test('what rows share is checked once, and those that are had at once do not meet', async () => {
  const folder = await projectFolder({ 'data.csv': 'id,input,__expected\na,1,contains:x\nb,2,contains:x\nc,3,contains:y\nd,4,contains:x\ne,5,contains:x,more\n' });
  const asked: string[] = [];
  const contains = defineEvaluator({
    name: 'contains',
    description: 'For tests.',
    examples: [],
    options: v.object({ value: v.string() }),
    check({ options }) {
      asked.push(options.value);
      return [];
    },
    evaluate: () => ({ score: null }),
  });
  const suite = await loadSuite(join(folder, 'data.csv'), { workingDirectory: folder, definitions: { ...sample, evaluators: [contains] } });
  for (const [line, id] of [[3, 'b'], [2, 'a'], [5, 'd']] as const) expect(await suite.caseAt?.(line, id)).toMatchObject({ evalCase: { id, evaluators: [{ type: 'contains' }] }, location: { line } });
  expect(asked).toEqual(['x']);
  const found = await Promise.allSettled([6, 4, 2, 5].map((line) => suite.caseAt?.(line)));
  expect(found.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled', 'fulfilled']);
  expect(found.slice(1)).toMatchObject([{ value: { evalCase: { id: 'c', evaluators: [{ options: { value: 'y' } }] } } }, { value: { evalCase: { id: 'a' } } }, { value: { evalCase: { id: 'd' } } }]);
});

test('a table without a row has no case on any line', async () => {
  const suite = await suiteOf('data.csv', '');
  expect(await Promise.all([1, 2, 0].map((line) => suite.caseAt?.(line)))).toEqual([undefined, undefined, undefined]);
});
