import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from '../support/commands/assay.js';
import { startChatServer } from '../support/servers/chat-server.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { sized, some } from './support/full.js';
import { startedIn, until } from './support/left-processes.js';
import { hasTerminals, runInTerminal } from './support/terminal.js';

const BIN = fileURLToPath(new URL('../../dist/bin/assay.js', import.meta.url));

/** What a command does when it is stopped, if nothing stops it: longer than all tests together. */
const LONG_S = 1_000;
/** What it may take until it has ended, on a busy machine; the commands would go on far beyond. */
const SOON_MS = 60_000;

interface Moment {
  readonly args: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** When the signals are sent: as soon as the server was asked for this, or the file is there. */
  readonly asked?: RegExp;
  readonly file?: string;
  /** Nothing was sent or written yet: the signal itself ends the process. Otherwise it ends in order, with exit 130. */
  readonly atOnce?: true;
}

const suite = (evaluators: string): string => `evalcases:\n${['quick', 'slow'].map((id) => `  - { id: ${id}, expected_outcome: says so, input: ${id}, evaluators: [${evaluators}] }\n`).join('')}`;
const CHECK = '{ type: contains, value: answer }';
const PROGRAM = `touch started; sleep ${LONG_S}`;
const code = (script: string): string => `{ type: code_judge, script: [sh, ${script}], timeout_seconds: ${LONG_S} }`;

/** The first of its cases is asked long before the last one is read. */
const LINES = ['slow', ...Array.from({ length: 30_000 }, (_, id) => `c${id}`)].map((id) => `${JSON.stringify({ id, expected_outcome: 'x '.repeat(100), input: id, evaluators: [{ type: 'contains', value: 'answer' }] })}\n`).join('');

/** Some megabytes, which take seconds to read. */
const LARGE = `evalcases:\n${Array.from({ length: 20_000 }, (_, id) => `  - { id: c${id}, expected_outcome: "${'x '.repeat(200)}", input: i, evaluators: [${CHECK}] }\n`).join('')}`;
const RUN = ['run', 'suite.yaml', '--target', 'model', '--concurrency', '1', '--out', 'out'];

const MOMENTS: Readonly<Record<string, Moment>> = {
  'a target is asked': { args: RUN, files: { 'suite.yaml': suite(CHECK) }, asked: /slow/u },
  'a retry is waited for': { args: RUN, files: { 'suite.yaml': suite(CHECK).replaceAll('slow', 'busy') }, asked: /busy/u },
  'a judge is asked': { args: [...RUN, '--judge', 'judge'], files: { 'suite.yaml': suite('{ type: rubric, rubrics: [Says so] }') }, asked: /FULLY_MET/u },
  'a code_judge runs': { args: RUN, files: { 'suite.yaml': suite(code('check.sh')).replaceAll('slow', 'late') }, file: 'started' },
  'an aggregator runs': {
    args: RUN,
    files: { 'suite.yaml': suite(`{ type: composite, evaluators: [${CHECK}], aggregator: ${code('agent.sh')} }`) },
    file: 'started',
  },
  'a program answers': { args: RUN.with(3, 'agent'), files: { 'suite.yaml': suite(CHECK) }, file: 'started' },
  'recorded outputs are scored': {
    args: ['score', 'suite.yaml', '--outputs', 'outputs.jsonl', '--out', 'out'],
    files: { 'suite.yaml': suite(code('agent.sh')), 'outputs.jsonl': '{"id":"quick","text":"answer"}\n{"id":"slow","text":"answer"}\n' },
    file: 'started',
  },
  'rubrics are generated': { args: ['generate', 'rubrics', 'plain.yaml', '--judge', 'model'], files: { 'plain.yaml': suite(CHECK).replace(/, evaluators.*?\]/gu, '') }, asked: /slow/u },
  'a long file of lines is read and asked at once': { args: RUN.with(1, 'lines.jsonl'), files: { 'lines.jsonl': LINES }, asked: /slow/u },
  'a large file is run': { args: ['run', 'large.yaml', '--target', 'model', '--out', 'out'], files: { 'large.yaml': LARGE }, atOnce: true },
  'a large file is checked': { args: ['validate', 'large.yaml'], files: { 'large.yaml': LARGE }, atOnce: true },
};

