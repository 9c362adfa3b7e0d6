import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { projectFolder, shown } from '../../test/project-folder.js';
import { checkSuite } from '../check-suite.js';

/** The findings of a suite with this content, as lines. */
async function findings(content: string | Uint8Array, name = 'suite.yaml'): Promise<readonly string[]> {
  const folder = await projectFolder({ [name]: content });
  const found: string[] = [];
  await checkSuite(name, { workingDirectory: folder, definitions, report: (finding) => found.push(shown(finding)) });
  return found;
}

const HEAD = 'cases:\n  - id: a\n    outcome: G\n';

describe('what is wrong with the file is said once, with the place and a way out', () => {
  test.each<[string, string | Uint8Array, string]>([
    ['an empty file', '', 'suite.yaml:1:1 error empty-file: the file is empty -> write cases under evalcases:'],
    ['nothing but comments', '# later\n', 'suite.yaml:1:1 error empty-file: the file holds nothing but comments -> write cases under evalcases:'],
    ['a binary file', new Uint8Array([0x61, 0x0a, 0x62, 0]), 'suite.yaml:2:2 error not-text: the file is not text: it holds NUL bytes -> check that this is the file you mean'],
    ['bytes that are no UTF-8', new Uint8Array([0x61, 0x3a, 0x20, 0xe4, 0x0a]), 'suite.yaml:1:4 error not-utf8: the file is not in UTF-8 -> save it as UTF-8'],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'suite.yaml:1:1 error not-utf8: the file is in UTF-16, not UTF-8 -> save it as UTF-8'],
    ['a tab as indentation', 'cases:\n\t- id: a\n', 'suite.yaml:2:1 error invalid-yaml: Invalid YAML: Tabs are not allowed as indentation -> indent with spaces; YAML does not allow tabs'],
    ['bad indentation', 'cases:\n  - id: a\n   outcome: G\n', 'suite.yaml:3:1 error invalid-yaml: Invalid YAML: Sequence item without - indicator -> give all entries of one list or mapping the same indentation'],
    ['an open quote', 'cases:\n  - id: "a\n', 'suite.yaml:3:1 error invalid-yaml: Invalid YAML: Missing closing "quote -> close the quote or bracket, or put a space after the colon'],
    ['an unknown alias', 'cases: *nothing\n', 'suite.yaml:1:8 error invalid-yaml: Invalid YAML: the alias *nothing has no anchor -> define &nothing above it, or put the text in quotes'],
    ['an anchor inside itself', 'cases: &a\n  - *a\n', 'suite.yaml:2:5 error invalid-yaml: Invalid YAML: an anchor is used inside itself -> remove the alias (*name) from the value that it stands for'],
    ['anchors that unfold without end', `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.split('').map((key, index) => `${key}: &${key} [${`*${'abcdefg'[index]},`.repeat(9)}]`).join('\n')}\ncases: *h\n`, 'suite.yaml:1:1 error invalid-yaml: Invalid YAML: its anchors unfold to more values than can be meant -> write the values out, or use fewer nested aliases'],
    ['a sidecar', 'description: x\nexecution: { target: t }\n', 'suite.yaml:1:1 error unsupported-dialect: this looks like a sidecar (settings for a JSONL file or table of the same name, without cases), not a suite -> name the dataset instead (the JSONL file or the table), or add cases under evalcases:'],
    ['a mistyped list of cases', 'evalcase:\n  - x\n', 'suite.yaml:1:1 error unknown-format: this is no eval file: it has no list of cases -> did you mean evalcases instead of evalcase?'],
    ['a text', 'hello', 'suite.yaml:1:1 error unknown-format: this is no eval file: it has no list of cases -> write the cases as a list under evalcases:'],
  ])('%s', async (_, content, expected) => {
    expect(await findings(content)).toEqual([expected]);
  });

  test.each<[string, string | Uint8Array, RegExp]>([
    ['an empty file', ' \n\n', /^suite\.jsonl:1:1 error empty-file: the file is empty -> /u],
    ['a JSON array', '[\n', /^suite\.jsonl:1:2 error invalid-json: Line 1: Invalid JSON: .* -> JSONL has one whole JSON object on each line/u],
    ['single quotes', "{'id': 1}", /^suite\.jsonl:1:2 error invalid-json: Line 1: Invalid JSON: .* -> JSON wants double quotes$/u],
    ['a comma too many', '{"id": 1,}', /^suite\.jsonl:1:10 error invalid-json: Line 1: Invalid JSON: .* -> JSON allows no comma before a closing bracket$/u],
    ['a line that is cut off', '{"id": "abc', /^suite\.jsonl:1:12 error invalid-json: Line 1: Invalid JSON: Unterminated string/u],
    ['a list on a line', '[1]', /^suite\.jsonl:1:1 error invalid-field: Line 1: a case must be a mapping with id, expected_outcome and input, not a list -> /u],
    ['a number on a line', '5', /^suite\.jsonl:1:1 error invalid-field: Line 1: a case must be a mapping .*, not a number -> /u],
    ['NUL bytes', '\0\0', /^suite\.jsonl:1:1 error invalid-json: Line 1: Invalid JSON: .* -> the file holds NUL bytes/u],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0x7d, 0x0a, 0x22, 0xe4, 0x22]), /^suite\.jsonl:2:2 error not-utf8: Line 2: the line is not in UTF-8 -> save the file as UTF-8$/u],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0]), /^suite\.jsonl:1:1 error not-utf8: the file is in UTF-16, not UTF-8 -> /u],
  ])('JSONL: %s', async (_, content, expected) => {
    expect((await findings(content, 'suite.jsonl')).at(-1)).toMatch(expected);
  });

  test('a missing file, with the name that was meant', async () => {
    const folder = await projectFolder({ 'suite.yaml': 'cases: []' });
    const found: string[] = [];
    await checkSuite('siute.yaml', { workingDirectory: folder, report: (finding) => found.push(shown(finding)) });
    await checkSuite('siute.jsonl', { workingDirectory: join(folder, 'no'), report: (finding) => found.push(shown(finding)) });
    expect(found).toEqual([
      'siute.yaml:1:1 error file-not-found: there is no such file -> did you mean suite.yaml?',
      'siute.jsonl:1:1 error file-not-found: there is no such file -> check the path',
    ]);
  });

  test('a folder', async () => {
    const folder = await projectFolder({ 'a/x.yaml': 'cases: [{ id: a, outcome: G, input: Q }]' });
    const found: string[] = [];
    await checkSuite('a', { workingDirectory: folder, report: (finding) => found.push(shown(finding)) });
    expect(found).toEqual(['a:1:1 error not-a-file: this folder is no suite: it holds no test cases -> name the files in it, such as a/x.yaml; only test cases make a folder a suite']);
  });

  test('values nested without end cost an error, not the process', async () => {
    const deep = '['.repeat(50_000);
    expect((await findings(`cases: ${deep}`))[0]).toMatch(/nested more than 500 levels/u);
    const line = `{"id":"a","outcome":"G","input":"Q","context":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    expect(await findings(line, 'suite.jsonl')).toEqual(['suite.jsonl:1:1 error too-deep: Line 1: the values are nested more than 500 levels deep -> write the case with fewer levels']);
  });
});

test.each([
  ['suite.jsonl', 60, 'Line 1: the number 1e999 is too large'],
  ['suite.json', 61, 'limit must be a finite number, not 1e999'],
])('a number that is too large is refused at its place in %s', async (file, column, message) => {
  const text = '{"id":"a","outcome":"1e999","input":"Q","context":{"limit":1e999}}';
  expect(await findings(file === 'suite.json' ? `[${text}]` : text, file)).toEqual([
    `${file}:1:${column} error invalid-number: ${message} -> write one from -1.8e308 to 1.8e308, or put it in quotes as a text`,
  ]);
});

describe('what is wrong with a case', () => {
  test.each<[string, string, string[]]>([
    ['a key that stands twice', `${HEAD}    outcome: H\n    input: Q\n`, ['suite.yaml:4:5 error duplicate-key: the key "outcome" stands here a second time -> keep one of them, or indent it if it belongs to something else']],
    ['the list is no list', 'evalcases: { id: a }\n', ['suite.yaml:1:12 error invalid-field: evalcases must be a list of cases, not a mapping -> start each case with - id: …']],
    ['a case is no mapping', 'cases:\n  - text\n', ['suite.yaml:2:5 error invalid-field: a case must be a mapping with id, expected_outcome and input, not a string -> write id: …, expected_outcome: … and input: …']],
    ['a file of cases is not there', 'cases:\n  - more/none.yaml\n', ['suite.yaml:2:5 error file-reference: the file of cases "more/none.yaml" was not found; searched: more/none.yaml -> write the path of a YAML, JSON or JSONL file with cases, relative to the folder of this file']],
    ['there are no cases', 'cases: []\n', ['suite.yaml:1:8 warning no-cases: the file has no cases -> add - id: …']],
    ['required fields are missing', 'cases:\n  - { outcome: G }\n', ['suite.yaml:2:5 warning missing-field: missing id, missing input_messages -> add id: a short name, unique within the file; add input: what the target is asked']],
    ['ids repeat', `${HEAD}    input: Q\n  - { id: a, outcome: G, input: Q }\n`, ['suite.yaml:5:11 error duplicate-id: two cases have the id "a" -> give each case its own id']],
    ['the id is a list', 'cases:\n  - { id: [1], outcome: G, input: Q }\n', ['suite.yaml:2:11 error invalid-field: id must be a string or a number, not a list -> write a short name, unique within the file']],
    ['the outcome is a number', 'cases:\n  - { id: a, outcome: 4, input: Q }\n', ['suite.yaml:2:23 error invalid-field: outcome must be a string, not a number -> put it in quotes: outcome: "4"']],
    ['the outcome is empty', 'cases:\n  - { id: a, outcome: "", input: Q }\n', ['suite.yaml:2:23 error invalid-field: outcome must not be empty -> say what a good reply achieves, in words; it may be empty only in a case with evaluators or rubrics of its own']],
    ['the input is a number', `${HEAD}    input: 5\n`, ['suite.yaml:4:12 error invalid-field: input must be a string or a list of messages, not a number -> put it in quotes: input: "5"']],
    ['the input is empty', `${HEAD}    input: []\n`, ['suite.yaml:4:12 error invalid-field: input must hold at least one message -> add - role: user and content: …']],
    ['a role is misspelt', `${HEAD}    input: [{ role: usr, content: Q }]\n`, ['suite.yaml:4:21 error invalid-field: input[0].role must be one of system, user, assistant, tool, not "usr" -> did you mean user?']],
    ['a role is missing', `${HEAD}    input: [{ content: Q }]\n`, ['suite.yaml:4:13 error invalid-field: input[0] has no role; allowed: system, user, assistant, tool -> add role: user']],
    ['content is missing', `${HEAD}    input: [{ role: user }]\n`, ['suite.yaml:4:13 error invalid-field: input[0] has no content -> add content: …']],
    ['content is a number', `${HEAD}    input: [{ role: user, content: 42 }]\n`, ['suite.yaml:4:36 error invalid-field: input[0].content must be a string, a list of parts or a mapping, not a number -> put it in quotes: "42"']],
    ['a part has an unknown type', `${HEAD}    input: [{ role: user, content: [{ type: video, value: x }] }]\n`, ['suite.yaml:4:45 error invalid-field: input[0].content[0].type must be text, file or image, not "video" -> images and PDF files are attached with type: file']],
    ['a tool call has no tool', `${HEAD}    input: Q\n    expected_messages: [{ role: assistant, tool_calls: [{ input: 1 }] }]\n`, ['suite.yaml:5:57 error invalid-field: expected_messages[0].tool_calls[0] has no tool -> write the name of the tool under tool']],
    ['tool calls stand in a user message', `${HEAD}    input: [{ role: user, content: Q, tool_calls: [{ tool: t }] }]\n`, ['suite.yaml:4:39 warning misplaced-key: tool_calls belong to assistant messages, not to role user -> move them to the assistant message that makes the calls']],
    ['the expected output is a number', `${HEAD}    input: Q\n    expected_output: 4\n`, ['suite.yaml:5:22 error invalid-field: expected_output must be a string, a mapping or a list, not a number -> put it in quotes: expected_output: "4"']],
    ['the expected output is a message without a list', `${HEAD}    input: Q\n    expected_output: { role: assistant, content: A }\n`, ['suite.yaml:5:5 warning message-not-in-list: expected_output looks like a message but is read as structured output -> put it in a list to make it a message']],
    ['a key is misspelt', `${HEAD}    input: Q\n    conversationid: x\n`, ['suite.yaml:5:5 warning unknown-key: unknown key "conversationid" in cases; it is ignored -> did you mean conversation_id?']],
    ['execution is a text', `${HEAD}    input: Q\n    execution: t\n`, ['suite.yaml:5:16 error invalid-field: execution must be a mapping, not a string -> write execution: { target: NAME }']],
    ['a weight is negative', `${HEAD}    input: Q\n    weight: -2\n`, ['suite.yaml:5:13 error invalid-field: weight must be >= 0, not the number -2 -> write a number such as 1, 0.5 or 3; leave it out for 1']],
    ['a tag is a list', `${HEAD}    input: Q\n    tags: [[a]]\n`, ['suite.yaml:5:12 error invalid-field: a tag must be a string or key: value, not a list -> write a list of texts: tags: [smoke, "area:billing"]']],
    ['an evaluator has no type', `${HEAD}    input: Q\n    evaluators: [{ name: rubric }]\n`, ['suite.yaml:5:18 error invalid-field: evaluator "rubric" has no type -> add type: rubric']],
    ['evaluators is a text', `${HEAD}    input: Q\n    evaluators: rubric\n`, ['suite.yaml:5:17 error invalid-field: evaluators must be a list, not a string -> write a list of - type: …, or evaluator: NAME for a single one']],
    ['an evaluator type is unknown', `${HEAD}    input: Q\n    evaluators: [{ type: llm_jugde }]\n`, ['suite.yaml:5:26 error unknown-evaluator: unknown evaluator type "llm_jugde"; installed: llm_judge, rubric, tool_trajectory, code_judge, ranks, composite -> did you mean llm_judge?']],
    ['an option is unknown', `${HEAD}    input: Q\n    evaluators: [{ type: llm_judge, promt: x }]\n`, ['suite.yaml:5:37 warning unknown-key: unknown key "promt" in evaluators; it is ignored -> did you mean prompt?']],
    ['an option has the wrong type', `${HEAD}    input: Q\n    evaluators: [{ name: n, type: llm_judge, prompt: 3 }]\n`, ['suite.yaml:5:54 error invalid-option: evaluator "n": prompt must be a string, not a number -> put it in quotes: "3"']],
    ['a required option is missing', `${HEAD}    input: Q\n    evaluators: [{ type: tool_trajectory }]\n`, ['suite.yaml:5:18 error invalid-option: evaluator "tool_trajectory": mode is missing']],
    ['two evaluators have one name', `${HEAD}    input: Q\n    evaluators: [{ name: n, type: llm_judge }, { name: n, type: llm_judge }]\n`, ['suite.yaml:5:56 error duplicate-name: two evaluators are named "n" -> give each evaluator of a case its own name, or leave the names out']],
    ['a member of a composite is wrong', `${HEAD}    input: Q\n    evaluators:\n      - type: composite\n        evaluators:\n          - { type: llm_judge, weight: -1 }\n`, ['suite.yaml:8:40 error invalid-field: evaluator "llm_judge": weight must be >= 0, not the number -1 -> write a number such as 1, 0.5 or 3; leave it out for 1']],
    ['rubrics is a mapping', `${HEAD}    input: Q\n    rubrics: { a: b }\n`, ['suite.yaml:5:14 error invalid-field: rubrics must be a list, not a mapping -> write a list of sentences that a good reply fulfils']],
    ['the header has a wrong value', 'description: [x]\nalias_precedence: mine\ncases:\n  - { id: a, outcome: G, input: Q }\n', [
      'suite.yaml:1:14 error invalid-field: description must be a string, not a list -> write one text: description: "…"',
      'suite.yaml:2:19 error invalid-field: alias_precedence must be canonical or shorthand, not "mine" -> canonical prefers input_messages over input; shorthand the reverse',
    ]],
    ['an inline target has no provider', 'targets: [{ name: t }]\ncases:\n  - { id: a, outcome: G, input: Q }\n', ['suite.yaml:1:11 error invalid-field: a target has no provider -> add provider: openai, or another installed provider; or use_target: NAME, when another target is meant']],
    ['there is a second document', `${HEAD}    input: Q\n---\nmore: 1\n`, ['suite.yaml:6:1 error several-documents: a file of eval cases holds one document; this is another one -> remove the line --- above it, or move it to a file of its own']],
  ])('%s', async (_, content, expected) => {
    expect(await findings(content)).toEqual(expected);
  });

  test('all findings of a file are listed, in the order of the file', async () => {
    const found = await findings(`cases:\n  - { id: a, outcome: 1, input: 2 }\n  - { id: b, outcome: G, input: Q, weight: x, colour: red }\n`);
    expect(found.map((line) => line.split(' ', 3).join(' '))).toEqual([
      'suite.yaml:2:23 error invalid-field:',
      'suite.yaml:2:33 error invalid-field:',
      'suite.yaml:3:44 error invalid-field:',
      'suite.yaml:3:47 warning unknown-key:',
    ]);
  });

  test('notes, metadata and keys for anchors are no mistakes', async () => {
    expect(await findings('x-base: 1\n_b: 2\n$schema: s\ncases:\n  - { id: a, outcome: G, input: Q, note: n, metadata: {}, description: d }\n')).toEqual([]);
  });
});
