import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, type Workspace } from './support/projects/workspace.js';

/** US dollars for a million tokens, of whatever. The prompts of judges are long. */
const PRICES: Readonly<Record<string, number>> = { m: 1000, n: 1000, j: 100, e: 1000 };
const CONFIG = `embeddings: vectors\nprices: { ${Object.entries(PRICES).map(([model, price]) => `"openai:${model}": { input: ${price}, output: ${price} }`).join(', ')} }\n`;

interface Asked {
  readonly model: string;
  readonly usd: number;
}

const asked: Asked[] = [];
let url = '';

/** Answers in the words of whatever scale it is asked for. */
function said(model: string, text: string): string {
  if (model !== 'j') return `${model} says 42 to ${text}`;
  if (text.includes('FULLY_MET')) return JSON.stringify({ reflection: 'seen', classification: 'FULLY_MET' });
  if (text.includes('EQUALLY_GOOD')) return JSON.stringify({ reflection: 'seen', classification: 'FIRST_BETTER' });
  return JSON.stringify({ reflection: 'seen', score: 1 });
}

async function answerTo(request: IncomingMessage): Promise<object> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { model, input, messages = [] } = JSON.parse(text) as { model: string; input?: readonly string[]; messages?: readonly { content: string }[] };
  const prompt = input ? 20 * input.length : 30;
  const completion = input ? 0 : 10;
  asked.push({ model, usd: ((prompt + completion) * (PRICES[model] ?? 0)) / 1e6 });
  if (input) return { object: 'list', model, data: input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 2] })), usage: { prompt_tokens: prompt, total_tokens: prompt } };
  const content = said(model, messages.map((message) => message.content).join('\n'));
  return { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }], usage: { prompt_tokens: prompt, completion_tokens: completion } };
}

const server = createServer((request, response) => {
  void answerTo(request).then((answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)));
});
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked.length = 0;
});

const count = (model: string): number => asked.filter((one) => one.model === model).length;
const spent = (): number => asked.reduce((sum, { usd }) => sum + usd, 0);

function suite(cases: number, entry: object): string {
  const evalcases = Array.from({ length: cases }, (_, n) => ({ id: `c${n}`, expected_outcome: 'says 42', input: `question ${n}`, ...entry }));
  return JSON.stringify({ evalcases });
}

async function project(files: Readonly<Record<string, string>>): Promise<Workspace> {
  const target = (name: string, model: string): string => `  - {name: ${name}, provider: openai, model: ${model}, endpoint: '${url}', api_key: k, max_tokens: 20}\n`;
  return createWorkspace({
    '.assay/config.yaml': CONFIG,
    '.assay/targets.yaml': `targets:\n${target('bot', 'm')}${target('other', 'n')}${target('judge', 'j')}${target('second', 'j')}  - {name: vectors, provider: openai, model: e, endpoint: '${url}', api_key: k}\n`,
    ...files,
  });
}

async function run({ folder }: Workspace, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runAssay(['run', ...args, '--json'], { cwd: folder });
  return { exitCode, stderr, summary: JSON.parse(stdout) as { readonly reasons: readonly string[]; readonly groups: readonly { readonly trials: number; readonly unscored: number }[]; readonly budgets: readonly { readonly cost_usd: number; readonly stopped_by?: string }[] } };
}

