import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { run } from './support/projects/run-on-mock.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const CSV = 'question,expected,lang\nWhat is 2+2?,4,en\n"Capital of\nFrance, please?",Paris,fr\n"Say ""{{expected}}""",{{expected}},en\n';
/** Columns `question`, `expected` and `n`, two row groups of one row each, as packages/loaders/test/parquet-file.ts writes them. */
const PARQUET = Buffer.from(
  'UEFSMRUAFSwVLCwVAhUAFQYVBgAAAgAAAAIBDAAAAFdoYXQgaXMgMisyPxUAFRoVGiwVAhUAFQYVBgAAAgAAAAIBAwAAADIrMhUAFRQVFCwVAhUAFQYVBgAAAgAAAAIBAQAAABUAFSQVJCwVAhUAFQYVBgAAAgAAAAIBCAAAAEdyw7zDn2U/FQAVIhUiLBUCFQAVBhUGAAACAAAAAgEHAAAAR3LDvMOfZRUAFQwVDCwVAhUAFQYVBgAAAgAAAAIAFQIZ/ARIBnNjaGVtYRUGABUMJQIYCHF1ZXN0aW9uJQAAFQwlAhgIZXhwZWN0ZWQlAAAVAiUCGAFuABYEGfwCGfwDJggcFQwZ9QEAGfgBCHF1ZXN0aW9uFQAWAhZOFk4mCAAAJlYcFQwZ9QEAGfgBCGV4cGVjdGVkFQAWAhY8FjwmVgAAJpIBHBUCGfUBABn4AQFuFQAWAhY2FjYmkgEAABbAARYCABn8AybIARwVDBn1AQAZ+AEIcXVlc3Rpb24VABYCFkYWRibIAQAAJo4CHBUMGfUBABn4AQhleHBlY3RlZBUAFgIWRBZEJo4CAAAm0gIcFQIZ9QEAGfgBAW4VABYCFi4WLibSAgAAFrgBFgIAABIBAABQQVIx',
  'base64',
);
/** Ten rows, `input`, packed with zstd. */
const ZSTD = Buffer.from(
  'UEFSMRUEFTgVQEwVBBUAAAAotS/9AGi9AACICAAAAHF1ZXN0aW9uDCB0d28BADfKFxUGFQoVHFwVFBUAFRQVEBUAFQAAACi1L/0AaCkAAAESAAMBFQQZLEgEcm9vdBUCABUMJQAYBWlucHV0JQAAFhQZHBkcJggcFQwZJQAQGRgFaW5wdXQVDBYUFoYBFqABJmImCAAAFoYBFhQ2oAEAKAloeXBhcnF1ZXQZHBwAAABcAAAAUEFSMQ==',
  'base64',
);
const SIDECAR = `prompts:
  - 'Answer {{question}} with {{ expected }}'
  - { name: polite one, text: 'Please answer {{question | upper}}' }
evaluators:
  - { type: contains, value: '{{expected}}' }
`;

