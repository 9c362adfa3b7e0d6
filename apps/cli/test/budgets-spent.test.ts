import { defineProvider, ProviderError } from '@assay/schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { evaluate } from '../src/index.js';
import { runAssay } from './support/commands/warm-assay.js';
import { startChatServer } from './support/servers/chat-server.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

const CASES = Array.from({ length: 6 }, (_, n) => `  - { id: c${n}, expected_outcome: x, input: question ${n}, evaluators: [{ type: contains, value: '42' }] }\n`);
const RUN = ['run', 'suite.yaml', '--target', 'bot', '--concurrency', '1', '--out', 'out'];

interface Spender {
  readonly workspace: Workspace;
  readonly asked: () => Promise<number>;
}

/** A program that says after each reply that it cost a cent. */
async function program(): Promise<Spender> {
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n${CASES.join('')}`,
    'agent.sh': `echo asked >> asked.log\nprintf '{"text": "It is 42.", "token_usage": {"input": 20, "output": 5}, "cost_usd": 0.01}' > "$1"\n`,
    '.assay/targets.yaml': 'targets:\n  - { name: bot, provider: cli, command: [sh, agent.sh, "{OUTPUT_FILE}"], cwd: . }\n',
  });
  return { workspace, asked: async () => (await workspace.read('asked.log')).split('\n').length - 1 };
}

/** A model whose replies nothing bounds. @param more of its target */
async function unboundModel(more = ''): Promise<Spender> {
  let asked = 0;
  const server = await startChatServer(() => {
    asked += 1;
    const choices = [{ index: 0, message: { role: 'assistant', content: 'It is 42.' }, finish_reason: 'stop' }];
    return { raw: JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices, usage: { prompt_tokens: 500, completion_tokens: 500 } }) };
  });
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n${CASES.join('')}`,
    '.assay/config.yaml': 'prices: { "openai:m": { input: 10, output: 10 } }\n',
    '.assay/targets.yaml': `targets: [{ name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: k${more} }]\n`,
  });
  return { workspace, asked: async () => asked };
}

test.each([
  ['a program, whose first reply is beyond the limit', program, ['--max-cost', '0.005'], 1],
  ['a program, of which a part of the limit is left', program, ['--max-cost', '0.045'], 3],
  ['a program, with a limit of tokens', program, ['--max-tokens', '80'], 2],
  ['a model without a bound, of which a part of the limit is left', unboundModel, ['--max-cost', '0.034'], 2],
] as const)('a spent budget asks nobody at the same limit, and the printed command goes on: %s', async (_, make, limit, first) => {
  const { workspace, asked } = await make();
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  expect(await assay(...RUN, ...limit)).toMatchObject({ exitCode: 3 });
  expect(await asked()).toBe(first);
  let stderr = '';
  for (let time = 0; time < 3; time += 1) ({ stderr } = await assay('run', '--resume', 'out'));
  expect(await asked()).toBe(first);
  const command = /go on with this run: assay (?<command>run --resume out --max-\w+ \S+)\n/u.exec(stderr)?.groups?.['command'] ?? '';
  await assay(...command.split(' '));
  expect(await asked()).toBeGreaterThan(first);
  expect(await assay('run', '--resume', 'out', limit[0], '1000')).toMatchObject({ exitCode: 0 });
  expect(await asked()).toBe(6);
});

test.each([
  ['money', '--max-cost', '0.0000001'],
  ['tokens', '--max-tokens', '10'],
])('where a request may take far more %s than the limit, the printed one has room for it', async (_, option, limit) => {
  const { workspace, asked } = await unboundModel(', max_tokens: 2000');
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  const { exitCode, stderr } = await assay(...RUN, option, limit);
  expect([exitCode, await asked()]).toEqual([3, 0]);
  const command = /go on with this run: assay (?<command>run --resume out --max-\w+ \S+)\n/u.exec(stderr)?.groups?.['command'] ?? '';
  await assay(...command.split(' '));
  expect(await asked()).toBeGreaterThan(0);
});

test('so it does where a request that is larger than those before stops the run, and the limit of a suite', async () => {
  const { workspace, asked } = await unboundModel(', max_tokens: 50');
  const settings = (most: string): Promise<void> =>
    workspace.write({ '.assay/config.yaml': `prices: { "openai:m": { input: 10, output: 10 } }\nbudgets: { suite: { max_cost: ${most} } }\n` });
  await workspace.write({ 'suite.yaml': `evalcases:\n${CASES[0]}${(CASES[1] ?? '').replace('question 1', `'${'question '.repeat(20_000)}'`)}` });
  await settings('0.02');
  const { exitCode, stdout } = await runAssay(RUN, { cwd: workspace.folder });
  expect([exitCode, await asked()]).toEqual([3, 1]);
  await settings(/budgets: \{ suite: \{ max_cost: (?<to>\S+) \} \}/u.exec(stdout)?.groups?.['to'] ?? '');
  await runAssay(['run', '--resume', 'out'], { cwd: workspace.folder });
  expect(await asked()).toBe(2);
});