const SIGNALS: Readonly<Record<string, readonly NodeJS.Signals[]>> = {
  SIGINT: ['SIGINT'],
  'SIGTERM twice': ['SIGTERM', 'SIGTERM'],
  'SIGHUP, SIGINT and SIGTERM': ['SIGHUP', 'SIGINT', 'SIGTERM'],
  SIGTERM: ['SIGTERM'],
  SIGHUP: ['SIGHUP'],
  'SIGINT twice': ['SIGINT', 'SIGINT'],
  'SIGINT three times': ['SIGINT', 'SIGINT', 'SIGINT'],
  // Until it has ended: also in the moment in which it does.
  'SIGINT for ever': Array.from({ length: 400 }, () => 'SIGINT' as const),
};

const names = Object.keys(MOMENTS);
const signalNames = Object.keys(SIGNALS);
const ALL = names.flatMap((moment) => signalNames.map((signals) => [moment, signals] as const));
/** A moment that another one stands for in the sample. */
const ALIKE = new Set(['an aggregator runs', 'recorded outputs are scored', 'a large file is checked']);
const SAMPLE = [...names.filter((moment) => !ALIKE.has(moment)).map((moment, index) => [moment, signalNames[index % 3] ?? ''] as const), ['rubrics are generated', 'SIGINT for ever'] as const];

/** Answers at once, but not to what is slow or busy, nor as a judge. */
async function startModel(): Promise<{ readonly url: string; readonly texts: readonly string[] }> {
  const texts: string[] = [];
  const server = await startChatServer(({ text }) => {
    texts.push(text);
    if (/busy/u.test(text)) return { status: 503, headers: { 'retry-after': '30' }, body: '{}' };
    return /slow|FULLY_MET/u.test(text) ? { hang: true } : 'an answer';
  });
  return { url: server.url, texts };
}

async function projectFor(files: Moment['files'], url: string): Promise<Workspace> {
  const model = (name: string) => `  - { name: ${name}, provider: openai-compatible, model: m, endpoint: "${url}", timeout_seconds: ${LONG_S}, max_retries: 3 }\n`;
  return createWorkspace({
    'agent.sh': PROGRAM,
    // Only the second case is slow, so that there is a row already.
    'check.sh': `if grep -q late; then ${PROGRAM}; fi; echo '{"score": 1}'`,
    '.assay/targets.yaml': `targets:\n${model('model')}${model('judge')}  - { name: agent, provider: cli, command: [sh, agent.sh], timeout_seconds: ${LONG_S} }\n`,
    ...files,
  });
}

/** What is wrong with what is left of a run. */
async function damage(project: Workspace, hurried: boolean): Promise<readonly string[]> {
  const left = (): Promise<readonly number[]> => startedIn(project.folder);
  // What an end in a hurry leaves to the watcher is ended a moment later.
  if (hurried) await until(async () => (await left()).length === 0);
  const pids = await left();
  const problems = pids.length > 0 ? [`processes are left: ${pids.join()}`] : [];
  if (!existsSync(join(project.folder, 'out'))) return problems;
  const text = await project.read('out/results.jsonl');
  // A row is written in one piece, and no half of it is left at the end.
  for (const line of text.split('\n').filter(Boolean)) JSON.parse(line);
  if (text !== '' && !text.endsWith('\n')) problems.push('half a row');
  const { status } = await project.manifest('out');
  if (status !== 'interrupted' && !(hurried && status === 'running')) problems.push(`the run is ${status}`);
  return problems;
}

