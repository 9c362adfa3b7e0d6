import { expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const LINES = ['One', 'Two', 'Three'].map((description, index) => ({ id: `l${index}`, description, weight: 1 }));
const JSON_LINES = JSON.stringify(LINES);
const BLOCK = LINES.map(({ id, description }) => `      - id: ${id}\n        description: ${description}\n        weight: 1\n`).join('');

/** What became of a file into which a judge wrote rubrics, who says nothing usable of inputs with REFUSED in them. */
async function written(file: string, text: string, ...args: readonly string[]) {
  const server = await startChatServer((request) => (request.text.includes('REFUSED') ? 'No.' : JSON.stringify({ rubrics: LINES })));
  const workspace = await createWorkspace({
    [file]: text,
    '.assay/targets.yaml': `targets:\n  - {name: writer, provider: openai, model: m, endpoint: '${server.url}', api_key: k, max_retries: 0}\n`,
  });
  const { exitCode, stderr, stdout } = await runAssay(['generate', 'rubrics', file, '--judge', 'writer', ...args], { cwd: workspace.folder });
  return { exitCode, stderr, stdout, asked: server.requests.length, text: await workspace.read(file) };
}

const MARK = '\uFEFF';

test.each([
  ['a byte order mark', 'a.yaml', `${MARK}cases:\n  - id: a\n    expected_outcome: X\n    input: Q\n`, (before: string) => `${before}    rubrics:\n${BLOCK}`],
  ['one of JSONL', 'a.jsonl', `${MARK}{"id":"a","expected_outcome":"X","input":"Q"}\n`, (before: string) => before.replace('}\n', `,"rubrics":${JSON_LINES}}\n`)],
  [
    'carriage returns as line ends',
    'a.yaml',
    'cases:\r  - id: a\r    expected_outcome: X\r    input: Q\r',
    (before: string) => `${before}    rubrics:\n${BLOCK}`.replaceAll('\n', '\r'),
  ],
  ['keys in quotes', 'a.yaml', '{"cases": [\n  {"id": "a", "expected_outcome": "X", "input": "Q"}\n]}\n', (before: string) => before.replace('"Q"}', `"Q", "rubrics": ${JSON_LINES}}`)],
  [
    'a line whose rubric is replaced',
    'a.jsonl',
    '{ "id":"a", "expected_outcome":"\\u00dcber", "rubrics":["Old"], "input" : "Q", "metadata": {"n": 1.10, "big": 12345678901234567890} }\n',
    (before: string) => before.replace('["Old"]', JSON_LINES),
  ],
])('all else of a file stays as it is: %s', async (_, file, before, after) => {
  const { exitCode, text } = await written(file, before, '--force');
  expect(exitCode).toBe(0);
  expect(text).toBe(after(before));
});

const MADE_OF_ANOTHER = `cases:
  - &a
    id: a
    expected_outcome: X
    input: Q
  - <<: *a
    id: b
    input: REFUSED
  - { id: c, expected_outcome: Z, input: Q }
`;

test('a case that another one is made of is left before anybody is asked, where that one gets no lines of its own', async () => {
  const { exitCode, stderr, asked, text } = await written('a.yaml', MADE_OF_ANOTHER, '--id', 'a');
  expect(exitCode).toBe(0);
  expect(stderr).toContain('- a  other cases are made of it (<<: *name), so that a rubric would change them too');
  expect(asked).toBe(0);
  expect(text).toBe(MADE_OF_ANOTHER);
});

test('where that one got no usable reply, the others are written, and nothing that was paid for is lost', async () => {
  const { exitCode, stderr, text } = await written('a.yaml', MADE_OF_ANOTHER);
  expect(exitCode).toBe(3);
  expect(stderr).toContain('x b  the reply is unusable');
  expect(stderr).toContain(`x a  cases that are made of it (<<: *name) got no rubric, and would have its own, which is ${JSON_LINES}`);
  expect(stderr).toContain('1 rubric written to a.yaml; 1 case without a usable reply; 1 rubric without a place, shown above');
  expect(text).toBe(MADE_OF_ANOTHER.replace('Z, input: Q }', `Z, input: Q, rubrics: ${JSON_LINES} }`));
});

test('both have lines of their own where both got some', async () => {
  const before = MADE_OF_ANOTHER.replace('REFUSED', 'R');
  const { exitCode, text } = await written('a.yaml', before);
  expect(exitCode).toBe(0);
  expect(text).toBe(
    before
      .replace('    input: Q\n', `    input: Q\n    rubrics:\n${BLOCK}`)
      .replace('    input: R\n', `    input: R\n    rubrics:\n${BLOCK}`)
      .replace('Z, input: Q }', `Z, input: Q, rubrics: ${JSON_LINES} }`),
  );
});

test('keys with question marks are left, and the other cases written', async () => {
  const before = 'cases:\n  - ? id\n    : a\n    ? expected_outcome\n    : X\n    ? input\n    : Q\n  - { id: b, expected_outcome: Z, input: Q }\n';
  const { exitCode, stderr, asked, text } = await written('a.yaml', before);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('- a  its keys begin with a question mark (? key), where a rubric has no place: write them as key: value');
  expect(asked).toBe(1);
  expect(text).toBe(before.replace('Z, input: Q }', `Z, input: Q, rubrics: ${JSON_LINES} }`));
});
