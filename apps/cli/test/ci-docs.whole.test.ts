import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { BIN } from './support/commands/assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const PAGE = new URL('../../../docs/ci.md', import.meta.url);
const { parse } = createRequire(new URL('../../../packages/loaders/package.json', import.meta.url))('yaml') as { parse(text: string): unknown };

const REPLIES = { good: 'a', bad: 'b' } as const;

/** The files of the page by their names. */
async function workflows(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(PAGE, 'utf8');
  return new Map([...page.matchAll(/^```\w+ title=(\S+)\n(.*?)^```$/gmsu)].map(([, name = '', text = '']) => [name, text]));
}

async function workflow(name: string): Promise<string> {
  const text = (await workflows()).get(name);
  if (text === undefined) throw new Error(`docs/ci.md has no ${name}`);
  return text;
}

/** A project as the page has it in mind, with `npm`, `npx` and `gh` that fetch nothing. */
async function project(reply: keyof typeof REPLIES): Promise<Workspace> {
  // Of fewer replies nobody can tell whether they are worse.
  const suite = `evalcases:\n${['one', 'two', 'three', 'four', 'five', 'six'].map((id) => `  - {id: ${id}, expected_outcome: says a, input: x, evaluators: [{type: contains, value: a}]}\n`).join('')}`;
  const workspace = await createWorkspace({
    'evals/suite.yaml': suite,
    '.assay/config.yaml': `targets:\n  - { name: bot, provider: mock, reply: ${REPLIES[reply]} }\n`,
    'bin/npm': '#!/bin/sh\necho "npm $*" >> npm.log\n',
    'bin/npx': '#!/bin/sh\n[ "$1" = assay ] || exit 99\nshift\nexec "$NODE" "$BIN" "$@"\n',
    'bin/gh': '#!/bin/sh\n[ "$1 $2 $3 $4" = "pr comment 7 --body-file" ] && [ -s "$5" ] || exit 98\ncp "$5" commented.md\n',
  });
  for (const name of ['npm', 'npx', 'gh']) await chmod(join(workspace.folder, 'bin', name), 0o755);
  await mkdir(join(workspace.folder, 'tmp'));
  return workspace;
}

interface Step {
  readonly exitCode: number;
  readonly log: string;
}

