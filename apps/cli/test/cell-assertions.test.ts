import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

const atEnd = removeAtEnd();

/** A table with one row for each cell of `__expected`, which is asked what stands in `question`. */
async function run(rows: readonly (readonly string[])[], names = 'question,__expected', whenDone?: (remove: () => Promise<void>) => void) {
  const csv = [names, ...rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))].join('\n');
  const workspace = await createWorkspace({ 'data.csv': csv, 'data.yaml': "prompts: ['{{question}}']\n", 'check.js': "module.exports = (output) => output === 'a';\n" }, whenDone);
  const finished = await runAssay(['run', 'data.csv', '--target', 'mock', '--out', 'out'], { cwd: workspace.folder });
  return { ...finished, workspace };
}

test('what other tools write into cells is an assertion here, and no text that the reply must be', async () => {
  const cells: readonly (readonly [question: string, cell: string, type: string, score: number])[] = [
    ['a', 'latency(600000)', 'latency', 1],
    ['b', 'cost(0.01)', 'cost', 1],
    ['c', 'equals: {{question}}', 'equals', 1],
    ['{}', 'is-json: {"type":"object"}', 'contains_json', 1],
    ['[]', 'is-json: {"type":"object"}', 'contains_json', 0],
    ['d', 'contains_all: d, e', 'contains_all_of', 0],
    ['a', 'file://check.js', 'javascript', 1],
    ['cost', 'cost', 'equals', 1],
    ['human', 'human', 'equals', 1],
    ['{{question}}', '{{question}}', 'equals', 1],
  ];
  const { workspace } = await run(cells.map(([question, cell], index) => [`${index}`, question, cell]), 'id,question,__expected');
  const rows = await workspace.rows('out');
  expect(rows.map(({ caseId, evaluators }) => [caseId, evaluators[0]?.type, evaluators[0]?.score]).toSorted()).toEqual(cells.map(([, , type, score], index) => [`${index}`, type, score]));
});

test.each(['is-xml', 'is-valid-openai-tools-call', 'perplexity(5)', 'file://check.py'])('a cell with %j, which nothing here checks, is an error', async (cell) => {
  const { exitCode, stderr } = await run([['a', cell]]);
  expect(stderr).toMatch(/data\.csv:2:1: error: Row 2: assertions of type "[\w-]+" are not supported/u);
  expect(exitCode).toBe(2);
});

test('a text with a mistyped type is compared as it stands, and a warning says so', async () => {
  const { stderr, exitCode } = await run([['a', 'contain: a']]);
  expect(stderr).toContain('data.csv:2:1: warning: Row 2: column "__expected": the text is what the reply must be: it is written as no assertion\n  fix: did you mean contains: …?');
  expect(exitCode).toBe(1);
});

const NEARLY = ['latency(abc)', 'latency(500ms)', 'latency(500', 'Latency(500)', 'latancy(500)'];
let nearly: ReturnType<typeof run> | undefined;

test.each(NEARLY)('a text that is nearly an assertion is compared as it stands, and a warning says so: %s', async (cell) => {
  const { stderr, exitCode, workspace } = await (nearly ??= run([...NEARLY.map((one, index) => [`${index}`, 'a', one]), ['plain', 'print(x)', 'print(x)']], 'id,question,__expected', atEnd));
  const index = NEARLY.indexOf(cell);
  const line = index + 2;
  expect(stderr).toContain(`data.csv:${line}:1: warning: Row ${line}: column "__expected": the text is what the reply must be: it is written as no assertion\n  fix: did you mean latency(NUMBER) or latency: …?`);
  expect(stderr).not.toContain(`Row ${NEARLY.length + 2}`);
  expect((await workspace.rows('out')).find(({ caseId }) => caseId === `${index}`)).toMatchObject({ verdict: 'fail', evaluators: [{ type: 'equals' }] });
  expect(exitCode).toBe(1);
});

test('a plain text with the name of a column between marks is compared as it stands, and a warning says so', async () => {
  const { stderr, exitCode } = await run([['a', '{{question}}'], ['b', '{{ other }}'], ['c', 'equals: {{question}}']]);
  expect(stderr).toContain('data.csv:2:1: warning: Row 2: column "__expected": the text is what the reply must be, to the letter: nothing is put in for {{question}}\n  fix: write equals: {{question}} for what the column says');
  expect(stderr).not.toMatch(/Row [34]/u);
  expect(exitCode).toBe(1);
});

test('plain texts are data beside a threshold too', async () => {
  const { workspace } = await run([['{{q}}', '{{q}}', 'contains: q', '1']], 'question,__expected,__expected2,__threshold');
  expect(await workspace.rows('out')).toMatchObject([{ score: 1, verdict: 'pass' }]);
});

test('a value that nothing reads is an error', async () => {
  const { folder } = await createWorkspace({ 'a.yaml': 'evalcases:\n  - id: a\n    input: a\n    expected_outcome: x\n    assert:\n      - { type: is-refusal, value: never }\n' });
  const { exitCode, stderr } = await runAssay(['run', 'a.yaml', '--target', 'mock'], { cwd: folder });
  expect(stderr).toContain('a.yaml:6:29: error: unknown key "value" in an assertion of type is-refusal: nothing reads it');
  expect(exitCode).toBe(2);
});

test('a row passes when its assertions reach what they must reach together, and fails below it', async () => {
  const { workspace, exitCode } = await run([
    ['half', 'contains: half', 'contains: zzz', '0.5'],
    ['less', 'contains: less', 'contains: zzz', '0.51'],
  ], 'question,__expected,__expected2,__threshold');
  const rows = await workspace.rows('out');
  expect(rows.map(({ input, score, verdict }) => [input[0]?.content, score, verdict]).toSorted()).toEqual([['half', 0.5, 'pass'], ['less', 0.5, 'fail']]);
  expect(exitCode).toBe(1);
});

test('a set of assertions that reaches its threshold passes, and one that does not fails the case beside others', async () => {
  const one = (id: string, threshold: number, more = ''): string => `  - id: ${id}
    input: Paris
    expected_outcome: x
    assert: [{ type: assert-set, threshold: ${threshold}, assert: [{ contains: Paris }, { contains: Rome }] }${more}]
`;
  const { folder, rows } = await createWorkspace({ 'a.yaml': `evalcases:\n${one('passes', 0.5)}${one('fails', 0.6)}${one('gate', 0.6, ', { contains: Paris, weight: 99 }')}` });
  const { exitCode } = await runAssay(['run', 'a.yaml', '--target', 'mock', '--out', 'out'], { cwd: folder });
  expect((await rows('out')).map(({ caseId, verdict }) => [caseId, verdict]).toSorted()).toEqual([['fails', 'fail'], ['gate', 'fail'], ['passes', 'pass']]);
  expect(exitCode).toBe(1);
});