describe('a table with prompts', () => {
  test('is asked row by row with every prompt, told apart by name in rows, tables and comparisons', async () => {
    const { exitCode, stdout, workspace, cwd } = await run({ 'data.csv': CSV, 'data.yaml': SIDECAR }, 'data.csv');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/mock\[prompt:prompt-1\]\s+3\s+3\s+0\s+1\.00/u);
    expect(stdout).toMatch(/mock\[prompt:polite-one\]\s+3\s+0\s+3\s+0\.00/u);
    const rows = await workspace.rows('out');
    expect(rows.map(({ variant, vars, input, source, score }) => [variant.prompt, vars?.['lang'], input[0]?.content, source, score])).toEqual([
      ['prompt 1', 'en', 'Answer What is 2+2? with 4', 'data.csv:2:1', 1],
      ['polite one', 'en', 'Please answer WHAT IS 2+2?', 'data.csv:2:1', 0],
      ['prompt 1', 'fr', 'Answer Capital of\nFrance, please? with Paris', 'data.csv:3:1', 1],
      ['polite one', 'fr', 'Please answer CAPITAL OF\nFRANCE, PLEASE?', 'data.csv:3:1', 0],
      ['prompt 1', 'en', 'Answer Say "{{expected}}" with {{expected}}', 'data.csv:5:1', 1],
      ['polite one', 'en', 'Please answer SAY "{{EXPECTED}}"', 'data.csv:5:1', 0],
    ].toSorted(() => 0));
    const compared = await runAssay(['compare', 'out', 'out', '--prompt-a', 'polite one', '--prompt-b', 'prompt 1', '--json'], { cwd });
    expect(JSON.parse(compared.stdout)).toMatchObject({ a: { prompt: 'polite one' }, b: { prompt: 'prompt 1' }, total: { compared: 3, wins: 3 } });
    const told = await runAssay(['compare', 'out', 'out', '--prompt-a', 'polite one', '--prompt-b', 'prompt 1'], { cwd });
    expect(told.stdout).toMatch(/^A {2}out {2}on mock {2}with the prompt "polite one"\nB {2}out {2}on mock {2}with the prompt "prompt 1"\n/u);
    const markdown = await runAssay(['compare', 'out', 'out', '--prompt-a', 'polite one', '--prompt-b', 'prompt 1', '--report', 'markdown'], { cwd });
    expect(markdown.stdout).toContain('out with the prompt prompt 1, held against out with the prompt polite one:');
    const unknown = await runAssay(['compare', 'out', 'out', '--prompt-a', 'polite'], { cwd });
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('run A has no prompt "polite"') });
  });

  test('runs without a sidecar with --prompt, from texts and files', async () => {
    const files = { 'data.csv': 'question,__expected\nWhat?,contains: WHAT\nWho?,not-contains: What\n', 'prompts/loud.md': '{{ question | upper }}\n' };
    const { exitCode, workspace } = await run(files, 'data.csv', '--prompt', 'Say {{question}} {{ question | upcase }}', '--prompt', '@prompts/loud.md');
    expect(exitCode).toBe(0);
    const rows = await workspace.rows('out');
    expect(rows.map(({ variant, input }) => [variant.label, input[0]?.content])).toEqual([
      ['prompt:prompt-1', 'Say What? WHAT?'],
      ['prompt:loud', 'WHAT?'],
      ['prompt:prompt-1', 'Say Who? WHO?'],
      ['prompt:loud', 'WHO?'],
    ]);
  });

  test.each([
    ['a variable that is missing', { 'data.yaml': 'prompts: ["{{ qestion }}"]\nevaluators: [is_json]\n' }, [], 'data.yaml:1:11: error: Row 2: prompt "prompt 1": there is no variable "qestion"; there are: question, expected, lang', 'did you mean {{ question }}?'],
    ['a prompt that is no template', { 'data.yaml': 'prompts: ["{% fro x %}"]\nevaluators: [is_json]\n' }, [], 'the tag "fro" is not known', 'did you mean {% for %}?'],
    ['a place in a prompt file', { 'data.yaml': 'prompts: [p.txt]\nevaluators: [is_json]\n', 'p.txt': 'One\n two {{ nobody }}\n' }, [], 'p.txt:2:6: error: Row 2: prompt "p": there is no variable "nobody"', 'give the case one'],
    ['no prompt at all', {}, [], 'data.csv:1:1: error: nothing says what is asked: there is no prompt, and no column "input"; the columns are: question, expected, lang', '--prompt'],
    ['a suite that has no prompts', { 'data.csv': '', 'b.yaml': 'title: T\n---\n- id: a\n  prompt: Hi\n  should: [$contains: x]\n' }, ['b.yaml', '--prompt', 'x'], 'b.yaml: a suite of the dialect blueprint is asked as it is written', 'or leave the prompts out (--prompt)'],
    ['a cell too many', { 'data.csv': 'input,__expected\na,b\nc,d,e\n' }, [], 'data.csv:3:1: error: Row 3: there are 3 cells, and the table has 2 columns', 'put a cell into quotes'],
    ['a column that is not known', { 'data.csv': 'input,__expectd\na,b\n' }, [], 'Row 2: column "__expectd" is not known', 'did you mean __expected?'],
    ['an id twice', { 'data.csv': 'id,input,__expected\na,b,b\na,c,c\n' }, [], 'data.csv:3:1: error: Row 3: another row has the id "a"', 'give each row its own id'],
    ['variables in a command', { 'data.yaml': "prompts: ['{{question}}']\nevaluators: [{ type: code_judge, script: 'grep {{expected}}' }]\n" }, [], 'evaluator "code_judge": variables cannot stand in a command', 'hand them over in another option'],
  ])('%s is an error with its place, before anybody is asked', async (_, files, args, message, hint) => {
    const { exitCode, stderr } = await run({ 'data.csv': CSV, ...files }, ...(args.length > 0 ? args : ['data.csv']));
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(2);
  });
});

