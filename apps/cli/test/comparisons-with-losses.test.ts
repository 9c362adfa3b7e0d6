import { beforeAll, expect, test } from 'vitest';
import { startChatServer, type ChatRequest } from './support/chat-server.js';
import { runAssay } from './support/warm-assay.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

const CASES = 40;
const EVALUATORS = '[{ type: contains, value: item }, { type: rubric, rubrics: [Is right] }]';

/** What the judge does: `half` gives half marks, `down` is not there for any case, `one` not for the first one. */
let judge: 'half' | 'down' | 'one' = 'half';
/** Whether agents know nothing of first turns any more, and lose three replies to second ones. */
let sinks = false;
/** How often each agent was asked about each item: a lossy one has no second reply about the first, a silent one none at all. */
let asked = new Map<string, number>();

const down = { status: 400, body: '{"error":{"message":"not today"}}' };

function answer({ model, text }: ChatRequest) {
  const number = Number(/item (\d+)/u.exec(text)?.[1]);
  if (model === 'judge') return judge === 'down' || (judge === 'one' && number === 0) ? down : JSON.stringify({ reflection: 'Read.', classification: 'HALF_MET' });
  const turn = /easy|hard|first|second/u.exec(text)?.[0] ?? '';
  const time = (asked.get(`${model} ${number} ${turn}`) ?? 0) + 1;
  asked.set(`${model} ${number} ${turn}`, time);
  if (sinks && turn === 'first') return 'no idea';
  if (sinks && turn === 'second' && time <= 3) return down;
  // The first two replies to the easy turn do not come, nor the third one to the hard turn.
  if (['easy', 'hard'].includes(turn) && model === 'lossy' && (turn === 'easy') !== (time === 3)) return down;
  if (turn === 'hard') return 'no idea';
  return model === 'silent' || (model === 'lossy' && number === 0 && time === 2) ? down : `item ${number}`;
}

let workspace: Workspace;
const assay = async (...args: readonly string[]) => {
  const { exitCode, stdout } = await runAssay(args, { cwd: workspace.folder });
  return { exitCode, stdout: stdout.replaceAll(/\s+/gu, ' ') };
};
const run = (suite: string, target: string, out: string, ...args: readonly string[]) => assay('run', suite, '--target', target, '--out', out, '--threshold', '0', '--max-retries', '0', ...args);

beforeAll(async () => {
  const ends: (() => Promise<void>)[] = [];
  const server = await startChatServer(answer, (stop) => void ends.push(stop));
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
    (clean) => void ends.push(clean),
  );
  return async () => {
    for (const end of ends) await end();
  };
});

test('a judge that was down makes no run better than another one: what it would have said decides', async () => {
  judge = 'half';
  expect((await run('judged.yaml', 'bot', 'half')).exitCode).toBe(0);
  judge = 'down';
  const gated = await run('judged.yaml', 'bot', 'unjudged', '--against', 'half');
  expect(gated.stdout).toContain('1.00 (0.50–1.00)');
  expect(gated.stdout).toContain('against half: judged: what has no score decides whether it is worse');
  expect(gated.exitCode).toBe(3);
  const compared = await assay('compare', 'half', 'unjudged', '--margin', '0.2');
  expect(compared.stdout).toContain('UNDECIDED judged: what has no score decides whether it is worse 40 compared cases have repeats or parts without a score');
  expect(compared.stdout.match(/repeats or parts without a score/gu)).toHaveLength(1);
  expect(compared.exitCode).toBe(3);
  // With such a margin it does not matter what it would have said.
  expect((await assay('compare', 'half', 'unjudged', '--margin', '0.45')).exitCode).toBe(0);
  // Nor is a run worse because the one before it was not judged: it would have been, had that one got full marks.
  const back = await assay('compare', 'unjudged', 'half', '--margin', '0.1');
  expect(back.stdout).toContain('UNDECIDED');
  expect(back.exitCode).toBe(3);
  // Without a margin nothing is decided, and the loss is told all the same.
  const told = await assay('compare', 'half', 'unjudged');
  expect(told.stdout).toContain('! 40 compared cases have repeats or parts without a score');
  expect(told.exitCode).toBe(0);
});

test('what was lost of one case decides nothing where it could turn nothing', async () => {
  judge = 'one';
  const gated = await run('judged.yaml', 'bot', 'nearly', '--against', 'half', '--margin', '0.2');
  expect(gated.stdout).toContain('judged: not worse by more than 0.2');
  expect(gated.stdout).toContain('against half: 1 compared case has repeats or parts without a score');
  expect(gated.exitCode).toBe(0);
});

test('a reply that the run before lost leaves no later run undecided', async () => {
  await run('plain.yaml', 'lossy', 'lossy', '--repeat', '3');
  const gated = await run('plain.yaml', 'bot', 'whole', '--repeat', '3', '--against', 'lossy', '--margin', '0.2');
  expect(gated.stdout).toContain('against lossy: plain: not worse by more than 0.2');
  expect(gated.exitCode).toBe(0);
});

test('a run of which no reply came is undecided, and not inconclusive', async () => {
  const gated = await run('plain.yaml', 'silent', 'silent', '--against', 'whole');
  expect(gated.stdout).toContain('against whole: plain: what has no score decides whether it is worse');
  expect(gated.exitCode).toBe(3);
  // The other way round there is nothing that it could be compared with.
  const back = await assay('compare', 'silent', 'whole', '--margin', '0.2');
  expect(back.stdout).toContain('plain: no case has a score in both runs');
  expect(back.exitCode).toBe(4);
});

test('a conversation of which no repeat is whole is no worse because its easy turn was lost more often', async () => {
  await run('talks.yaml', 'bot', 'talked', '--repeat', '2');
  await run('talks.yaml', 'lossy', 'interrupted', '--repeat', '3');
  const { stdout, exitCode } = await runAssay(['compare', 'talked', 'interrupted', '--json'], { cwd: workspace.folder });
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ total: { score_a: 0.5, score_b: 0.5, incomplete: 2 * CASES, change: { difference: 0, p_worse: 1, verdict: 'undecided' } } });
});

test('what shows with the lost repeats of a conversation alone, and not without them, is undecided: by both commands, as it is told', async () => {
  await run('talk.yaml', 'bot', 'steady', '--repeat', '5');
  await assay('baseline', 'save', 'steady');
  [sinks, asked] = [true, new Map()];
  const against = await run('talk.yaml', 'bot', 'sinking', '--repeat', '5', '--against', 'baseline');
  // Two of five repeats are whole: too few to show it. Had the others got full marks, five would.
  for (const { exitCode, stdout } of [against, await assay('baseline', 'check', 'sinking'), await assay('compare', 'steady', 'sinking', '--margin', '0')]) {
    expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/talk(?: on bot)?: what has no score decides whether it is worse/u)]);
    expect(stdout).not.toContain('worse than');
  }
});
