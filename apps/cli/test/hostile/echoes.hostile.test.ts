import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { sized, some } from './support/full.js';
import { runAssay } from './support/run-assay.js';

/** What must not be shown. Under names that say nothing, nobody knows that it is secret. */
const CANARY = 'sk-canary-4f7';

const target = (name: string, rest: string): string => `  - {name: ${name}, ${rest}, max_retries: 0}\n`;
const program = (name: string, rest: string): string => target(name, `provider: cli, ${rest}`);
const api = (name: string, rest: string): string => target(name, `provider: openai, model: m, endpoint: "http://127.0.0.1:9/v1", ${rest}`);

/** Targets that cannot be asked, each for something that Node or a library would show. */
const TARGETS = `targets:
${program('env', `command: [node], env: {MODE: "${CANARY}\\0x"}`)}\
${program('env_name', `command: [node], env: {"${CANARY}\\0": x}`)}\
${program('argument', `command: [node, --mode, "${CANARY}\\0x"]`)}\
${program('line', `command: "echo ${CANARY}\\0x"`)}\
${program('program', `command: ["${CANARY}\\0x"]`)}\
${api('value', `headers: {X-Mode: "${CANARY}\\0x"}`)}\
${api('broken_value', `headers: {X-Mode: "${CANARY}\\nx"}`)}\
${api('header_name', `headers: {"${CANARY} x": "1"}`)}\
${api('key', `api_key: "${CANARY}\\nx"`)}\
${api('key_name', `headers: {"${CANARY}": "1"}`)}\
${api('option_name', `api_key: x, "${CANARY}": "1"`)}\
${api('in_braces', `api_key: "\${sk_canary_4f7}"`)}`;

const SUITE = (script: string): string => `evalcases:
  - id: one
    expected_outcome: An answer
    input: Say something
    evaluators:
      - { type: contains, value: answer }
${script}`;

const judge = (script: string): string => `      - { type: code_judge, script: ${script} }\n`;

async function leaksOf(workspace: Workspace, given: ReadonlySet<string>): Promise<readonly string[]> {
  const entries = await readdir(workspace.folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.filter((path) => !given.has(path.slice(workspace.folder.length + 1))).map(async (path) => readFile(path, 'utf8')));
  return texts.flatMap((text) => /.{0,60}canary.{0,20}/u.exec(text)?.[0] ?? []);
}

describe('what nobody can be given is named, and its value is not shown', () => {
  test.each(some<[string, number, string]>([
    ['env', 3, 'the variable MODE in its environment has a null byte'],
    ['env_name', 3, 'the name of a variable in its environment has a null byte'],
    ['argument', 3, 'argument 2 of the command (after --mode) has a null byte'],
    ['line', 3, 'the command has a null byte'],
    ['program', 3, 'the name of the program has a null byte'],
    ['value', 2, 'the header X-Mode has a null byte in it'],
    ['broken_value', 2, 'the header X-Mode has a line break in it'],
    ['header_name', 2, 'number 1 of its headers has a name that is none'],
    ['key', 2, 'api_key has a line break in it'],
    ['key_name', 3, 'unscored'],
    ['option_name', 3, 'unknown key "[redacted]"'],
    ['in_braces', 2, 'needs the environment variable [redacted] (in api_key)'],
  ], 0, 2, 4, 5, 8, 11))('%s', async (name, exitCode, words) => {
    const given = { 'suite.yaml': SUITE(''), '.assay/targets.yaml': TARGETS };
    const workspace = await createWorkspace(given);
    const finished = await runAssay(['run', 'suite.yaml', '--target', name, '--verbose', '--out', 'out'], { cwd: workspace.folder });
    expect(finished.stdout + finished.stderr).toContain(words);
    expect(finished.stdout + finished.stderr).not.toContain('canary');
    expect(finished.exitCode).toBe(exitCode);
    expect(await leaksOf(workspace, new Set(Object.keys(given)))).toEqual([]);
  });

  test('what can never be sent is found before a run, where it stands', async () => {
    const { folder } = await createWorkspace({ '.assay/targets.yaml': TARGETS });
    const { exitCode, stdout, stderr } = await runAssay(['validate', '.assay/targets.yaml'], { cwd: folder });
    for (const [line, words] of [
      [7, 'target "value": the header X-Mode has a null byte in it'],
      [8, 'target "broken_value": the header X-Mode has a line break in it'],
      [9, 'target "header_name": number 1 of its headers has a name that is none'],
      [10, 'target "key": api_key has a line break in it'],
    ]) {
      expect(stdout + stderr).toMatch(new RegExp(String.raw`^\.assay/targets\.yaml:${line}:\d+: error: ${words}`, 'mu'));
    }
    expect(stdout + stderr).not.toContain('canary');
    expect(exitCode).toBe(2);
  });

  test('the arguments of a script, and the secrets among them', async () => {
    const scripts = [`[node, "${CANARY}\\0x"]`, `[node, -e, "process.exit(1)", "--api-key", ${CANARY}]`, `"TOKEN=${CANARY} nowhere-at-all"`, `[./nothing-here, "--token=${CANARY}"]`];
    const given = { 'suite.yaml': SUITE(scripts.slice(0, 3).map(judge).join('')), 'missing.yaml': SUITE(judge(scripts[3] ?? '')) };
    const workspace = await createWorkspace(given);
    for (const args of [['run', 'suite.yaml', '--target', 'mock', '--verbose', '--out', 'out'], ['validate', 'missing.yaml'], ['validate', 'missing.yaml', '--json'], ['cases', 'suite.yaml', '--json']]) {
      const { stdout, stderr } = await runAssay(args, { cwd: workspace.folder });
      if (args[0] === 'run') expect(stdout).toContain('argument 1 of the command has a null byte');
      if (args[0] === 'validate') expect(stdout + stderr).toContain('nothing-here');
      expect(stdout + stderr).not.toContain('canary');
    }
    expect(await leaksOf(workspace, new Set(Object.keys(given)))).toEqual([]);
  });

  test.each(some([
    [['run', 's.yaml', `--api-key=${CANARY}`]],
    [['run', 's.yaml', '--api-key', CANARY]],
    [['run', 's.yaml', '--token', CANARY, '--json']],
    [[`--auth-token=${CANARY}`]],
  ], 0, 2))('%j on a command line that is not understood', async (args) => {
    const { folder } = await createWorkspace({ 's.yaml': SUITE('') });
    const { exitCode, stdout, stderr } = await runAssay(args, { cwd: folder });
    expect([exitCode, stdout + stderr]).toEqual([2, expect.not.stringContaining('canary')]);
  });
});