test.each([
  ['a workbook that is named like a table', 'data.csv', Buffer.from('PK\u0003\u0004\n...'), 'data.csv:1:1: error: the file is not text: it is an Excel workbook, or another ZIP archive', 'save it as CSV, in UTF-8'],
  ['a workbook', 'data.xlsx', Buffer.from('PK\u0003\u0004\n...'), 'data.xlsx: unsupported file format .xlsx', 'save the table as CSV, in UTF-8'],
  ['UTF-16', 'data.csv', Buffer.from('\uFEFFquestion\na\n', 'utf16le'), 'data.csv:1:1: error: the file is in UTF-16, not UTF-8', 'save it as UTF-8'],
  ['a quote that is not closed', 'data.csv', 'question\na\n"b\nc\n', 'data.csv:3:1: error: Row 3: a cell begins with a quote that is not closed', 'write a quote inside of a quoted cell twice'],
  ['names and no row', 'data.csv', 'question\n', 'data.csv:1:1: error: the table has no rows', 'write a row for each case'],
])('%s is an error that says what to do', async (_, name, content, message, hint) => {
  const { exitCode, stderr } = await run({ [name]: content, 'data.yaml': 'evaluators: [is_json]\n' }, name, '--prompt', '{{question}}');
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
  expect(exitCode).toBe(2);
});

describe('rows of JSON with a column that cases have as a key too', () => {
  const rows = [{ question: 'Capital of France?', criteria: 'Paris', expected_output: 'x' }, { question: 'Capital of Italy?', criteria: 'Rome', expected_output: 'y' }];
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const sidecar = 'prompts: ["Say {{criteria}}: {{question}}"]\nassert: [{ type: contains, value: "{{criteria}}" }]\n';

  test.each([['data.jsonl', lines], ['data.json', JSON.stringify(rows)]])('are a table beside a sidecar with prompts: %s', async (name, text) => {
    const { exitCode, stderr, workspace } = await run({ [name]: text, 'data.yaml': sidecar }, name);
    expect(stderr).not.toContain('unknown key');
    expect(exitCode).toBe(0);
    expect((await workspace.rows('out')).map(({ score }) => score)).toEqual([1, 1]);
  });

  test('are one with --prompt, and where a sidecar is written for them', async () => {
    const answers = rows.map((row) => `${JSON.stringify({ ...row, __expected: `contains: ${row.criteria}` })}\n`).join('');
    const { exitCode, cwd } = await run({ 'data.jsonl': answers }, 'data.jsonl', '--prompt', 'Say {{criteria}}');
    expect(exitCode).toBe(0);
    expect(await runAssay(['init', '--from', 'data.jsonl'], { cwd })).toMatchObject({ exitCode: 0 });
  });

  test('are cases if they say so, or without any of that', async () => {
    const asCase = `${JSON.stringify({ id: 'a', criteria: 'Paris', vars: { question: 'Capital?' }, source: 'web' })}\n`;
    const { exitCode, stderr } = await run({ 'data.jsonl': asCase, 'data.yaml': 'prompts: ["Paris {{question}}"]\nassert: [contains: Paris]\n' }, 'data.jsonl');
    expect(stderr).toContain('unknown key "source"');
    expect(exitCode).toBe(0);
    const alone = await run({ 'data.jsonl': lines }, 'data.jsonl');
    expect(alone.stderr).toContain('Line 1: missing id, missing input_messages');
  });
});

