import { execFileSync } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorkspace } from '../support/projects/workspace.js';
import { sized, some } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** What once took minutes takes seconds: ends on a busy machine too, and hangs if it is not mended. */
const ENDS = 60_000;

const CASE = '    input: Hi\n    expected_outcome: Hello\n';

const repeated = (count: number, line: (index: number) => string): string => Array.from({ length: count }, (_, index) => line(index)).join('');

async function validate(files: Readonly<Record<string, string | Uint8Array>>, file = Object.keys(files)[0] ?? '') {
  const { folder } = await createWorkspace(files);
  const { stdout, stderr, exitCode } = await runAssay(['validate', file], { cwd: folder });
  return { exitCode, output: stdout + stderr, lines: (stdout + stderr).split('\n').length };
}

describe('a file may be as long as it likes', () => {
  const many = sized(1000, 20_000);

  test.each(some<[string, string]>([
    ['one alias, used often', `x-e: &e\n  - { type: contains, value: Hello }\nevalcases:\n${repeated(many, (n) => `  - id: c${n}\n    evaluators: *e\n${CASE}`)}`],
    ['many anchors, used once each', `x-e:\n${repeated(many, (n) => `  - &a${n} [{ type: contains, value: v${n} }]\n`)}evalcases:\n${repeated(many, (n) => `  - id: c${n}\n    evaluators: *a${n}\n${CASE}`)}`],
    ['one mapping, merged often', `x-e: &e\n  input: Hi\n  expected_outcome: Hello\nevalcases:\n${repeated(many, (n) => `  - <<: *e\n    id: c${n}\n`)}`],
    ['a case with many evaluators', `evalcases:\n  - id: a\n${CASE}    evaluators:\n${repeated(many * 2, (n) => `      - { type: contains, value: v${n} }\n`)}`],
  ], 2))('%s', { timeout: ENDS }, async (_, content) => {
    const { output, exitCode } = await validate({ 'suite.yaml': content });
    expect(output).toContain('valid: 1 suite');
    expect(exitCode).toBe(0);
  });

  test.each(some<[string, string, string]>([
    ['unknown keys of a case', 'suite.yaml', `evalcases:\n  - id: a\n${CASE}${repeated(sized(4000, 100_000), (n) => `    key${n}: 1\n`)}`],
    ['unknown keys of a line', 'suite.jsonl', `${JSON.stringify({ id: 'a', input: 'Hi', expected_outcome: 'Hello', ...Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`key${n}`, 1])) })}\n`],
    ['keys that stand twice in one line', 'suite.json', `{${repeated(sized(10_000, 100_000), (n) => `"k":${n},`)}"id":"x","prompts":[]}`],
    ['prompts that say the same', 'suite.yaml', repeated(sized(1500, 20_000), () => '--- { prompt: Hi, should: [Is kind] }\n')],
    ['keys that stand twice', 'suite.yaml', `evalcases:\n  - id: a\n${CASE}${repeated(sized(10_000, 100_000), () => '    weight: 1\n')}`],
  ], 0, 2))('%s', { timeout: ENDS }, async (_, file, content) => {
    const { output, lines } = await validate({ [file]: content });
    expect(output).toMatch(/(?:unknown key|stands here a second time|says the same as one before it).*\n/u);
    expect(output).toMatch(/the same [\d,]+ more times, the last one at suite/u);
    expect(lines).toBeLessThan(100);
  });
});

