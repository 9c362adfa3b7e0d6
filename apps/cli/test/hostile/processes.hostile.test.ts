import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay, type Finished } from '../support/assay.js';
import { createWorkspace, type Workspace } from '../support/workspace.js';
import { sized } from './support/full.js';

/** How a program tries to stay: each line starts something and notes its process id. */
const TRICKS = {
  'ignores SIGTERM': `trap '' TERM`,
  forks: `sleep 1000 & echo $! >> pids
( sleep 1000 & echo $! >> pids )`,
  'daemonizes with setsid': `setsid sh -c 'echo $$ >> pids; exec sleep 1000' > /dev/null 2>&1 < /dev/null &`,
  'daemonizes with setsid and ignores SIGTERM': `setsid sh -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 1; done' > /dev/null 2>&1 < /dev/null &`,
  'keeps the outputs open': `setsid sh -c 'echo $$ >> pids; exec sleep 1000' &`,
} as const;

type Trick = keyof typeof TRICKS;
const ALL_TRICKS = Object.keys(TRICKS) as Trick[];
const NOTED: Readonly<Record<Trick, number>> = {
  'ignores SIGTERM': 0,
  forks: 2,
  'daemonizes with setsid': 1,
  'daemonizes with setsid and ignores SIGTERM': 1,
  'keeps the outputs open': 1,
};

const ANSWER = `echo '{"score": 1, "text": "an answer"}'`;
const STAY = `while :; do sleep 1; done`;

interface Ending {
  /** What the program does at last. */
  readonly last: string;
  /** What is sent to Assay, one after the other, once the program has tried everything. */
  readonly signals: readonly NodeJS.Signals[];
  readonly exitCode: number | null;
  /** Assay had no time to see to it itself. */
  readonly sudden?: true;
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  'SIGINT once': { last: STAY, signals: ['SIGINT'], exitCode: 130 },
  'SIGINT twice': { last: STAY, signals: ['SIGINT', 'SIGINT'], exitCode: 130 },
  'SIGTERM once': { last: STAY, signals: ['SIGTERM'], exitCode: 130 },
  'SIGTERM twice': { last: STAY, signals: ['SIGTERM', 'SIGTERM'], exitCode: 130 },
  SIGHUP: { last: STAY, signals: ['SIGHUP'], exitCode: 130 },
  'SIGKILL of Assay': { last: STAY, signals: ['SIGKILL'], exitCode: null, sudden: true },
  'a crash of Assay': { last: STAY, signals: ['SIGABRT'], exitCode: null, sudden: true },
  'the ordinary end': { last: ANSWER, signals: [], exitCode: 0 },
  'a time-out': { last: STAY, signals: [], exitCode: 3 },
  'too much output': { last: `cat /dev/zero`, signals: [], exitCode: 3 },
};

const CHECKS = {
  'a cli target': '{ type: contains, value: answer }',
  'a code_judge': '{ type: code_judge, script: [sh, program.sh], timeout_seconds: TIME }',
  'an aggregator':
    '{ type: composite, evaluators: [{ type: not_contains, value: answer }], aggregator: { type: code_judge, script: [sh, program.sh], timeout_seconds: TIME } }',
} as const;

type Place = keyof typeof CHECKS;
const PLACES = Object.keys(CHECKS) as Place[];

/** Every ending and place is in the sample, with all the tricks at once; a full run has each trick alone too. */
const SAMPLE = Object.keys(ENDINGS).map((ending, index) => [ending, PLACES[index % PLACES.length] as Place, ALL_TRICKS] as const);
const MATRIX = Object.keys(ENDINGS).flatMap((ending) =>
  PLACES.flatMap((place) => [ALL_TRICKS, ...ALL_TRICKS.map((trick) => [trick])].map((tricks) => [ending, place, tricks] as const)),
);

function suite(place: Place, time: number, more = ''): string {
  const check = CHECKS[place].replace('TIME', String(time)).replace('program.sh]', `program.sh]${more}`);
  return `evalcases:\n  - { id: one, expected_outcome: a, input: b, evaluators: [${check}] }\n`;
}

function program(tricks: readonly Trick[], last: string): string {
  return ['echo $$ >> pids', ...tricks.map((trick) => TRICKS[trick]), last, ''].join('\n');
}

async function notedIn(folder: string): Promise<readonly number[]> {
  const file = join(folder, 'pids');
  return existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(Number) : [];
}

/** Those of the processes that run: a zombie does not. */
async function alive(pids: readonly number[]): Promise<readonly number[]> {
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z')));
  return pids.filter((_, index) => !/\) [ZX]/u.test(states[index] ?? ''));
}

/** Every process that was started with the folder as its home or in its PATH: programs, daemons and the watcher. */
async function startedIn(folder: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name)).map(Number);
  const environments = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '')));
  return alive(pids.filter((_, index) => environments[index]?.includes(folder)));
}

async function project(place: Place, source: string, time: number): Promise<Workspace> {
  const workspace = await createWorkspace({
    'program.sh': source,
    'suite.yaml': suite(place, time),
    '.assay/targets.yaml': `targets:
  - { name: agent, provider: cli, command: [sh, program.sh], timeout_seconds: ${time}, max_retries: 0 }
  - { name: silent, provider: mock, response: nothing }
`,
  });
  onTestFinished(async () => {
    for (const pid of await alive(await notedIn(workspace.folder))) process.kill(pid, 'SIGKILL');
  });
  return workspace;
}

async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (const start = performance.now(); performance.now() - start < 20_000; await sleep(20)) if (await condition()) return true;
  return false;
}

function run({ folder }: Workspace, place: Place) {
  const args = ['run', 'suite.yaml', '--target', place === 'a cli target' ? 'agent' : 'silent'];
  return startAssay(args, { cwd: folder, env: { PATH: `${folder}/bin:${process.env['PATH']}` } });
}

async function attack(ending: Ending, place: Place, tricks: readonly Trick[], time: number): Promise<{ finished: Finished; workspace: Workspace }> {
  const workspace = await project(place, program(tricks, ending.last), time);
  const { child, finished } = run(workspace, place);
  const wanted = 1 + tricks.reduce((sum, trick) => sum + NOTED[trick], 0);
  if (!(await until(async () => (await notedIn(workspace.folder)).length >= wanted))) throw new Error('the program did not start');
  for (const [index, signal] of ending.signals.entries()) {
    if (index > 0) await sleep(200);
    child.kill(signal);
  }
  return { finished: await finished, workspace };
}

describe.skipIf(process.platform !== 'linux')('nothing outlives Assay', { concurrent: true, timeout: 60_000 }, () => {
  test.for(sized(SAMPLE, MATRIX))('%s: %s, a program that %j', async ([name, place, tricks]) => {
    const ending = ENDINGS[name];
    if (!ending) throw new Error(name);
    const { finished, workspace } = await attack(ending, place, tricks, name === 'a time-out' ? 2 : 50);
    expect(finished).toMatchObject({ exitCode: ending.exitCode });
    const pids = await notedIn(workspace.folder);
    if (ending.sudden) await until(async () => (await startedIn(workspace.folder)).length === 0 && (await alive(pids)).length === 0);
    expect({ noted: await alive(pids), started: await startedIn(workspace.folder) }).toEqual({ noted: [], started: [] });
  });
});
