import { expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const LARGE = ['9007199254740992', '9007199254740993'] as const;
const rest = 'expected_outcome: x\n    input: Hi\n    evaluators: [{ type: contains, value: Hi }]\n';
const json = (id: string, conversation = id) =>
  `{"conversation_id": ${conversation}, "id": ${id}, "expected_outcome": "x", "input": "Hi", "evaluators": [{"type": "contains", "value": "Hi"}]}`;

const yaml = `evalcases:\n${[...LARGE, '007', '7'].map((id) => `  - id: ${id}\n    conversation_id: ${id}\n    ${rest}`).join('')}`;

test.each([
  ['YAML', 'a.yaml', yaml, [...LARGE, '007', '7']],
  ['JSON', 'a.json', `{"evalcases": [${LARGE.map((id) => json(id)).join(',')}]}`, [...LARGE]],
  ['JSONL', 'a.jsonl', `${LARGE.map((id) => json(id)).join('\n')}\n`, [...LARGE]],
])('ids in %s keep their digits: they are listed, selected and found in outputs by them', async (_, file, text, ids) => {
  const { folder } = await createWorkspace({
    [file]: text,
    'out.jsonl': ids.map((id) => `{"id": ${/^0\d/u.test(id) ? JSON.stringify(id) : id}, "text": "Hi ${id}"}\n`).join(''),
  });
  const { stdout } = await runAssay(['cases', file, '--json'], { cwd: folder });
  const cases = stdout.trim().split('\n').map((line) => JSON.parse(line) as { id: string; conversation_id: string });
  expect(cases.map(({ id }) => id)).toEqual(ids);
  expect(cases.map(({ conversation_id: id }) => id)).toEqual(ids);

  const one = await runAssay(['cases', file, '--id', LARGE[1], '--json'], { cwd: folder });
  expect(one.stdout.trim().split('\n').map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([LARGE[1]]);

  const scored = await runAssay(['score', file, '--outputs', 'out.jsonl'], { cwd: folder });
  expect([scored.exitCode, scored.stderr]).toEqual([0, expect.not.stringContaining('no reply')]);
});

test.each([
  ['a.yaml', `evalcases:\n${[LARGE[1], LARGE[1]].map((id) => `  - id: ${id}\n    ${rest}`).join('')}`, 'a.yaml:6:9: error: two cases have the id "9007199254740993"'],
  ['a.jsonl', `${[LARGE[1], LARGE[1]].map((id) => json(id, '1')).join('\n')}\n`, 'a.jsonl:2:30: error: Line 2: two cases have the id "9007199254740993"'],
  ['suites/s/a.yaml', [LARGE[1], LARGE[1]].map((id) => `- { id: ${id}, task: a, input: b, expected: c, tags: [x], rubric: { r: { rule: exact_match } } }\n`).join(''), 'suites/s/a.yaml:2:9: error: two cases have the id "9007199254740993"'],
])('such an id that stands twice in %s is named with its digits', async (file, text, message) => {
  const { folder } = await createWorkspace({ [file]: text });
  const { exitCode, stdout } = await runAssay(['validate', file], { cwd: folder });
  expect(stdout).toContain(message);
  expect(exitCode).toBe(2);
});

test('ids of rubric lines may be numbers as well: texts with the digits that are written', async () => {
  const rubrics = ['7', '007', LARGE[1]].map((id) => `      - { id: ${id}, description: Is line ${id}, required: false }\n`).join('');
  const { folder, rows } = await createWorkspace({
    'a.yaml': `evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n    rubrics:\n${rubrics}    evaluators:\n      - type: rubric\n        rubrics: [{ id: 1.0, description: Greets, required: false }]\n`,
    'out.jsonl': '{"id": "a", "text": "Hi"}\n',
  });
  const { exitCode, stderr } = await runAssay(['score', 'a.yaml', '--outputs', 'out.jsonl', '--judge', 'mock', '--out', 'run'], { cwd: folder });
  expect(stderr).not.toContain('error: ');
  expect(exitCode).not.toBe(2);
  const ids = (await rows('run')).flatMap(({ evaluators }) => evaluators.map(({ points }) => points?.map(({ id }) => id)));
  expect(ids).toEqual([['7', '007', LARGE[1]], ['1.0']]);
});

test.each([
  ['a.yaml', 'evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n    rubrics: [{ id: 1, description: A }, { id: "1", description: B }]\n', 'a.yaml:5:48: error: two rubrics have the id "1"'],
  ['a.jsonl', `{"id": "a", "expected_outcome": "x", "input": "Hi", "rubrics": [{"id": ${LARGE[1]}, "description": "A"}]}\n`, 'id must be a text or a number of at most 15 digits; put a longer one in quotes'],
  ['a.jsonl', '{"id": "a", "expected_outcome": "x", "input": "Hi", "rubrics": [{"id": true, "description": "A"}]}\n', 'id must be a text or a number of at most 15 digits'],
])('ids of rubric lines that cannot be told apart are errors: %s', async (file, text, message) => {
  const { folder } = await createWorkspace({ [file]: text });
  const { exitCode, stdout } = await runAssay(['validate', file], { cwd: folder });
  expect(stdout).toContain(message);
  expect(exitCode).toBe(2);
});