test('of a row that has a cell twice, and of a filter that is given no number, the place is told', async () => {
  const lines = '{"q":"x"}\n{"q":"y", "q":"z"}\n{"q":"x","deep":{"b":1,"b":2}}\n';
  const { cwd } = await run({ 'data.jsonl': lines, 'data.yaml': 'prompts: ["{{q}}"]\nassert: [contains: x]\n', 'sum.jsonl': '{"items":["a","b"]}\n', 'sum.yaml': 'prompts: ["Of {{ items | sum }}"]\nassert: [contains: x]\n', 'large.jsonl': '{"n":"1e999"}\n', 'large.yaml': 'prompts: ["Half is {{ n | divided_by: 2 }}"]\nassert: [contains: x]\n' }, 'data.jsonl');
  const twice = await runAssay(['validate', 'data.jsonl'], { cwd });
  expect(twice.exitCode).toBe(2);
  expect(twice.stdout).toContain('data.jsonl:2:11: error: Row 2: the key "q" stands here a second time\n  data.jsonl:2:2: the first one is here\n  fix: keep one of them');
  expect(twice.stdout).toContain('data.jsonl:3:24: error: Row 3: the key "b" stands here a second time');
  const { exitCode, stdout } = await runAssay(['validate', 'sum.jsonl'], { cwd });
  expect(exitCode).toBe(2);
  expect(stdout).toContain('the filter sum takes numbers, and not "a"\n');
  expect(stdout).toContain('fix: give it a number, or a text that is one');
  const large = await runAssay(['validate', 'large.jsonl'], { cwd });
  expect(large.exitCode).toBe(2);
  expect(large.stdout).toContain('the filter divided_by takes numbers, and not "1e999"\n');
});

test('filters of texts put in mappings as JSON', async () => {
  const { workspace } = await run({ 'data.jsonl': '{"q":"x","list":[{"a":1},"b"],"o":{"k":"v"}}\n', 'data.yaml': `prompts: ["{{ list | join(', ') }} {{ o | upper }} {{ q | append: o }} {{ o | replace('v', 'w') }} {{ list | join }}"]\nassert: [contains: x]\n` }, 'data.jsonl');
  expect((await workspace.rows('out'))[0]?.input[0]?.content).toBe('{"a":1}, b {"K":"V"} x{"k":"v"} {"k":"w"} {"a":1} b');
});

