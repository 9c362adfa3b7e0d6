import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { FILES, project, testNoTables, testTables } from './support/projects/begun-project.js';

/** A file with its commented-out YAML made real; sentences stay comments. */
function uncommented(text: string): string {
  return text.replaceAll(/^( *)# (?=(?: {2})*(?:- )?[a-z][\w-]*:(?: |$)|(?: {2})+- )/gmu, '$1');
}

describe('assay init', () => {
  test('its checks can fail: another reply does not pass', async () => {
    const { workspace, run } = await project();
    await workspace.write({ 'evals/demo-assistant.mjs': 'console.log("Of course, we guarantee it.")' });
    expect((await run('run', 'evals/shop.yaml')).exitCode).toBe(1);
    expect((await workspace.rows()).map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail']);
  });

  test('what it shows in comments is right too', async () => {
    const { workspace, run } = await project();
    for (const file of FILES.filter((name) => name.endsWith('.yaml'))) {
      await workspace.write({ [file]: uncommented(await workspace.read(file)) });
    }
    const targets = await run('list', 'targets', '--json');
    expect(JSON.parse(targets.stdout)).toMatchObject([{ name: 'demo' }, { name: 'gpt' }, { name: 'claude' }]);
    const valid = await run('validate', '.', '--strict');
    expect(valid.stdout).toContain('valid: 1 suite, 4 cases, 0 errors, 0 warnings');
    const keys = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k', GEMINI_API_KEY: 'k', GOOGLE_API_KEY: 'k', MISTRAL_API_KEY: 'k' };
    for (const target of ['gpt', 'claude']) {
      const dry = await runAssay(['run', 'evals', '--target', target, '--dry-run'], { cwd: workspace.folder, env: keys });
      expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
    }
  });

  test('another folder is made, and the next command goes there', async () => {
    const { workspace, made } = await project({}, "my evals/it's");
    expect(made.stdout).toContain(String.raw`Next: cd 'my evals/it'\''s' && assay run evals/shop.yaml`);
    const cwd = join(workspace.folder, "my evals/it's");
    expect((await runAssay(['run', 'evals/shop.yaml'], { cwd })).exitCode).toBe(0);
    await expect(readFile(join(workspace.folder, '.gitignore'))).rejects.toThrow('ENOENT');
  });
});

describe('assay init --from', () => {
  const wide = `${Array.from({ length: 100 }, (_, index) => `c${index}`).join('\t')}\n${Array.from({ length: 100 }, (_, index) => 'x'.repeat(index + 1)).join('\t')}\n`;
  testTables([
    ['one column, with a mark of the order of bytes', 'a.csv', '\uFEFFquestion\nWhy?\n'],
    ['a hundred columns', 'a.tsv', wide],
    ['a list of JSON', 'a.json', '[{"question":"Why?","answer":"So"}]'],
    ['answers that are lists and mappings', 'a.jsonl', '{"question":"Why?","answer":["So"]}\n{"question":"How?","answer":{"a":1}}\n'],
    ['labels in upper and lower case', 'a.csv', `text,label\n${['Yes', 'yes', 'no', 'YES', 'No', 'no'].map((label, index) => `text ${index},${label}\n`).join('')}`],
    ['weights below 0', 'a.csv', 'question,answer,weight\na,b,-1\nc,d,2\n'],
    ['names that are words elsewhere', 'a.csv', 'id,vars,expected,question\n1,x,Paris,Capital?\n'],
    ['three hundred columns', 'a.csv', `${Array.from({ length: 300 }, (_row, index) => `c${index}`).join(',')}\n${Array.from({ length: 300 }, () => 'x').join(',')}\n`],
    ['names in other scripts', 'a.csv', 'frågå,отвéт,回答,🙂\nqqqq,a,b,c\n'],
    ['assertions in cells', 'a.csv', 'question,__expected\nWhy?,contains: So\n'],
  ]);

  testNoTables([
    ['names and nothing else', 'a.csv', { 'a.csv': 'a,b\n' }, 'a.csv:1:1: error: the table has no rows'],
    ['a quote that is not closed', 'a.csv', { 'a.csv': 'a,b\n"c,d\n' }, 'a.csv:2:1: error: a cell begins with a quote that is not closed'],
    ['no text', 'a.csv', { 'a.csv': Buffer.from([0xff, 0xfe, 0x61, 0x00, 0x0a, 0x00]) }, 'a.csv:1:1: error: the file is in UTF-16'],
    ['a broken line', 'a.jsonl', { 'a.jsonl': '{"question":\n' }, 'a.jsonl:1:'],
    ['assertions and nothing that is asked', 'a.csv', { 'a.csv': '__expected\ncontains: x\n' }, 'a.csv has no column that could be asked'],
    ['a name twice', 'a.csv', { 'a.csv': 'question,answer,question\na,b,c\n' }, 'a.csv:1:1: error: two columns are named "question"'],
    ['a folder', 'a.csv', { 'a.csv/b.txt': 'x' }, 'a.csv:1:1: error: this is a folder, not a file'],
    ['no list', 'a.json', { 'a.json': '{"a":1}' }, 'a.json:1:1: error: this is no table'],
    ['a file by another name', 'a.xlsx', { 'a.xlsx': 'x' }, 'a.xlsx: unsupported file format .xlsx; supported formats: .csv, .tsv, .parquet, .json, .jsonl'],
  ]);
});