async function shell({ folder }: Workspace, line: string, env: Readonly<Record<string, string>> = {}): Promise<Step> {
  const options = { cwd: folder, env: { PATH: `${folder}/bin:${process.env['PATH']}`, HOME: folder, NODE: process.execPath, BIN, CI: 'true', ...env } };
  try {
    // As GitHub and GitLab do it: the first line that fails is the last.
    const { stdout, stderr } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', line], options);
    return { exitCode: 0, log: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { exitCode: code, log: stdout + stderr };
  }
}

describe('GitHub Actions', () => {
  interface Workflow {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly uses?: string; readonly run?: string; readonly with?: Readonly<Record<string, unknown>> }[] }>>;
  }

  async function steps(): Promise<readonly string[]> {
    const { jobs } = parse(await workflow('.github/workflows/evals.yml')) as Workflow;
    return jobs['evals']?.steps.flatMap(({ run }) => run ?? []) ?? [];
  }

  async function build(reply: keyof typeof REPLIES): Promise<{ readonly workspace: Workspace; readonly done: readonly Step[]; readonly summary: string }> {
    const workspace = await project(reply);
    const good = await shell(workspace, 'sed -i "s/reply: b/reply: a/" .assay/config.yaml; npx assay run evals --target bot --out first && npx assay baseline save first');
    expect(good.exitCode).toBe(0);
    await workspace.write({ '.assay/config.yaml': `targets:\n  - { name: bot, provider: mock, reply: ${REPLIES[reply]} }\n` });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(workspace.folder, 'tmp/summary.md'), GITHUB_WORKSPACE: workspace.folder, NUMBER: '7' };
    const done: Step[] = [];
    for (const line of await steps()) done.push(await shell(workspace, line, env));
    return { workspace, done, summary: await workspace.read('tmp/summary.md') };
  }

  test('a build that passes has reports, a summary and a comment', async () => {
    const { workspace, done, summary } = await build('good');
    expect(done.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    expect(await workspace.read('reports/junit.xml')).toContain('tests="6" failures="0"');
    expect(await workspace.read('commented.md')).toMatch(/^### ✅ Not shown to be worse\n[^#]*### ✅ Passed\n/u);
    expect(summary).toMatch(/^### ✅ Not shown to be worse\n[^#]*### ✅ Passed\n[^#]*### ✅ Not shown to be worse\n/u);
    expect(done.map(({ log }) => log).join('')).not.toMatch(/^::/mu);
  });

  test('one that fails has annotations at the lines of its cases', async () => {
    const { done, summary } = await build('bad');
    expect(done.map(({ exitCode }) => exitCode)).toEqual([0, 1, 1, 0]);
    expect(done[1]?.log).toContain('\n::error file=evals/suite.yaml,line=2,col=5,title=suite › one on bot%3A 0.00::missed: contains "a"\n');
    // The mean decides; single cases are told.
    expect(done[2]?.log).toContain('::error title=Assay%3A failed::suite on bot: worse: 1.00 → 0.00, ');
    expect(done[2]?.log).toContain('::warning file=evals/suite.yaml,line=2,col=5,title=suite › one on bot::1.00 → 0.00\n');
    expect(summary).toContain('### ❌ Failed');
  });

  test('every action has its version, and what it keeps is there', async () => {
    const { jobs } = parse(await workflow('.github/workflows/evals.yml')) as Workflow;
    const used = jobs['evals']?.steps.flatMap(({ uses }) => uses ?? []) ?? [];
    expect(used.length).toBeGreaterThanOrEqual(3);
    for (const name of used) expect(name).toMatch(/^actions\/[a-z-]+@v\d+$/u);
  });
});

test('GitLab: its lines run one after the other, and its reports are where it looks for them', async () => {
  const { evals } = parse(await workflow('.gitlab-ci.yml')) as { evals: { script: readonly string[]; artifacts: { reports: { junit: string } } } };
  const workspace = await project('good');
  const [install = '', run = '', check = ''] = evals.script;
  expect((await shell(workspace, `${install}\n${run}`, { GITLAB_CI: 'true' })).exitCode).toBe(0);
  expect((await shell(workspace, 'npx assay baseline save')).exitCode).toBe(0);
  expect((await shell(workspace, check, { GITLAB_CI: 'true' })).exitCode).toBe(0);
  expect(await workspace.read(evals.artifacts.reports.junit)).toContain('file="evals/suite.yaml"');
});

/** Throws where brackets or quotation marks of a Groovy file do not fit together. */
function checkGroovy(text: string): void {
  const open: string[] = [];
  const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };
  for (const [token] of text.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\/\/.*|[{}()[\]'"]/gu)) {
    if (token.length > 1) continue;
    const close = closing[token];
    if (close !== undefined) open.push(close);
    else if (open.pop() !== token) throw new Error(`${token} closes nothing`);
  }
  if (open.length > 0) throw new Error(`${open.join(' ')} is missing`);
}

test('Jenkins: its brackets fit together, its lines run, and its report is where it looks for it', async () => {
  const text = await workflow('Jenkinsfile');
  checkGroovy(text);
  const lines = [...text.matchAll(/sh(?: |\(.*script: )'([^']+)'/gu)].map(([, line = '']) => line);
  expect(lines).toEqual(['npm ci', expect.stringContaining('assay run evals'), expect.stringContaining('assay run --resume latest'), 'npx assay baseline check']);
  const workspace = await project('good');
  const [install = '', run = '', resume = '', check = ''] = lines;
  expect((await shell(workspace, `${install}\n${run}\n${resume}\nnpx assay baseline save\n${check}`, { JENKINS_URL: 'http://127.0.0.1/' })).exitCode).toBe(0);
  const report = /junit testResults: '([^']+)'/u.exec(text)?.[1] ?? '';
  expect(await workspace.read(report)).toContain('tests="6"');
});

describe('a log that a CI server reads', () => {
  const EVIL = '::set-output name=a::b\n  ::error::x ##[add-path]/tmp ##vso[task.setvariable]';

  test('has no command that a reply, a name or an error brings along, and is told nothing with --no-github', async () => {
    const workspace = await createWorkspace({
      'evil.jsonl': `${JSON.stringify({ id: '::error::id', expected_outcome: 'x', input: EVIL, evaluators: [{ type: 'contains', value: '::warning::nothing\n::debug::x' }] })}\n`,
    });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(workspace.folder, 'summary.md') };
    const run = `"$NODE" "$BIN"`;
    const script = `${run} run evil.jsonl --target mock --no-github --explain --verbose || true; ${run} show --json; ${run} show; ${run} report --no-github --report csv; ${run} report --no-github --report markdown`;
    const { log } = await shell(workspace, script, env);
    const lines = log.split(/[\n\r]/u);
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter((line) => line.trim().startsWith('::') || /##(?:vso)?\[/u.test(line))).toEqual([]);
    expect(log).toContain(String.raw`:\u003aerror::x ##\u005badd-path]`);
    const row = lines.find((line) => line.startsWith('{"')) ?? '';
    expect(JSON.parse(row)).toMatchObject({ case_id: '::error::id', input: [{ content: EVIL }] });
    await expect(workspace.read('summary.md')).rejects.toThrow();
  });
});
