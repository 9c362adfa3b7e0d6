import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { validate } from './support/commands/validate.js';
import { createWorkspace } from './support/projects/workspace.js';

const CASE = 'evalcases:\n  - id: a\n    criteria: x\n    input: hi\n    evaluators: [{ type: contains, value: hi }]\n';
const prompts = (...lines: readonly string[]): string => `title: T\nmodels: [mock]\n---\n- prompt: hi\n  should: [$contains: hi]\n${lines.map((line) => `  ${line}\n`).join('')}`;

describe('what is wrong is told once, with a way to mend it', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['a blank line of a rubric', 's.yaml', `${CASE}    rubrics: [" "]\n`, ['s.yaml:6:15: error: rubrics[0] must be a sentence or a mapping with a description, not an empty text', '  fix: write what a good reply does']],
    ['a line of a rubric that is none', 's.yaml', `${CASE}    rubrics: [5]\n`, ['s.yaml:6:15: error: rubrics[0] must be a sentence or a mapping with a description, not a number', '  fix: write what a good reply does']],
    ['a blank tag', 's.yaml', `${CASE}    tags: [quick, " "]\n`, ['s.yaml:6:19: error: a tag must not be empty', '  fix: write what cases are chosen by (tags: [smoke]), or remove it']],
    ['a tag without a value', 's.yaml', `${CASE}    tags: [area: ""]\n`, ['s.yaml:6:18: error: the value of tag "area" must not be empty', '  fix: write both sides of it: tags: ["area:billing"]']],
    ['a weight that is no number', 's.yaml', `${CASE}    weight: .nan\n`, ['s.yaml:6:13: error: weight must be a finite number, not .nan', '  fix: write a number such as 1, 0.5 or 3; leave it out for 1']],
    ['another number that is none', 's.yaml', `${CASE}    metadata: { a: .nan }\n`, ['s.yaml:6:20: error: a must be a finite number, not .nan', '  fix: write one from -1.8e308 to 1.8e308, or put it in quotes as a text']],
    ['a list as the ideal', 'b.yml', prompts('ideal: [a, b]'), ['b.yml:6:10: error: ideal must be a string, not a list', '  fix: write one text: ideal: "…"']],
    ['a list as a description', 'b.yml', prompts('description: [a]'), ['b.yml:6:16: error: description must be a string, not a list', '  fix: write one text: description: "…"']],
    ['a mapping as the title of a citation', 'b.yml', prompts('citation: { title: { en: x } }'), ['b.yml:6:22: error: title must be a string, not a mapping', '  fix: write one text: title: "…"']],
  ])('%s', async (_, name, text, findings) => {
    const { stdout } = await validate({ [name]: text }, name);
    expect(stdout.split('\n').slice(0, -2)).toEqual(findings);
  });

  test('a number that is none does not hide what else is wrong with the file, and the file is not used', async () => {
    const files = { 's.yaml': `${CASE}    weight: .inf\n  - { id: b, criteria: x, input: hi, evaluators: [{ type: contans, value: 1e999 }] }\n` };
    const { stdout, exitCode } = await validate(files, 's.yaml');
    expect(exitCode).toBe(2);
    expect(stdout.split('\n').filter((line) => line.startsWith('s.yaml'))).toEqual([
      's.yaml:6:13: error: weight must be a finite number, not .inf',
      expect.stringContaining('s.yaml:7:59: error: unknown evaluator type "contans"'),
      's.yaml:7:75: error: value must be a finite number, not 1e999',
    ]);
    const { folder: cwd } = await createWorkspace(files);
    expect(await runAssay(['run', 's.yaml', '--target', 'mock'], { cwd })).toMatchObject({ exitCode: 2, stdout: '' });
  });

  test.each([
    ['a key twice', '- { role: user, content: hi, content: ho }\n', 'p.yaml:1:30: error: the key "content" stands here a second time'],
    ['a second document', '- { role: user, content: hi }\n---\n- { role: user, content: ho }\n', 'p.yaml:3:1: error: a second document begins here'],
    ['nothing', '# to be written\n', 'p.yaml:1:1: error: the file of a prompt is empty'],
  ])('%s in the file of a prompt', async (_, text, finding) => {
    const { stdout, exitCode } = await validate({ 's.yaml': `prompts: [file://p.yaml]\n${CASE.replace('    input: hi\n', '')}`, 'p.yaml': text }, 's.yaml');
    expect([exitCode, stdout]).toEqual([2, expect.stringContaining(finding)]);
  });

  test.each([
    ['AI: null', 'write role: assistant and content: …, in place of AI'],
    ['USER: more', 'write role: user and content: …, in place of USER'],
    ['human: more', 'write role: user and content: …, in place of human'],
    ['model: more', 'write role: assistant and content: …, in place of model'],
    ['{ role: AI, content: null }', 'did you mean assistant?'],
    ['{ role: developer, content: x }', 'did you mean system?'],
  ])('a message %s', async (message, hint) => {
    const { exitCode, stdout } = await validate({ 'b.yml': `- messages: [user: hi, ${message}]\n  should: [$contains: hi]\n` }, 'b.yml');
    expect(stdout).toContain(`  fix: ${hint}\n`);
    expect(exitCode).toBe(2);
  });
});

