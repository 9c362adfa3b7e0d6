import { beforeAll } from 'vitest';
import type { Finished } from '../commands/assay.js';
import { startChatServer, type ChatAnswer, type ChatRequest } from '../servers/chat-server.js';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace, removeAtEnd, type Workspace } from './workspace.js';

/** Of each suite but that of one conversation. */
export const CASES = 40;
const EVALUATORS = '[{ type: contains, value: item }, { type: rubric, rubrics: [Is right] }]';

interface Models {
  /** What the judge does: `half` gives half marks, `down` is not there for any case, `one` not for the first one. */
  judge: 'half' | 'down' | 'one';
  /** Whether agents know nothing of first turns any more, and lose three replies to second ones. */
  sinks: boolean;
  /** How often each agent was asked about each item: a lossy one has no second reply about the first, a silent one none at all. */
  readonly asked: Map<string, number>;
}

const DOWN = { status: 400, body: '{"error":{"message":"not today"}}' };

function answer(models: Models, { model, text }: ChatRequest): ChatAnswer {
  const { judge, sinks, asked } = models;
  const number = Number(/item (\d+)/u.exec(text)?.[1]);
  if (model === 'judge') return judge === 'down' || (judge === 'one' && number === 0) ? DOWN : JSON.stringify({ reflection: 'Read.', classification: 'HALF_MET' });
  const turn = /easy|hard|first|second/u.exec(text)?.[0] ?? '';
  const time = (asked.get(`${model} ${number} ${turn}`) ?? 0) + 1;
  asked.set(`${model} ${number} ${turn}`, time);
  if (sinks && turn === 'first') return 'no idea';
  if (sinks && turn === 'second' && time <= 3) return DOWN;
  // The first two replies to the easy turn do not come, nor the third one to the hard turn.
  if (['easy', 'hard'].includes(turn) && model === 'lossy' && (turn === 'easy') !== (time === 3)) return DOWN;
  if (turn === 'hard') return 'no idea';
  return model === 'silent' || (model === 'lossy' && number === 0 && time === 2) ? DOWN : `item ${number}`;
}

interface LossyProject {
  readonly models: Models;
  /** Its standard output is on one line. */
  assay(...args: readonly string[]): Promise<Pick<Finished, 'exitCode' | 'stdout'>>;
  run(suite: string, target: string, out: string, ...args: readonly string[]): Promise<Pick<Finished, 'exitCode' | 'stdout'>>;
}

/** A project whose agents and judge lose what they are told to, for the tests of a file: made before the first of them. */
export function lossyProject(): LossyProject {
  const atEnd = removeAtEnd();
  const models: Models = { judge: 'half', sinks: false, asked: new Map() };
  let workspace: Workspace;

  beforeAll(async () => {
    const server = await startChatServer((request) => answer(models, request), atEnd);
    const targets = ['bot', 'lossy', 'silent', 'judge'].map((name) => `  - { name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test }\n`);
    const cases = Array.from({ length: CASES }, (_, index) => `  - { id: case-${index}, expected_outcome: Is right, input: item ${index} }\n`).join('');
    const turn = (index: number, name: string) => `  - { id: ${name}-${index}, conversation_id: talk-${index}, expected_outcome: Is right, input: item ${index} ${name} }\n`;
    const turns = Array.from({ length: CASES }, (_, index) => turn(index, 'easy') + turn(index, 'hard')).join('');
    workspace = await createWorkspace(
      {
        'talks.yaml': `evaluators: [{ type: contains, value: item }]\nevalcases:\n${turns}`,
        'talk.yaml': `evaluators: [{ type: contains, value: item }]\nevalcases:\n${turn(0, 'first')}${turn(0, 'second')}`,
        'judged.yaml': `evaluators: ${EVALUATORS}\nevalcases:\n${cases}`,
        'plain.yaml': `evaluators: [{ type: contains, value: item }]\nevalcases:\n${cases}`,
        '.assay/config.yaml': `judges: { panel: [judge] }\ntargets:\n${targets.join('')}`,
      },
      atEnd,
    );
  });

  const assay: LossyProject['assay'] = async (...args) => {
    const { exitCode, stdout } = await runAssay(args, { cwd: workspace.folder });
    return { exitCode, stdout: stdout.replaceAll(/\s+/gu, ' ') };
  };
  return { models, assay, run: (suite, target, out, ...args) => assay('run', suite, '--target', target, '--out', out, '--threshold', '0', '--max-retries', '0', ...args) };
}