/** Code that is loaded into Assay, says a secret in some way, and may end it. */
const SPEAKER = `
import { existsSync } from 'node:fs';
const { HOW, MY_KEY } = process.env;
const error = Object.assign(new Error('bad ' + MY_KEY, { cause: new Error(MY_KEY) }), { request: { headers: { key: MY_KEY } } });
const ways = {
  thrown: () => { throw error; },
  text: () => { throw MY_KEY; },
  rejected: () => void Promise.reject(error),
  warned: () => process.emitWarning('careful with ' + MY_KEY),
  shown: () => { console.log('%o', { [MY_KEY]: [MY_KEY] }); console.error(error); console.table([{ MY_KEY }]); },
  slowly: async () => { for (const piece of [MY_KEY.slice(0, 2), MY_KEY.slice(2, 9), MY_KEY.slice(9) + '\\n']) { process.stdout.write(piece); await new Promise((done) => setTimeout(done, 120)); } },
  inBytes: () => { for (const byte of Buffer.from(encodeURIComponent('é' + MY_KEY) + '\\n')) process.stdout.write(Buffer.of(byte)); },
};
if (process.argv[1]?.endsWith('assay.js')) {
  const look = setInterval(() => { if (existsSync('started')) { clearInterval(look); ways[HOW](); } }, 20);
  look.unref();
}
`;
/** Is under way while that happens. */
const PROGRAM = `require('node:fs').writeFileSync('started', ''); setTimeout(() => console.log('answer'), 900);`;

describe('what is said inside of Assay by others, a crash too', () => {
  const ways = sized([['thrown', 3], ['slowly', 0]] as const, [['thrown', 3], ['text', 3], ['rejected', 3], ['warned', 0], ['shown', 0], ['slowly', 0], ['inBytes', 0]] as const);
  test.each(ways)('%s', async (how, exitCode) => {
    const workspace = await createWorkspace({
      'speaker.mjs': SPEAKER,
      'program.cjs': PROGRAM,
      's.yaml': SUITE(''),
      '.assay/targets.yaml': `targets:\n${program('slow', 'command: [node, program.cjs]')}`,
    });
    const env = { NODE_OPTIONS: `--import ${join(workspace.folder, 'speaker.mjs')}`, HOW: how, MY_KEY: `${CANARY}Q"w/e` };
    const finished = await runAssay(['run', 's.yaml', '--target', 'slow'], { cwd: workspace.folder, env });
    const said = finished.stdout + finished.stderr;
    expect([finished.exitCode, said]).toEqual([exitCode, expect.stringContaining('[redacted MY_KEY]')]);
    expect(said).not.toMatch(/canary|anary/u);
  });
});