test('a table that says nothing about what is right is told how to say it', async () => {
  const { folder } = await createWorkspace({ 'data.csv': 'question,answer\nCapital?,Paris\n' });
  const { exitCode, stderr } = await runAssay(['run', 'data.csv', '--prompt', '{{question}}', '--target', 'mock'], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('data.csv:2:1: warning: Row 2: missing expected_outcome\n  fix: say what is right in a column expected (if it has another name: columns: { expected: … } in a sidecar)');
});

test('labels that differ in nothing that counts are an error', async () => {
  const { folder } = await createWorkspace({ 'data.csv': 'input,expected\nx,a\n', 'data.yaml': 'evaluators:\n  - { type: label, labels: [a, A] }\n' });
  const { exitCode, stdout } = await runAssay(['validate', 'data.csv'], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/error: .*"A" is the same label as "a": case, and quotes and marks around a label, do not count\n {2}fix: keep one of them/u);
});

test('other separators, BOM, CRLF, columns under other names, weights, tags, ids of what rows say', async () => {
  const csv = '\uFEFFq;antwort;gruppe;w;\r\n"a;b";a;x, y;2;\r\nc;c;;1;\r\nc;c;;1;\r\n\r\n';
  const yaml = `prompts: ['{{q}}']
columns: { expected: antwort, tags: gruppe, weight: w }
evaluators: [{ type: contains, value: '{{antwort}}' }]
`;
  const workspace = await createWorkspace({ 'data.csv': csv, 'data.yaml': yaml });
  const { exitCode, stdout } = await runAssay(['cases', 'data.csv', '--json'], { cwd: workspace.folder });
  const { stderr } = await runAssay(['run', 'data.csv', '--target', 'mock', '--verbose'], { cwd: workspace.folder });
  const cases = stdout.trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  expect([exitCode, cases.length]).toEqual([0, 3]);
  expect(cases[0]).toMatchObject({ tags: ['x', 'y'], weight: 2, vars: { q: 'a;b', antwort: 'a' }, expected_messages: [{ role: 'assistant', content: 'a' }], prompts: [{ name: 'prompt 1' }] });
  const [first, second, third] = cases.map(({ id }) => id);
  expect(first).toMatch(/^[0-9a-f]{12}$/u);
  expect(third).toBe(`${String(second)}-2`);
  expect(stderr).toContain('Row 4: the row says the same as one before');
});

test('rows of JSON are tables too; the special columns of promptfoo are read', async () => {
  const rows = [
    { input: 'Paris and Rome', __expected: 'contains: Paris', __expected2: 'icontains:rome', __metric: 'names', '__config:__expected2:weight': 3, '__metadata:topic': 'geo', __description: 'Two' },
    { input: 'x', __prefix: '<', __suffix: '>', __expected: '<x>' },
    { input: 'nobody is asked', __providerOutput: 'made before', __expected: 'made before', list: [1, 2] },
  ];
  const { exitCode, workspace } = await run({ 'rows.jsonl': rows.map((row) => JSON.stringify(row)).join('\n') }, 'rows.jsonl');
  const found = await workspace.rows('out');
  expect(exitCode).toBe(0);
  expect(found.map(({ output }) => output?.text)).toEqual(['Paris and Rome', '<x>', 'made before']);
  expect(found[0]?.evaluators.map(({ name, weight, score }) => [name, weight, score])).toEqual([['names', 1, 1], ['names 2', 3, 1]]);
});

describe('the columns of promptfoo', () => {
  test('are read from CSV: assertions, what they reach together, names, data, and what stands around what is asked', async () => {
    const csv = `question,__expected1,__expected2,__expected3,__expected4,__expected5,__metric,__threshold,__config:__expected3:threshold,__metadata:topic,__metadata:tags[],__description,__prefix,__suffix,__providerOutput
Paris,contains: Paris,icontains: city,not-contains: Oslo,contains: a,icontains: rome,,0.8,,geo,"a,b\\,c",Of five,Say: ,.,
Paris,contains: Paris,icontains: city,not-contains: Oslo,contains: a,icontains: rome,,0.9,,,,,,,
kitten,contains: mad,seating,levenshtein: kitten,contains: x,,names,,3,,,,,,sitting
`;
    const { exitCode, workspace } = await run({ 'data.csv': csv }, 'data.csv', '--prompt', 'City {{question}}');
    const [first, second, third] = (await workspace.rows('out')).toSorted((a, b) => String(a.source).localeCompare(String(b.source)));
    expect([first, second].map((row) => [row?.input[0]?.content, row?.score, row?.verdict])).toEqual([['Say: City Paris.', 0.8, 'pass'], ['City Paris', 0.8, 'fail']]);
    expect(first?.metadata).toEqual({ topic: 'geo', tags: ['a', 'b,c'], description: 'Of five' });
    expect(third?.output?.text).toBe('sitting');
    // A text that names no assertion is what the reply must equal; three letters of seven are others.
    expect(third?.evaluators.map(({ name, type, score }) => [name, type, score])).toEqual([['names', 'contains', 0], ['names 2', 'equals', 0], ['names 3', 'levenshtein', 1 - 3 / 7], ['names 4', 'contains', 0]]);
    expect(exitCode).toBe(1);
  });

  test.each([
    ['a threshold that is no number', 'question,__expected,__threshold\na,a,much\n', 'data.csv:2:1: error: Row 2: column "__threshold" must hold a number from 0 to 1, not "much"', 'write a number such as 0.8'],
    ['a threshold that no score reaches', 'question,__expected,__threshold\na,a,80\n', 'data.csv:2:1: error: Row 2: column "__threshold" must hold a number from 0 to 1, not "80"', 'write a number such as 0.8'],
    ['a threshold of nothing', 'question,__expected,__threshold\na,a,1\nb,,0.5\n', 'data.csv:3:1: error: Row 3: column "__threshold" is about the assertions of the row, which has none', 'write assertions into the columns __expected'],
    ['an assertion twice', 'question,__expected,__expected1\na,a,b\n', 'data.csv:2:1: error: Row 2: columns "__expected" and "__expected1" are both the first assertion', 'name them __expected1, __expected2'],
    ['a setting of an assertion that is not there', 'question,__expected,__config:__expected2:threshold\na,a,0.5\n', 'data.csv:2:1: error: Row 2: there is a column about __expected2, and no column __expected2', 'write assertions into the columns'],
    ['a setting that assertions have not', 'question,__expected,__config:__expected:provider\na,a,b\n', 'column "__config:__expected:provider": an assertion has no setting "provider" here; there are: threshold, weight, metric', 'name the column __config:__expected:threshold'],
    ['data without a name', 'question,__expected,__metadata\na,a,b\n', 'column "__metadata" is not known', 'give a variable a name without the underscores'],
  ])('%s is an error of the row', async (_, csv, message, hint) => {
    const { exitCode, stderr } = await run({ 'data.csv': csv }, 'data.csv', '--prompt', '{{question}}');
    expect(stderr).toContain(message);
    expect(stderr).toContain(hint);
    expect(exitCode).toBe(2);
  });
});

describe('variables of eval cases', () => {
  test('lists multiply, evaluators and judges are filled in, everything else stays as it is', async () => {
    const yaml = `vars: { who: Ann }
evaluators: [{ type: contains, value: '{{who}} {{lang}}' }]
cases:
  - { id: greet, vars: { lang: [de, fr], n: [1, 2] }, input: 'Greet {{who}} {{lang}} {{n}}' }
  - { id: own, vars: { who: Bob, lang: it }, input: '{{who}} {{lang}}', evaluators: [{ type: contains, value: '{{ who }}' }] }
`;
    const { exitCode, workspace } = await run({ 'a.yaml': yaml }, 'a.yaml');
    expect(exitCode).toBe(0);
    expect((await workspace.rows('out')).map(({ caseId, input }) => [caseId, input[0]?.content])).toEqual([
      ['greet-lang=de-n=1', 'Greet Ann de 1'],
      ['greet-lang=de-n=2', 'Greet Ann de 2'],
      ['greet-lang=fr-n=1', 'Greet Ann fr 1'],
      ['greet-lang=fr-n=2', 'Greet Ann fr 2'],
      ['own', 'Bob it'],
    ]);
  });

  test('items of lists whose values cannot tell them apart have their numbers in ids, as such', async () => {
    const yaml = `assert: [{ type: regex, value: '^{{n}} ' }]
cases: [{ id: a, criteria: Says it, vars: { n: [3, 1, 1], o: [{ x: 2 }] }, input: '{{n}} {{o}}' }]
`;
    const { exitCode, workspace } = await run({ 'a.yaml': yaml }, 'a.yaml');
    expect(exitCode).toBe(0);
    expect((await workspace.rows('out')).map(({ caseId, input }) => [caseId, input[0]?.content])).toEqual([
      ['a-n=item-1-o=item-1', '3 {"x":2}'],
      ['a-n=item-2-o=item-1', '1 {"x":2}'],
      ['a-n=item-3-o=item-1', '1 {"x":2}'],
    ]);
  });

  test('lines of JSONL may have them, and those without are left alone', async () => {
    const lines = ['{"id":"a","input":"{{x}}","evaluators":[{"type":"contains","value":"{{x}}"}]}', '{"id":"b","vars":{"x":["1","2"]},"input":"{{x}}","evaluators":[{"type":"contains","value":"{{x}}"}]}'];
    const { exitCode, workspace } = await run({ 'a.jsonl': lines.join('\n') }, 'a.jsonl');
    expect(exitCode).toBe(0);
    expect((await workspace.rows('out')).map(({ caseId, input }) => [caseId, input[0]?.content])).toEqual([['a', '{{x}}'], ['b-x=1', '1'], ['b-x=2', '2']]);
  });
});

test('workers find the rows of a table by their lines, in any order, those too that say the same', async () => {
  const csv = `question,expected\n${'"Capital of\nFrance?",Capital\n'.repeat(2)}Who?,Who\n`;
  const { workspace, cwd } = await run({ 'data.csv': csv, 'data.yaml': 'prompts: ["{{question}}"]\nevaluators: [{ type: contains, value: "{{expected}}" }]\n' }, 'data.csv');
  const { stdout } = await runAssay(['plan', 'data.csv', '--target', 'mock', '--json'], { cwd });
  const jobs = stdout.trimEnd().split('\n');
  const worker = await runAssay(['worker', '--stdio', '--target', 'mock', '--concurrency', '1'], { cwd, input: jobs.toReversed().join('\n') });
  const found = worker.stdout.trimEnd().split('\n').map((line) => (JSON.parse(line) as { row: { case_id: string; source: string; score: number } }).row);
  const rows = await workspace.rows('out');
  expect([worker.exitCode, rows.length]).toEqual([0, 3]);
  expect(found.map(({ case_id, source, score }) => [case_id, source, score])).toEqual(rows.map(({ caseId, source }) => [caseId, source, 1]).toReversed());
});

describe('a file of Parquet', () => {
  test('is asked row by row', async () => {
    const { exitCode, workspace } = await run({ 'data.parquet': PARQUET, 'data.yaml': 'evaluators: [{ type: contains, value: "{{expected}}" }]\n' }, 'data.parquet', '--prompt', '{{n}} {{question}}');
    expect((await workspace.rows('out')).map(({ vars, input, source, score }) => [vars, input[0]?.content, source, score])).toEqual([
      [{ question: 'What is 2+2?', expected: '2+2', n: 1 }, '1 What is 2+2?', 'data.parquet:1:1', 1],
      [{ question: 'Grüße?', expected: 'Grüße', n: null }, ' Grüße?', 'data.parquet:2:1', 1],
    ]);
    expect(exitCode).toBe(0);
  });

  test('may be packed with zstd', async () => {
    const { exitCode, stdout, workspace } = await run({ 'data.parquet': ZSTD, 'data.yaml': 'evaluators: [{ type: contains, value: question }]\n' }, 'data.parquet');
    expect((await workspace.rows('out')).at(-1)).toMatchObject({ vars: { input: 'question two' }, source: 'data.parquet:10:1', score: 1 });
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/mock\s+10\s+10\s+0\s+1\.00/u) });
  });

  test.each([
    ['that was cut off', PARQUET.subarray(0, -30)],
    ['that is none', 'question,expected\nWhat?,That\n'],
  ])('%s is said to be wrong', async (_, content) => {
    const { exitCode, stderr } = await run({ 'data.parquet': content }, 'data.parquet', '--prompt', '{{question}}');
    expect(stderr).toContain('data.parquet:1:1: error: the file cannot be read as Parquet: ');
    expect(stderr).toContain('check that it is whole');
    expect(exitCode).toBe(2);
  });

  test.each([
    ['has more values than its column', 12, 0x7e, 'a page says that it has more values than its column'],
    ['repeats a value more often than it has values', 25, 0xfe, 'a page repeats a value more often than it has values'],
    ['is longer than its column', 9, 0x7e, 'a page says that it is longer than its column'],
  ])('of which a page says that it %s is refused', async (_, at, byte, message) => {
    const damaged = Buffer.from(PARQUET);
    damaged[at] = byte;
    const { exitCode, stderr } = await run({ 'data.parquet': damaged }, 'data.parquet', '--prompt', '{{question}}');
    expect(stderr).toContain(`data.parquet:1:1: error: the file cannot be read as Parquet: ${message}`);
    expect(stderr).toContain('check that it is whole');
    expect(exitCode).toBe(2);
  });
});