async function attack(moment: string, signals: string): Promise<string> {
  const { args, files, asked, file, atOnce } = MOMENTS[moment] ?? { args: [] };
  const model = await startModel();
  const project = await projectFor(files, model.url);
  const { child, finished } = startAssay(args, { cwd: project.folder, env: { PATH: `${project.folder}/bin:${process.env['PATH']}` } });
  let ended = false;
  void finished.then(() => (ended = true));
  const there = (): boolean => {
    if (asked) return model.texts.some((text) => asked.test(text));
    return file !== undefined && existsSync(join(project.folder, file));
  };
  const came = asked === undefined && file === undefined ? sleep(500, true) : until(() => ended || there());
  if (!(await came)) child.kill('SIGKILL');
  if (ended || !(await came)) return `it never came to that: ${JSON.stringify(await finished)}`;
  const wanted = SIGNALS[signals] ?? [];
  for (const [index, signal] of wanted.entries()) {
    if (ended) break;
    if (index > 0) await sleep(wanted.length > 3 ? 1 : 5);
    child.kill(signal);
  }
  const result = await Promise.race([finished, sleep(SOON_MS, undefined, { ref: false })]);
  if (!result) {
    child.kill('SIGKILL');
    return 'it went on';
  }
  const { exitCode, signal, stderr } = result;
  const right = atOnce ? wanted.includes(signal ?? 'SIGKILL') : exitCode === 130;
  if (!right) return `exit code ${exitCode}, ${signal}: ${stderr}`;
  const problems = await damage(project, wanted.length > 1);
  return problems.length === 0 ? 'it stopped' : problems.join('; ');
}

const AT_ONCE = 5;
const ATTACKS = sized(SAMPLE, ALL);
const BATCHES = Array.from({ length: Math.ceil(ATTACKS.length / AT_ONCE) }, (_, index) => ATTACKS.slice(index * AT_ONCE, (index + 1) * AT_ONCE));

describe.skipIf(process.platform !== 'linux')('signals', { timeout: 240_000 }, () => {
  // Several in one test, since they wait most of the time.
  test.for(BATCHES.map((attacks) => [attacks.map(([moment, signals]) => `${signals} while ${moment}`).join('; '), attacks] as const))('%s', async ([, attacks]) => {
    const results = await Promise.all(attacks.map(async ([moment, signals]) => [moment, signals, await attack(moment, signals)]));
    expect(results).toEqual(attacks.map((each) => [...each, 'it stopped']));
  });
});

/** The last word about the cursor: whether it shows. */
function cursorShows(shown: string): boolean {
  return shown.lastIndexOf('\u001B[?25h') >= shown.lastIndexOf('\u001B[?25l');
}

describe.skipIf(!hasTerminals)('in a terminal', { timeout: 240_000 }, () => {
  test.for(some([
    ['Ctrl-C', '\u0003', 130],
    ['Ctrl-C twice', '\u0003\u0003', 130],
    ['a terminal that is closed', null, 130],
  ] as const, 1, 2))('%s: it ends, the cursor shows, rows are kept', async ([, type, exitCode]) => {
    const model = await startModel();
    const project = await projectFor({ 'suite.yaml': suite(CHECK) }, model.url);
    const { PATH } = process.env;
    const ended = await runInTerminal({
      argv: [process.execPath, BIN, ...RUN],
      cwd: project.folder,
      env: { PATH: `${project.folder}/bin:${PATH}`, HOME: project.folder, TERM: 'xterm' },
      when: '1/2',
      type,
    });
    expect({ ...ended, live: ended.shown.includes('\u001B[?25l') }).toMatchObject({ exitCode, live: true });
    if (type !== null) expect(cursorShows(ended.shown)).toBe(true);
    expect(await damage(project, type?.length === 2)).toEqual([]);
    expect(await project.rows('out')).toMatchObject([{ caseId: 'quick', score: 1 }]);
  });
});
