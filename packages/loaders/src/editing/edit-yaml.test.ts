import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { editYaml } from './edit-yaml.js';

const LINES = [
  { id: 'a', description: 'Names Paris: the capital', weight: 2, required: true },
  { id: 'b', description: 'yes', weight: 1 },
];

/** Lines that are new (`+`) or gone (`-`), as a diff would show them. */
function changes(before: string, after: string): string[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const table = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const found: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
    } else if (j < b.length && (i === a.length || at(i, j + 1) >= at(i + 1, j))) found.push(`+${b[j++]}`);
    else found.push(`-${a[i++]}`);
  }
  return found;
}

const edit = (text: string, ...ids: string[]): string => editYaml(text).withRubrics(new Map(ids.map((id) => [id, LINES]))).text;

const RUBRIC = ['+    rubrics:', '+      - id: a', '+        description: "Names Paris: the capital"', '+        weight: 2', '+        required: true', '+      - id: b', '+        description: "yes"', '+        weight: 1'];

const ODD = `# A file that somebody cares about.
description:   'single quotes'   # two spaces before, and three


evalcases:
  # the first one
  - id:    first   # aligned
    expected_outcome: >
      Folded text,
      on two lines.

      And a paragraph.
    input: "double \\" quotes"

  # about the second

  - id: second
    input:
        - role: user
          content: |
            Literal.

            More.


    # a comment at the end of the second
  - {id: third, expected_outcome: G,   input: Q}
  - id: fourth
    expected_outcome: plain text
      over two lines
    tags: [a,   b] # tight
`;

