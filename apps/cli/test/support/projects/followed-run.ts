import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAssay, type Finished } from '../commands/assay.js';
import { startChatServer } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, type Workspace } from './workspace.js';

/** The run that is followed. */
export const RUN = ['run', 'set.jsonl', '--target', 'bot', '--concurrency', '1', '--max-retries', '0'];

type Running = ReturnType<typeof startAssay>;

interface Project {
  readonly workspace: Workspace;
  start(...args: readonly string[]): Running;
  assay(...args: readonly string[]): Promise<Finished>;
  /** Lets the next requests be answered, so many more. */
  answer(count: number): void;
  /** Resolves when so many requests have arrived: the rows of those before are stored by then, one being asked at a time. */
  asked(count: number): Promise<void>;
}

/** Five cases on a server that answers when it is told to; the second reply is a wrong one. */
export async function project(): Promise<Project> {
  let allowed = 0;
  let waiting: (() => void)[] = [];
  const isAllowed = (number: number): boolean => number < allowed;
  const server = await startChatServer(async ({ text }) => {
    const number = Number(/question (\d)/u.exec(text)?.[1]);
    while (!isAllowed(number)) await new Promise<void>((resolve) => waiting.push(resolve));
    return number === 1 ? 'it is 41' : 'it is 42';
  });
  const lines = Array.from({ length: 5 }, (_, number) =>
    JSON.stringify({ id: `c${number}`, expected_outcome: 'says 42', input: `question ${number}`, evaluators: [{ type: 'contains', value: '42' }] }),
  );
  const workspace = await createWorkspace({
    'set.jsonl': `${lines.join('\n')}\n`,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: sk-aaaaaaaa}\n`,
  });
  const start = (...args: readonly string[]): Running => startAssay(args, { cwd: workspace.folder });
  return {
    workspace,
    start,
    assay: (...args) => runAssay(args, { cwd: workspace.folder }),
    answer(count) {
      allowed += count;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
    async asked(count) {
      while (server.requests.length < count) await sleep(10);
    },
  };
}

/** Waits until a command has printed so many lines. */
export async function printed({ child }: Running, count: number): Promise<string> {
  let text = '';
  const { stdout } = child;
  if (stdout === null) throw new Error('no standard output');
  const read = (chunk: string): void => {
    text += chunk;
  };
  stdout.on('data', read);
  while (text.split('\n').length <= count) await once(stdout, 'data');
  stdout.off('data', read);
  return text;
}

/** A run that is asking its second case, and a command that follows it and has told of the first. */
export async function followed(): Promise<Project & { readonly run: Running; readonly show: Running }> {
  const there = await project();
  const run = there.start(...RUN);
  there.answer(1);
  await there.asked(2);
  const show = there.start('show', '--follow');
  await printed(show, 1);
  return { ...there, run, show };
}

/** The folder of the only run, when it is there. */
export async function runFolder({ folder }: Workspace): Promise<string> {
  const runs = join(folder, '.assay/runs');
  while (!existsSync(runs) || (await readdir(runs)).length === 0) await sleep(10);
  return join(runs, (await readdir(runs))[0] ?? '');
}

const caseOf = (line: string): string => /› (\S+)/u.exec(line)?.[1] ?? line;
/** Ids of the cases that are told of, line by line. */
export const casesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '').map(caseOf);