test.each([
  ['\u0441riteria: x', 'error: unknown key "\u0441riteria" in evalcases: it says how replies are scored, and nothing reads it\n  fix: did you mean criteria? The key here has other characters in it (U+0441): type it anew\n'],
  ['tags\u200B: [b]', 'warning: unknown key "tags\\u200b" in evalcases; it is ignored\n  fix: did you mean tags? The key here has other characters in it (U+200B): type it anew\n'],
])('a key that only looks like one that is read: %j', async (key, said) => {
  expect((await validate({ 's.yaml': `${CASE}    ${key}\n` }, 's.yaml')).stdout).toContain(said);
});

test.each([
  ['{"id": "a", "criteria": "x", "input": "hi"},', 'lines of JSONL stand by themselves: remove the comma at the end of the line'],
  ['// the first one', 'JSONL has no comments: remove the line'],
])('a line %j of JSONL', async (line, hint) => {
  expect((await validate({ 'd.jsonl': `${line}\n` }, 'd.jsonl')).stdout).toContain(`  fix: ${hint}\n`);
});

test('a source that is a number keeps its digits', async () => {
  const { folder } = await createWorkspace({ 'b.yml': 'title: T\n---\n- id: a\n  prompt: hi\n  citation: 007\n  should: ["Is kind": 1.10]\n' });
  const { stdout } = await runAssay(['cases', 'b.yml', '--json'], { cwd: folder });
  const found = JSON.parse(stdout) as { metadata: object; evaluators: readonly object[] };
  expect(found).toMatchObject({ metadata: { references: [{ title: '007' }] }, evaluators: [{ should: [{ text: 'Is kind', citation: '1.10' }] }] });
});

describe('line ends', () => {
  test('a YAML file may have carriage returns alone, as its language says', async () => {
    const text = `# Of an old editor\n${CASE}    wieght: 2\n`.replaceAll('\n', '\r');
    const { exitCode, stdout } = await validate({ 's.yaml': text }, 's.yaml');
    expect(stdout).toContain('s.yaml:7:5: warning: unknown key "wieght"');
    expect(stdout).toContain('valid: 1 suite, 1 case, 0 errors, 1 warning');
    expect(exitCode).toBe(0);
  });

  test('a key that such a line end hides in a comment is told', async () => {
    const { stdout } = await validate({ 's.yaml': `${CASE}    # counts twice\r    weight: 2\n    tags: [b]\r\n` }, 's.yaml');
    expect(stdout).toContain('s.yaml:6:19: warning: YAML: a carriage return (\\r) stands in this comment: what comes after it on the line is part of the comment, and not read\n  fix: save the file with one kind of line ends');
  });

  test('line ends of Windows are none of these', async () => {
    const { stdout } = await validate({ 's.yaml': `# Hi\n${CASE}    # bye\n`.replaceAll('\n', '\r\n') }, 's.yaml');
    expect(stdout).toBe('valid: 1 suite, 1 case, 0 errors, 0 warnings\n');
  });

  test('JSONL has lines of its own, and says so', async () => {
    const line = JSON.stringify({ id: 'a', criteria: 'x', input: 'hi' });
    const { exitCode, stdout } = await validate({ 'd.jsonl': `${line}\r${line}\r` }, 'd.jsonl');
    expect(stdout).toContain('Line 1: Invalid JSON: ');
    expect(stdout).toContain('  fix: a line ends with \\n or \\r\\n, and a carriage return (\\r) stands alone here: save the file with line ends of Unix or Windows\n');
    expect(exitCode).toBe(2);
  });
});