describe('what is no text that can be read is told with its place', () => {
  test.each(some<[string, string, Uint8Array | string, string]>([
    ['UTF-16', 'a.yaml', Buffer.from('\uFEFFevalcases: []\n', 'utf16le'), 'a.yaml:1:1: error: the file is in UTF-16, not UTF-8\n  fix: save it as UTF-8'],
    ['UTF-16 lines', 'a.jsonl', Buffer.from('\uFEFF{"id":"a"}\n', 'utf16le'), 'a.jsonl:1:1: error: the file is in UTF-16, not UTF-8\n  fix: save it as UTF-8'],
    ['Latin-1', 'a.yaml', Buffer.from('evalcases:\n  - id: café\n', 'latin1'), 'a.yaml:2:12: error: the file is not in UTF-8\n  fix: save it as UTF-8'],
    ['a line of more than 64 MB', 'a.jsonl', `{"id":"a","input":"${'x'.repeat(65 * 1024 * 1024)}"}\n`, 'a.jsonl:1:1: error: Line 1: the line is longer than 64 MB\n  fix: put one JSON object on each line; refer to large texts as files'],
    ['values nested without end', 'a.yaml', `evalcases:\n  - id: a\n${CASE}    context: ${'['.repeat(600)}${']'.repeat(600)}\n`, 'error: the values are nested more than 500 levels deep\n  fix: write it with fewer levels'],
    ['lists without end in one line', 'a.yaml', `${'- '.repeat(100_000)}a`, 'a.yaml:1:1008: error: the values are nested more than 500 levels deep\n  fix: write it with fewer levels'],
    ['keys without end in one line', 'a.yaml', `${'? '.repeat(50_000)}a`, 'a.yaml:1:1008: error: the values are nested more than 500 levels deep\n  fix: write it with fewer levels'],
    ['a key that is a mapping', 'a.yaml', `evalcases:\n  - id: {{ name }}\n${CASE}`, 'a.yaml:2:10: error: Invalid YAML: a key must be a text, not a mapping\n  fix: put a text that starts with { or [ in quotes'],
    ['the same in a line', 'a.jsonl', `{"id":"a","input":"Hi","expected_outcome":"x","context":{"a":${'['.repeat(600)}${']'.repeat(600)}}}\n`, 'a.jsonl:1:1: error: Line 1: the values are nested more than 500 levels deep\n  fix: write the case with fewer levels'],
    ['aliases nested without end', 'a.yaml', `a0: &a0 [x]\n${repeated(600, (n) => `a${n + 1}: &a${n + 1} [*a${n}]\n`)}evalcases: *a600\n`, 'error: the values are nested more than 500 levels deep'],
    ['aliases that unfold to billions', 'a.yaml', `a0: &a0 [x, x]\n${repeated(40, (n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]\n`)}evalcases: *a40\n`, 'a.yaml:1:1: error: Invalid YAML: its anchors unfold to more values than can be meant'],
  ], 0, 2, 4, 7))('%s', { timeout: ENDS }, async (_, file, content, expected) => {
    const { output, exitCode } = await validate({ [file]: content });
    expect(output).toContain(expected);
    expect(exitCode).toBe(2);
  });

  test.skipIf(process.platform === 'win32')('a pipe that nobody writes to', { timeout: ENDS }, async () => {
    const { folder } = await createWorkspace({ 'good.yaml': `evalcases:\n  - id: a\n${CASE}` });
    for (const [index, file] of ['a.yaml', 'a.jsonl', 'a.json'].entries()) {
      execFileSync('mkfifo', [join(folder, file)]);
      const commands = ['validate', 'run', 'cases'];
      for (const command of sized([commands[index] ?? ''], commands)) {
        const { stdout, stderr, exitCode } = await runAssay([command, file], { cwd: folder });
        expect(stdout + stderr, command).toContain(`${file}:1:1: error: this is a device, pipe or socket, not a file\n  fix: write its content to a file first`);
        expect(exitCode).toBe(2);
      }
    }
    expect((await runAssay(['validate', '.'], { cwd: folder })).stdout).toContain('valid: 1 suite, 1 case');
  });

  test.skipIf(process.platform === 'win32')('a .env that is a pipe, a device of outputs', { timeout: ENDS }, async () => {
    const suite = `evalcases:\n  - id: a\n${CASE}    evaluators: [{ type: contains, value: Hello }]\n`;
    const { folder } = await createWorkspace({ 'good.yaml': suite });
    const outputs = await runAssay(['score', 'good.yaml', '--outputs', '/dev/zero'], { cwd: folder });
    expect(outputs.stderr).toContain('cannot read /dev/zero: it is a device');
    expect(outputs.exitCode).toBe(2);
    execFileSync('mkfifo', [join(folder, '.env')]);
    const { stderr, exitCode } = await runAssay(['run', 'good.yaml', '--target', 'mock'], { cwd: folder });
    expect(stderr).toMatch(/\.env cannot be read: it is no file\n {2}fix: make it a file that you may read/u);
    expect(exitCode).toBe(2);
  });

  test.skipIf(process.platform === 'win32')('a recording that is a pipe, a folder or a device; outputs that are a pipe', { timeout: ENDS }, async () => {
    const suite = `evalcases:\n  - id: a\n${CASE}    evaluators: [{ type: contains, value: Hello }]\n`;
    const targets = ['pipe', 'folder', '/dev/zero'].map((recording, index) => `  - { name: t${index}, provider: replay, recording: ${recording} }\n`);
    const { folder } = await createWorkspace({ 'good.yaml': suite, 'folder/a.txt': '', '.assay/targets.yaml': `targets:\n${targets.join('')}` });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const refusals = ['cannot read pipe: it is a pipe\n  fix: write its content to a file first', 'cannot read folder: it is a folder, not a file', 'cannot read /dev/zero: it is a device'];
    for (const [index, refusal] of sized(refusals.slice(0, 1), refusals).entries()) {
      const { stderr, exitCode } = await runAssay(['run', 'good.yaml', '--target', `t${index}`], { cwd: folder });
      expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining(refusal), exitCode: 2 });
    }
    const { stderr, exitCode } = await runAssay(['score', 'good.yaml', '--outputs', 'pipe'], { cwd: folder });
    expect({ stderr, exitCode }).toEqual({ stderr: expect.stringContaining('cannot read pipe: it is a pipe'), exitCode: 2 });
  });

  test.skipIf(process.platform === 'win32')('an answer file that a program made a link', { timeout: ENDS }, async () => {
    const suite = `evalcases:\n  - id: a\n${CASE}    evaluators: [{ type: contains, value: Hello }]\n`;
    const commands = ['ln -s "$PWD/secret" {OUTPUT_FILE}', 'ln "$PWD/secret" {OUTPUT_FILE}', 'mkfifo {OUTPUT_FILE}'];
    const targets = commands.map((command, index) => `  - { name: t${index}, provider: cli, command: '${command}', max_retries: 0 }\n`);
    const { folder, rows } = await createWorkspace({ 'good.yaml': suite, secret: 'Hello', '.assay/targets.yaml': `targets:\n${targets.join('')}` });
    for (const index of some([...commands.keys()], 0, 2)) {
      expect(await runAssay(['run', 'good.yaml', '--target', `t${index}`, '--out', `r${index}`], { cwd: folder })).toMatchObject({ exitCode: 3 });
      const said = index === 2 ? 'is no file' : 'is a link, and links are not followed';
      expect((await rows(`r${index}`))[0]).toMatchObject({ score: null, output: null, error: { message: expect.stringContaining(`what stands at {OUTPUT_FILE} ${said}`) } });
    }
  });

  // Other systems do not let a file have such a name.
  test.skipIf(process.platform !== 'linux')('a name that is no UTF-8', { timeout: ENDS }, async () => {
    const { folder } = await createWorkspace({ 'good.yaml': `evalcases:\n  - id: a\n${CASE}` });
    await writeFile(join(folder, 'bad.yaml'), `evalcases:\n  - id: b\n${CASE}`);
    await rename(join(folder, 'bad.yaml'), Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff]), Buffer.from('.yaml')]));
    const { stdout, stderr, exitCode } = await runAssay(['validate', '.'], { cwd: folder });
    expect(stdout + stderr).toContain('the name of this file is not UTF-8; the file is left out\n  fix: rename it: names of files must be UTF-8');
    expect(stdout).toContain('valid: 1 suite, 1 case, 0 errors, 1 warning');
    expect(exitCode).toBe(0);
  });
});