describe('only the lines of rubrics are new; comments, order, quotes and indentation stay', () => {
  test('in a case whose last value is a quoted text', () => {
    expect(changes(ODD, edit(ODD, 'first'))).toEqual(RUBRIC);
  });

  test('after a block text, before the blank lines and comments below it', () => {
    const edited = edit(ODD, 'second');
    expect(changes(ODD, edited)).toEqual(RUBRIC);
    expect(edited).toContain('            More.\n    rubrics:\n');
  });

  test('in braces on the line of the case', () => {
    expect(changes(ODD, edit(ODD, 'third')).toSorted().toReversed()).toEqual([
      '-  - {id: third, expected_outcome: G,   input: Q}',
      `+  - {id: third, expected_outcome: G,   input: Q, rubrics: ${JSON.stringify(LINES)}}`,
    ]);
  });

  test('at the end of the file, after a comment on the last line', () => {
    expect(changes(ODD, edit(ODD, 'fourth'))).toEqual(RUBRIC);
    expect(edit(ODD.trimEnd(), 'fourth')).toBe(edit(ODD, 'fourth').trimEnd());
  });

  test('in all of them at once', () => {
    const edited = edit(ODD, 'fourth', 'first', 'third', 'second');
    const cases = (parse(edited) as { evalcases: { rubrics: unknown }[] }).evalcases;
    expect(cases.map(({ rubrics }) => rubrics)).toEqual([LINES, LINES, LINES, LINES]);
    expect(changes(ODD, edited).filter((line) => line.startsWith('-'))).toHaveLength(1);
  });

  test('lists that are not indented stay so', () => {
    const text = 'cases:\n- id: x\n  expected_outcome: G\n  input: Q\n';
    expect(edit(text, 'x')).toBe(`${text}  rubrics:\n  - id: a\n    description: "Names Paris: the capital"\n    weight: 2\n    required: true\n  - id: b\n    description: "yes"\n    weight: 1\n`);
  });

  test('Windows line ends stay', () => {
    const text = 'cases:\r\n  - id: x\r\n    expected_outcome: G\r\n    input: Q\r\n  - id: y\r\n    input: Q\r\n';
    const edited = edit(text, 'x');
    expect(edited.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
    expect(changes(text.replaceAll('\r', ''), edited.replaceAll('\r', ''))).toEqual(RUBRIC);
  });

  test.each([
    ['a bare list', '- id: x\n  input: Q\n'],
    ['one case as the document', 'id: x\ninput: Q\n'],
    ['a document with marks', '%YAML 1.2\n---\ncases:\n  - id: x\n    input: Q\n...\n'],
    ['a text that keeps its blank lines', 'cases:\n  - id: x\n    input: |+\n      Q\n\n\n  - id: y\n    input: Q\n'],
    ['a last key without a value', 'cases:\n  - id: x\n    input: Q\n    note: # later\n  - id: y\n    input: Q\n'],
    ['wide dashes', 'cases:\n  -   id: x\n      input: Q\n'],
    ['anchors and merges', 'x-base: &base {input: Q}\ncases:\n  - <<: *base\n    id: x\n'],
    ['a list in brackets', 'cases: [{id: x, input: Q,}, {id: y, input: Q}]\n'],
    ['JSON over several lines', 'cases: [\n  {"id": "x",\n   "input": "Q" # c\n  }\n]\n'],
    ['tags and anchors on values', 'cases:\n  - id: x\n    input: &q !!str Q\n  - id: y\n    input: *q\n'],
  ])('%s', (_, text) => {
    const before = parse(text, { merge: true }) as object;
    const edited = edit(text, 'x');
    const gone = changes(text, edited).filter((line) => line.startsWith('-'));
    expect(gone.length).toBeLessThanOrEqual(text.includes('{') && !text.includes('base') ? 1 : 0);
    const after = JSON.stringify(parse(edited, { merge: true })).replace(`,"rubrics":${JSON.stringify(LINES)}`, '');
    expect(after).toBe(JSON.stringify(before));
  });
});

describe('rubrics that are there are replaced', () => {
  const HEAD = 'cases:\n  - id: x\n';
  test.each([
    ['a list', `${HEAD}    rubrics:\n      - Old # c\n      - Older\n    # kept\n    input: Q\n`, `${HEAD}    rubrics:\n      - id: a\n`, '        weight: 1\n    # kept\n    input: Q\n'],
    ['as the first key', 'cases:\n  - rubrics: [Old]\n    id: x\n', 'cases:\n  - rubrics:\n      - id: a\n', '        weight: 1\n    id: x\n'],
    ['nothing yet, with a comment', `${HEAD}    rubrics: # to do\n    input: Q\n`, `${HEAD}    rubrics: # to do\n      - id: a\n`, '    input: Q\n'],
    ['an empty list', `${HEAD}    rubrics: []\n`, `${HEAD}    rubrics:\n      - id: a\n`, ''],
    ['a rubric among the evaluators', `${HEAD}    evaluators:\n      - type: rubric # r\n        rubrics: [Old]\n        weight: 3\n      - type: llm_judge\n`, '        rubrics:\n          - id: a\n', '            weight: 1\n        weight: 3\n'],
  ])('%s', (_, text, start, end) => {
    const edited = edit(text, 'x');
    expect(edited).toContain(start);
    expect(edited).toContain(end);
    expect(edited).not.toContain('Old');
  });

  test('it is told which cases have some of their own', () => {
    const text = `rubrics: [Of the suite]
cases:
  - { id: none, input: Q }
  - { id: empty, input: Q, rubrics: [] }
  - { id: inline, input: Q, rubrics: [A] }
  - { id: listed, input: Q, evaluators: [{ type: rubric, rubrics: [A] }] }
  - { id: in-execution, input: Q, execution: { evaluators: [{ type: rubric, rubrics: [A] }] } }
  - { id: other, input: Q, evaluators: [{ type: llm_judge }] }
`;
    const found = editYaml(text).cases.filter(({ hasRubric }) => hasRubric);
    expect(found.map(({ id }) => id)).toEqual(['inline', 'listed', 'in-execution']);
  });
});

test('a case that is an alias cannot have a rubric of its own', () => {
  const editor = editYaml('x-a: &a { id: x, input: Q }\ncases: [*a]\n');
  expect(editor.cases[0]?.fixed).toContain('alias');
  expect(() => editor.withRubrics(new Map([['x', LINES]]))).toThrow('case "x" cannot be given a rubric');
});