test.each(['evaluators:\n  - { type: llm_judge', 'assert:\n  - { type: llm-judge'])('in prompts of judges their own names win over columns, which vars reaches; one warning says so: %j', async (entry) => {
  const server = await startChatServer(() => JSON.stringify({ score: 1, hits: [], misses: [], reasoning: 'well' }));
  const { exitCode, stderr } = await run(
    {
      'data.csv': 'question,context,lang\nWho?,{{ lang }},de\nWhere?,b,fr\n',
      'data.yaml': `prompts: ["Please: {{question}}"]\n${entry}, prompt: "Asked {{ question }} wrote {{ vars.question }} in {{ lang }}/{{ vars.context }} got {{ candidate_answer }} end" }\n`,
      '.assay/targets.yaml': `targets:\n  - { name: judge, provider: openai, model: judge, endpoint: '${server.url}', api_key: k }\n`,
    },
    'data.csv', '--judge', 'judge', '--concurrency', '1',
  );
  expect({ exitCode, warnings: stderr.match(/warning:.*/gu) }).toEqual({ exitCode: 0, warnings: [expect.stringContaining('{{ question }} is what judges know by that name, and not the variable of the case')] });
  expect(stderr).toContain('write {{ vars.question }} for the variable');
  // Which of them the judge is asked about first is open.
  const [second, first] = server.requests.map(({ text }) => text.replaceAll(/\s+/gu, ' ')).toSorted((a, b) => Number(b.includes('Where?')) - Number(a.includes('Where?')));
  expect(first).toMatch(/Asked .*Please: Who\?.* wrote .*(?<!Please: )Who\?.* in .*de.*\/.*\{\{ lang \}\}.* got .*Please: Who\?.* end/u);
  expect(second).toMatch(/Asked .*Please: Where\?.* wrote .*(?<!Please: )Where\?.* in .*fr.*\/.*b.* got .*Please: Where\?.* end/u);
});