describe('what counts besides requests to targets', () => {
  test('embeddings: they are paid for, none goes beyond the limit, and a resumed run measures what was answered', async () => {
    const workspace = await project({ 'a.yaml': suite(20, { expected_output: 'It says 42', evaluators: [{ type: 'similar', threshold: 0 }] }) });
    const first = await run(workspace, 'a.yaml', '--target', 'bot', '--concurrency', '4', '--max-cost', '0.8');
    expect(first).toMatchObject({ exitCode: 3, summary: { budgets: [{ stopped_by: 'cost' }] } });
    expect(count('e')).toBeGreaterThan(1);
    expect(spent()).toBeLessThanOrEqual(0.8);
    expect(first.summary.budgets[0]?.cost_usd).toBeCloseTo(spent(), 6);
    const last = await run(workspace, '--resume', '--max-cost', '100');
    expect(last).toMatchObject({ exitCode: 0, summary: { groups: [{ trials: 20, unscored: 0 }] } });
    expect(count('m')).toBe(20);
    expect(last.summary.budgets[0]?.cost_usd).toBeCloseTo(spent(), 6);
  });

  test('comparisons: replies that there is no money to compare wait, and are compared when the run goes on', async () => {
    const workspace = await project({ 'a.yaml': suite(8, { evaluators: [{ type: 'contains', value: '42' }, { type: 'select_best' }] }) });
    const args = ['a.yaml', '--target', 'bot', '--target', 'other', '--judge', 'judge'];
    const first = await run(workspace, ...args, '--max-cost', '0.7', '--concurrency', '4');
    expect(first).toMatchObject({ exitCode: 3, summary: { budgets: [{ stopped_by: 'cost' }] } });
    expect(count('j')).toBeGreaterThan(0);
    expect(spent()).toBeLessThanOrEqual(0.7);
    const last = await run(workspace, '--resume', '--max-cost', '100');
    expect(last.summary.groups).toMatchObject([{ trials: 8, unscored: 0 }, { trials: 8, unscored: 0 }]);
    expect([count('m'), count('n')]).toEqual([8, 8]);
    // A comparison whose second question could not be paid is made anew.
    expect(count('j')).toBeGreaterThanOrEqual(16);
    expect(last.summary.budgets[0]?.cost_usd).toBeCloseTo(spent(), 6);
  });
});

describe('--dry-run', () => {
  const rubric = { type: 'rubric', rubrics: ['is one', 'is two', 'is three'] };
  const files = {
    'a.yaml': suite(2, { evaluators: [rubric, { type: 'composite', evaluators: ['llm_judge', { type: 'rubric', rubrics: ['is four', 'is five'] }], aggregator: { type: 'llm_judge' } }] }),
    'best.yaml': suite(1, { evaluators: [{ type: 'select_best' }] }),
    'b.yaml': 'title: b\n---\n- id: p\n  prompt: What is it?\n  should: [is six, $contains: "42", [is seven, $icontains: SAYS]]\n  should_not: [is eight]\n',
  };
  const both = ['--target', 'bot', '--target', 'other', '--judge', 'judge', '--judge', 'second'];

  test('counts what judges are asked: each judge of the panel about each line, point, member and aggregator', async () => {
    const workspace = await project(files);
    const { stdout } = await runAssay(['run', 'a.yaml', 'b.yaml', ...both, '--repeat', '2', '--dry-run', '--json'], { cwd: workspace.folder });
    const { spending } = JSON.parse(stdout) as { spending: readonly { name: string; requests: number; most_requests: number }[] };
    expect(asked).toEqual([]);
    await runAssay(['run', 'a.yaml', 'b.yaml', ...both, '--repeat', '2'], { cwd: workspace.folder });
    const foreseen = (...names: readonly string[]) => spending.filter(({ name }) => names.includes(name)).reduce((sum, { requests }) => sum + requests, 0);
    expect([foreseen('bot'), foreseen('other'), foreseen('judge', 'second')]).toEqual([count('m'), count('n'), count('j')]);
    expect(spending.every(({ requests, most_requests: most }) => requests === most)).toBe(true);
    // Two cases of seven questions and one of three, on two targets, twice.
    expect(spending.find(({ name }) => name === 'judge')).toMatchObject({ requests: 68 });
  });

  test('counts the embedding model once for each reply that is compared', async () => {
    const workspace = await project({ 'a.yaml': suite(3, { expected_messages: [{ role: 'assistant', content: '42' }], evaluators: [{ type: 'similar' }] }) });
    const args = ['run', 'a.yaml', '--target', 'bot', '--target', 'other'];
    const { stdout } = await runAssay([...args, '--dry-run'], { cwd: workspace.folder });
    expect(asked).toEqual([]);
    expect(stdout).toMatch(/^ {2}target other: 3 requests, .*\n {2}embeddings vectors: 6 requests, about [\d,]+ tokens of input and 0 of output, about \$\d/mu);
    await runAssay(args, { cwd: workspace.folder });
    expect(count('e')).toBe(6);
  });

  test('tells a range where it depends on the replies', async () => {
    const workspace = await project(files);
    const { stdout } = await runAssay(['run', 'best.yaml', ...both, '--dry-run'], { cwd: workspace.folder });
    expect(stdout).toMatch(/judge judge: 0 to 2 requests, about [\d,]+ tokens of input and 400 of output/u);
  });
});