/** Programs that note when they begin and end, and then do what the last line says. */
async function manyAtOnce(last: string) {
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n${CASES.join('')}`,
    'agent.sh': `echo begin >> agents.log\nsleep 0.3\necho end >> agents.log\n${last}\n`,
    '.assay/targets.yaml': 'targets:\n  - { name: bot, provider: cli, command: [sh, agent.sh, "{OUTPUT_FILE}"], cwd: ., max_retries: 0 }\n',
  });
  const log = async (): Promise<readonly string[]> => (await workspace.read('agents.log')).trim().split('\n');
  return {
    assay: (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder }),
    asked: async () => (await log()).filter((line) => line === 'begin').length,
    /** How many begin one after the other, before two go at once. */
    alone: async () => (await log()).findIndex((line, index, all) => line === 'begin' && all[index + 1] === 'begin') / 2,
  };
}

const AT_ONCE = ['run', 'suite.yaml', '--target', 'bot', '--concurrency', '6', '--out', 'out'];
const A_CENT = `printf '{"text": "It is 42.", "token_usage": {"input": 20, "output": 5}, "cost_usd": 0.01}' > "$1"`;

test.each([
  ['money', ['--max-cost', '0.02']],
  ['tokens', ['--max-tokens', '50']],
] as const)('of programs that go six at once, the first goes alone to find out what they take, also when the run is gone on with: %s', async (_, [option, limit]) => {
  const { assay, asked } = await manyAtOnce(A_CENT);
  expect(await assay(...AT_ONCE, option, limit)).toMatchObject({ exitCode: 3 });
  expect(await asked()).toBe(1);
  expect(await assay('run', '--resume', 'out', option, String(2 * Number(limit)))).toMatchObject({ exitCode: 3 });
  expect(await asked()).toBeLessThanOrEqual(3);
});

test('of judges that are programs the first goes alone too', async () => {
  const verdict = JSON.stringify({ text: JSON.stringify({ score: 1, hits: [], misses: [], reasoning: 'seen' }), cost_usd: 0.01 });
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n${CASES.join('').replaceAll("{ type: contains, value: '42' }", '{ type: llm_judge, name: judged }')}`,
    'verdict.json': verdict,
    'judge.sh': 'echo asked >> asked.log\nsleep 0.3\ncp verdict.json "$1"\n',
    '.assay/targets.yaml': 'targets:\n  - { name: reader, provider: cli, command: [sh, judge.sh, "{OUTPUT_FILE}"], cwd: . }\n',
  });
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  const asked = async (): Promise<number> => (await workspace.read('asked.log')).split('\n').length - 1;
  expect(await assay('run', 'suite.yaml', '--target', 'mock', '--judge', 'reader', '--concurrency', '6', '--max-cost', '0.02', '--out', 'out')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('$0.0100 of $0.0200') });
  expect(await asked()).toBe(1);
  expect(await assay('run', '--resume', 'out', '--max-cost', '5')).toMatchObject({ exitCode: 0 });
  expect(await asked()).toBe(6);
});

test.each([
  ['tell what they take', A_CENT, 0, 1],
  ['tell nothing of it', 'echo "It is 42." > "$1"', 0, 1],
  ['fail', 'exit 1', 3, 3],
] as const)('programs that %s go at once again after that where enough is left', async (_, last, exitCode, alone) => {
  const program = await manyAtOnce(last);
  expect(await program.assay(...AT_ONCE, '--max-cost', '5')).toMatchObject({ exitCode });
  expect({ asked: await program.asked(), alone: await program.alone() }).toEqual({ asked: 6, alone });
});

test.each([
  ['429, which is tried again', { kind: 'rate_limit', status: 429, retryable: true }],
  ['400', { kind: 'bad_request', status: 400, retryable: false }],
] as const)('where the first request of all is refused, the next one goes alone in its place: %s', async (_, refusal) => {
  let [asked, open, most] = [0, 0, 0];
  const mine = defineProvider({
    name: 'mine',
    description: 'Costs a cent, which it tells afterwards.',
    options: v.object({}),
    examples: [],
    create: ({ name }) => ({
      name,
      provider: 'mine',
      structuredOutput: false,
      free: true,
      servedBy: { kind: 'programs' },
      async generate() {
        asked += 1;
        const isFirst = asked === 1;
        open += 1;
        most = Math.max(most, open);
        await new Promise((resolve) => setTimeout(resolve, 50));
        open -= 1;
        if (isFirst) throw new ProviderError('refused', { ...refusal, target: name });
        return { text: 'It is 42.', messages: [{ role: 'assistant', content: 'It is 42.' }], toolCalls: [], latencyMs: 50, costUsd: 0.01 };
      },
    }),
  });
  const { folder } = await createWorkspace({ 'suite.yaml': `evalcases:\n${CASES.join('')}` });
  const { summary } = await evaluate({ files: 'suite.yaml', cwd: folder, env: {}, targets: ['mine:m'], providers: [mine], maxCost: 0.02, concurrency: 6 });
  expect({ asked, most, budgets: summary.budgets }).toMatchObject({ asked: 2, most: 1, budgets: [{ costUsd: 0.01 }] });
});

test('a target whose trials cost next to nothing is asked at the same limit, though another one’s cost more than is left', async () => {
  const say = (cost: number): string => `printf '{"text": "It is 42.", "cost_usd": ${cost}}' > "$1"\n`;
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:\n${CASES.slice(0, 3).join('')}`,
    'dear.sh': say(1),
    'cheap.sh': 'exit 1\n',
    '.assay/targets.yaml': `targets:\n${['dear', 'cheap'].map((name) => `  - { name: ${name}, provider: cli, command: [sh, ${name}.sh, "{OUTPUT_FILE}"], cwd: . }\n`).join('')}`,
  });
  const assay = (...args: readonly string[]) => runAssay(args, { cwd: workspace.folder });
  const run = ['run', 'suite.yaml', '--target', 'dear', '--target', 'cheap', '--concurrency', '1', '--max-cost', '4', '--out', 'out'];
  expect(await assay(...run)).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('$3.00 of $4.00') });
  await workspace.write({ 'cheap.sh': say(0.001) });
  expect(await assay('run', '--resume', 'out')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('3 kept, 3 asked') });
});
