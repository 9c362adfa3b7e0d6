import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from '../support/commands/assay.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';
import { alive, startedIn, until } from './support/left-processes.js';

/** How a program tries to stay: each line starts something and notes its process id. */
const TRICKS = {
  'ignores SIGTERM': `trap '' TERM`,
  forks: `sleep 1000 & echo $! >> pids
( sleep 1000 & echo $! >> pids )`,
  'daemonizes with setsid': `setsid sh -c 'echo $$ >> pids; exec sleep 1000' > /dev/null 2>&1 < /dev/null &`,
  'daemonizes with setsid and ignores SIGTERM': `setsid sh -c 'trap "" TERM; echo $$ >> pids; while :; do sleep 1; done' > /dev/null 2>&1 < /dev/null &`,
  'is stopped': `sleep 1000 & echo $! >> pids; kill -STOP $!`,
  'forks twice and closes everything': `setsid sh -c '( sh -c "echo \\$\\$ >> pids; exec sleep 1000 0<&- 1>&- 2>&-" & )'`,
  'keeps the outputs open': `setsid sh -c 'echo $$ >> pids; exec sleep 1000' &`,
} as const;

type Trick = keyof typeof TRICKS;
const ALL_TRICKS = Object.keys(TRICKS) as Trick[];
const NOTED: Readonly<Record<Trick, number>> = {
  'ignores SIGTERM': 0,
  forks: 2,
  'daemonizes with setsid': 1,
  'daemonizes with setsid and ignores SIGTERM': 1,
  'is stopped': 1,
  'forks twice and closes everything': 1,
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

/** In the sample one of each kind of ending stands for the others, and every place is in it, with all the tricks at once; a full run has every ending, and each trick alone too. */
const SAMPLE = ['SIGINT once', 'SIGHUP', 'SIGKILL of Assay', 'the ordinary end', 'a time-out', 'SIGTERM once', 'SIGINT twice'].flatMap((ending, index) => PLACES.filter((_, place) => place === index % PLACES.length).map((place) => [ending, place, ALL_TRICKS] as const));
const MATRIX = Object.keys(ENDINGS).flatMap((ending) =>
  PLACES.flatMap((place) => [ALL_TRICKS, ...ALL_TRICKS.map((trick) => [trick])].map((tricks) => [ending, place, tricks] as const)),
);

function suite(place: Place, time: number): string {
  return `evalcases:\n  - { id: one, expected_outcome: a, input: b, evaluators: [${CHECKS[place].replace('TIME', String(time))}] }\n`;
}

function program(tricks: readonly Trick[], last: string): string {
  return ['echo $$ >> pids', ...tricks.map((trick) => TRICKS[trick]), last, ''].join('\n');
}

async function notedIn(folder: string): Promise<readonly number[]> {
  const file = join(folder, 'pids');
  return existsSync(file) ? (await readFile(file, 'utf8')).split('\n').filter(Boolean).map(Number) : [];
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

function run({ folder }: Workspace, place: Place) {
  const args = ['run', 'suite.yaml', '--target', place === 'a cli target' ? 'agent' : 'silent'];
  return startAssay(args, { cwd: folder, env: { PATH: `${folder}/bin:${process.env['PATH']}` } });
}

type Attack = readonly [ending: string, place: Place, tricks: readonly Trick[]];

function nameOf([ending, place, tricks]: Attack): string {
  return `${ending}: ${place} ${tricks === ALL_TRICKS ? 'with all the tricks' : `that ${tricks.join()}`}`;
}

/** What came of an attack: `nothing is left`, or what went wrong. */
async function attack([name, place, tricks]: Attack): Promise<string> {
  const ending = ENDINGS[name];
  if (!ending) throw new Error(name);
  const workspace = await project(place, program(tricks, ending.last), name === 'a time-out' ? 4 : 100);
  const { child, finished } = run(workspace, place);
  const wanted = 1 + tricks.reduce((sum, trick) => sum + NOTED[trick], 0);
  const noted = async (): Promise<boolean> => (await notedIn(workspace.folder)).length >= wanted;
  if (!(await until(noted))) return `the program did not start: ${(await finished).stderr}`;
  for (const [index, signal] of ending.signals.entries()) {
    if (index > 0) await sleep(200);
    child.kill(signal);
  }
  const { exitCode, stdout, stderr } = await finished;
  if (exitCode !== ending.exitCode) return `exit code ${exitCode}: ${stdout}${stderr}`;
  const left = async (): Promise<readonly number[]> => [...(await alive(await notedIn(workspace.folder))), ...(await startedIn(workspace.folder))];
  if (ending.sudden) await until(async () => (await left()).length === 0);
  if (!(await noted())) return 'the notes are gone';
  const pids = await left();
  return pids.length === 0 ? 'nothing is left' : `left: ${pids.join()}`;
}

const AT_ONCE = 10;
const ATTACKS: readonly Attack[] = sized(SAMPLE, MATRIX);
const BATCHES = Array.from({ length: Math.ceil(ATTACKS.length / AT_ONCE) }, (_, index) => ATTACKS.slice(index * AT_ONCE, (index + 1) * AT_ONCE));

describe.skipIf(process.platform !== 'linux')('nothing outlives Assay', { timeout: 120_000 }, () => {
  // Several in one test, since they wait most of the time.
  test.for(BATCHES.map((attacks) => [attacks.map(nameOf).join('; '), attacks] as const))('%s', async ([, attacks]) => {
    const results = await Promise.all(attacks.map(async (each) => [nameOf(each), await attack(each)]));
    expect(results).toEqual(attacks.map((each) => [nameOf(each), 'nothing is left']));
  });

  test('a program is asked to end once, before it is killed', async () => {
    const source = `trap 'echo asked >> asked' TERM\necho $$ >> pids\nwhile :; do sleep 0.1; done\n`;
    const workspace = await project('a cli target', source, 100);
    const { child, finished } = run(workspace, 'a cli target');
    await until(async () => (await notedIn(workspace.folder)).length === 1);
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ exitCode: 130 });
    expect(await workspace.read('asked')).toBe('asked\n');
    expect(await alive(await notedIn(workspace.folder))).toEqual([]);
  });

  test('keep_daemons spares what is left behind on purpose, and nothing else', async () => {
    const daemon = `export NOTE=NAME
setsid sh -c 'echo $$ >> $NOTE; exec sleep 1000' > /dev/null 2>&1 < /dev/null &
until [ -s $NOTE ]; do sleep 0.1; done
${ANSWER}`;
    const check = (type: string, script: string, more = '') =>
      type === 'a code_judge'
        ? `{ type: code_judge, script: [sh, ${script}]${more} }`
        : `{ type: composite, evaluators: [{ type: contains, value: answer }], aggregator: { type: code_judge, script: [sh, ${script}]${more} } }`;
    const checks = PLACES.slice(1).flatMap((place) => [check(place, 'kept.sh', ', keep_daemons: true'), check(place, 'left.sh')]);
    const workspace = await createWorkspace({
      'kept.sh': daemon.replace('NAME', () => 'kept-$$'),
      'left.sh': daemon.replace('NAME', () => 'left-$$'),
      'suite.yaml': `evalcases:\n  - { id: one, expected_outcome: a, input: b, evaluators: [${checks.join(', ')}] }\n`,
      '.assay/targets.yaml': `targets:
  - { name: agent, provider: cli, command: [sh, kept.sh], keep_daemons: true }
  - { name: tidy, provider: cli, command: [sh, left.sh] }
`,
    });
    const noted = async (name: string): Promise<readonly number[]> => {
      const files = (await readdir(workspace.folder)).filter((file) => file.startsWith(name));
      return (await Promise.all(files.map((file) => workspace.read(file)))).map(Number);
    };
    onTestFinished(async () => {
      for (const pid of await alive(await noted('kept-'))) process.kill(pid, 'SIGKILL');
    });
    const { finished } = startAssay(['run', 'suite.yaml', '--target', 'agent', '--target', 'tidy'], { cwd: workspace.folder });
    expect(await finished).toMatchObject({ exitCode: 0 });
    const [kept, left] = [await noted('kept-'), await noted('left-')];
    expect([kept.length, left.length]).toEqual([5, 5]);
    expect({ kept: await alive(kept), left: await alive(left) }).toEqual({ kept, left: [] });
    const started = await startedIn(workspace.folder);
    expect([...started].sort()).toEqual([...kept].sort());
  });
});
