import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { ConfigError, defineEvaluator, defineProvider, UsageError, type ResultRow } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, report, type EvaluateOptions } from '../src/index.js';
import { startChatServer } from './support/servers/chat-server.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `evalcases:
  - {id: calm, expected_outcome: answers calmly, input: hello, evaluators: [{type: contains, value: hello}]}
  - {id: loud, expected_outcome: answers loudly, input: hello, evaluators: [{type: capitals}]}
`;

/** Scores the share of capital letters. */
const capitals = defineEvaluator({
  name: 'capitals',
  description: 'Share of the letters that are capitals.',
  options: v.object({}),
  examples: [{ title: 'Plain', value: { type: 'capitals' } }],
  evaluate: ({ response }) => {
    const letters = response.text.match(/\p{L}/gu) ?? [];
    return { score: letters.filter((letter) => letter !== letter.toLowerCase()).length / letters.length };
  },
});

/** Answers with what it was asked, in capitals. */
const shout = defineProvider({
  name: 'shout',
  description: 'Shouts back.',
  options: v.object({}),
  examples: [],
  create: ({ name }) => ({
    name,
    provider: 'shout',
    structuredOutput: false,
    async generate({ messages }) {
      const text = String(messages.at(-1)?.content).toUpperCase();
      return { text, messages: [{ role: 'assistant', content: text }], toolCalls: [], latencyMs: 1 };
    },
  }),
});

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('evaluate() holds budgets, and goes on with what they stopped', async () => {
  const server = await startChatServer(() => 'it is 42');
  const evalcases = Array.from({ length: 12 }, (_, n) => ({ id: `c${n}`, expected_outcome: 'x', input: `question ${n}`, evaluators: [{ type: 'contains', value: '42' }] }));
  const { folder: cwd } = await createWorkspace({
    'a.yaml': JSON.stringify({ evalcases }),
    'targets.yaml': `targets: [{name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: k, max_tokens: 10}]`,
    '.assay/config.yaml': 'prices: { "openai:m": { input: 1000, output: 1000 } }\n',
  });
  // Each takes 30 tokens, for 3 cents.
  const { summary, location } = await evaluate({ files: 'a.yaml', cwd, targetsFile: 'targets.yaml', targets: ['bot'], maxCost: 0.2 });
  const asked = server.requests.length;
  expect(summary).toMatchObject({ exitCode: 3, complete: false, budgets: [{ maxCostUsd: 0.2, stoppedBy: 'cost', costUsd: expect.closeTo(0.03 * asked, 6) }] });
  expect(asked).toBeGreaterThan(2);
  expect(asked).toBeLessThan(7);
  const still = await evaluate({ resume: location, cwd, maxCost: 100, maxTokens: 1, maxTime: '1h' });
  expect(still.summary.budgets).toMatchObject([{ maxTokens: 1, maxTimeMs: 3_600_000, stoppedBy: 'tokens' }]);
  const last = await evaluate({ resume: location, cwd, maxTokens: 1_000_000 });
  expect(last.summary).toMatchObject({ exitCode: 0, complete: true, budgets: [{ costUsd: expect.closeTo(0.36, 6), tokens: 360 }] });
  expect(server.requests).toHaveLength(12);
  await expect(evaluate({ files: 'a.yaml', cwd, targets: ['bot'], maxCost: -1 })).rejects.toThrow(/maxCost/u);
});

describe('evaluate()', () => {
  test('does what assay run does, prints nothing, and gives the summary and the rows', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE });
    const seen: ResultRow[] = [];
    const { summary, location, rows } = await evaluate({
      files: 'suite.yaml',
      cwd: folder,
      targets: ['shout:any'],
      evaluators: [capitals],
      providers: [shout],
      onRow: (row) => seen.push(row),
    });
    expect(summary).toMatchObject({
      outcome: 'failed',
      exitCode: 1,
      groups: [{ suite: 'suite', target: 'shout:any', trials: 2, passed: 1, failed: 1, score: 0.5 }],
    });
    expect(location.startsWith(folder)).toBe(true);
    const stored = await collect(rows());
    expect(stored.map(({ caseId, score }) => [caseId, score]).toSorted()).toEqual([
      ['calm', 0],
      ['loud', 1],
    ]);
    expect(seen.map(({ trialKey }) => trialKey).toSorted()).toEqual(stored.map(({ trialKey }) => trialKey).toSorted());
  });

  test('a reporter follows the run, and is told the likely number of trials of a streamed file', async () => {
    const line = (id: number) =>
      JSON.stringify({ id, expected_outcome: 'x', input: 'x', evaluators: [{ type: 'contains', value: 'x' }] });
    const { folder, manifest } = await createWorkspace({
      'many.jsonl': Array.from({ length: 30 }, (_, id) => line(id)).join('\n'),
      'few.yaml': SUITE.replace('capitals', 'contains, value: x'),
      '.assay/targets.yaml': 'targets: [{name: slow, provider: mock, delay_ms: 20}]',
    });
    const events: string[] = [];
    await evaluate({
      files: ['many.jsonl', 'few.yaml'],
      cwd: folder,
      targets: ['slow'],
      repeat: 2,
      concurrency: 4,
      reporters: [
        {
          name: 'events',
          runStarted: ({ total }) => events.push(`started ${total}`),
          trialsEstimated: (total) => events.push(`estimated ${total}`),
          runFinished: ({ groups }) => void events.push(`finished ${groups.map(({ trials }) => trials).join()}`),
        },
      ],
    });
    expect(events).toEqual(['started undefined', 'estimated 64', 'finished 4,60']);
    expect(await manifest()).toMatchObject({ status: 'finished', rows: 64, targets: [{ name: 'slow', provider: 'mock' }] });
  });

  test('and so are those of tables: rows times prompts, whatever stands in their cells', async () => {
    const { folder } = await createWorkspace({
      'data.csv': `q,w\n${Array.from({ length: 15 }, (_, index) => `"Line ""${index}""\nand another",x\n`).join('')}`,
      'data.yaml': "prompts: ['{{q}}', 'Please: {{q}}']\nevaluators: [{ type: contains, value: Line }]\n",
      '.assay/targets.yaml': 'targets: [{name: slow, provider: mock, delay_ms: 20}]',
    });
    const events: string[] = [];
    await evaluate({
      files: ['data.csv'],
      cwd: folder,
      targets: ['slow'],
      concurrency: 2,
      reporters: [{ name: 'events', trialsEstimated: (total) => events.push(`estimated ${total}`), runFinished: ({ groups }) => void events.push(`finished ${groups.map(({ trials }) => trials).join()}`) }],
    });
    expect(events).toEqual(['estimated 30', 'finished 15,15']);
  });

  test('aliasPrecedence decides which of two spellings of a case is used', async () => {
    const { folder } = await createWorkspace({
      'both.jsonl': JSON.stringify({
        id: 'both',
        expected_outcome: 'x',
        input: 'short',
        input_messages: [{ role: 'user', content: 'long' }],
        evaluators: [{ type: 'contains', value: 'short' }],
      }),
    });
    const run = { files: 'both.jsonl', cwd: folder, targets: ['mock'] };
    expect((await evaluate({ ...run, out: 'a' })).summary.groups[0]?.score).toBe(0);
    expect((await evaluate({ ...run, out: 'b', aliasPrecedence: 'shorthand' })).summary.groups[0]?.score).toBe(1);
  });

  test('throws before anything is sent when it is called wrongly', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE.replace('capitals', 'contains, value: x') });
    await expect(evaluate({ files: 'nope.yaml', cwd: folder, targets: ['mock'] })).rejects.toThrow(UsageError);
    await expect(evaluate({ files: 'suite.yaml', cwd: folder, targets: ['nobody'] })).rejects.toThrow(ConfigError);
  });

  test.each([
    ['concurrency', 0, 'concurrency must be auto, or a whole number >= 1, not the number 0'],
    ['threshold', 80, 'threshold must be a number from 0 to 1, not the number 80'],
    ['failOn', 'never', 'failOn must be fail or borderline, not "never"'],
    ['targets', 'mock', 'targets must be a list of texts that are not empty, not "mock"'],
    ['by', 'tag', 'by must be a list of texts that are not empty, not "tag"'],
    ['strict', 'yes', 'strict must be true or false, not "yes"'],
    ['files', [null], 'files[0] must be a text that is not empty, not nothing'],
    ['files', 5, 'files must be a text, or a list of texts, that are not empty, not the number 5'],
    ['targets', ['mock', null], 'targets[1] must be a text that is not empty, not nothing'],
    ['reports', ['junit=a.xml', 5], 'reports[1] must be a report, as NAME=FILE or { name, file, options }, not the number 5'],
    ['cwd', 5, 'cwd must be a text that is not empty, not the number 5'],
    ['env', null, 'env must be an object of variables, not nothing'],
    ['signal', 'x', 'signal must be an AbortSignal, not "x"'],
    ['redactor', {}, 'redactor must be what createRedactor() of @assay/schema makes, not a mapping'],
    ['onRow', 'x', 'onRow must be a function, not "x"'],
    ['targets', new Set(['mock']), 'targets must be a list of texts that are not empty, not an object of the class Set'],
    ['signal', new AbortController(), 'signal must be an AbortSignal, not an object of the class AbortController'],
    ['signal', { addEventListener: () => undefined }, 'signal must be an AbortSignal, not a mapping'],
    ['cwd', new URL('file:///tmp'), 'cwd must be a text that is not empty, not an object of the class URL'],
    ['env', { HOME: '/root', PORT: 3000 }, 'env.PORT must be a text, or undefined, not the number 3000'],
    ['env', { TOKEN: null }, 'env.TOKEN must be a text, or undefined, not nothing'],
    ['env', new Map([['TOKEN', 'x']]), 'env must be an object of variables, not an object of the class Map'],
    ['ciServer', true, 'ciServer must be an object { log, folder, summaryFile } whose log has write(), not true'],
    ['ciServer', { log: {}, folder: '' }, 'ciServer must be an object { log, folder, summaryFile } whose log has write(), not a mapping'],
    // Of places that were never filled.
    ['files', Array(1), 'files[0] must be a text that is not empty, not nothing'],
    ['targets', Array(1), 'targets[0] must be a text that is not empty, not nothing'],
    ['judges', Array(1), 'judges[0] must be a text that is not empty, not nothing'],
    ['prompts', Array(1), 'prompts[0] must be a text that is not empty, not nothing'],
    ['reports', Array(1), 'reports[0] must be a report, as NAME=FILE or { name, file, options }, not nothing'],
  ])('an option that takes no such value is refused: %s: %j', async (name, value, message) => {
    await expect(evaluate({ files: 'suite.yaml', [name]: value })).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(message) });
  });

  test('a name that means nothing is refused: a misspelt threshold would be no gate', async () => {
    const wrong: object = { files: 'suite.yaml', treshold: 0.9 };
    await expect(evaluate(wrong)).rejects.toMatchObject({ name: 'UsageError', message: 'evaluate() knows no "treshold"', hint: 'did you mean threshold?' });
    const ofCommandLine: object = { files: 'suite.yaml', timeout: 5 };
    await expect(evaluate(ofCommandLine)).rejects.toMatchObject({ message: 'evaluate() knows no "timeout"', hint: 'did you mean timeoutSeconds?' });
    const nothing = undefined as unknown as EvaluateOptions;
    await expect(evaluate(nothing)).rejects.toMatchObject({ name: 'UsageError', message: 'evaluate() takes an object, not nothing' });
  });

  test('a list with a place that was never filled is refused, as one with a place that is undefined', async () => {
    const ids = ['a'];
    ids[2] = 'b';
    await expect(evaluate({ files: 'suite.yaml', ids })).rejects.toMatchObject({ code: 'usage', message: 'ids[1] must be a text that is not empty, not nothing' });
  });

  test('what an object has from its class, or from the object that it was made from, is said too', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE.replace('capitals', 'contains, value: x') });
    class Settings {
      readonly files = 'suite.yaml';
      readonly cwd = folder;
      readonly targets = ['mock'];
      get threshold(): number {
        return 0.4;
      }
    }
    const made = Object.assign(Object.create({ threshold: 0.4, limit: 1 }) as EvaluateOptions, { files: 'suite.yaml', cwd: folder, targets: ['mock'] });
    expect((await evaluate(new Settings())).summary).toMatchObject({ threshold: 0.4, outcome: 'passed', plannedTrials: 2 });
    expect((await evaluate(made)).summary).toMatchObject({ threshold: 0.4, outcome: 'passed', plannedTrials: 1 });
    const misspelt = Object.assign(Object.create({ treshold: 0.4 }) as EvaluateOptions, { files: 'suite.yaml' });
    await expect(evaluate(misspelt)).rejects.toMatchObject({ code: 'usage', message: 'evaluate() knows no "treshold"' });
  });

  test('a value is read once: what is checked is what is used', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE.replace('capitals', 'contains, value: x') });
    const thresholds = [0.4, 80];
    const options: EvaluateOptions = {
      files: 'suite.yaml',
      cwd: folder,
      targets: ['mock'],
      get threshold() {
        return thresholds.shift();
      },
    };
    expect((await evaluate(options)).summary).toMatchObject({ threshold: 0.4, outcome: 'passed' });
  });

  test('a folder that is none is told before anything is looked for in it', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE });
    const run = (cwd: string): Promise<unknown> => evaluate({ files: 'suite.yaml', cwd, targets: ['mock'] });
    await expect(run(`${folder}/nope`)).rejects.toMatchObject({ code: 'usage', message: `cwd must name a folder, and "${folder}/nope" does not: there is none` });
    await expect(run(`${folder}/suite.yaml`)).rejects.toMatchObject({ code: 'usage', message: `cwd must name a folder, and "${folder}/suite.yaml" does not: this is no folder` });
    await expect(run(pathToFileURL(folder).href)).rejects.toMatchObject({ code: 'usage', hint: `it takes a path and no URL: write cwd: ${JSON.stringify(folder)}, or what fileURLToPath() of node:url makes of it` });
    await expect(report({ cwd: `${folder}/nope`, reports: ['junit=a.xml'] })).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('there is none') });
  });

  test('what is said to be undefined is as if it were left out', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE.replace('capitals', 'contains, value: x') });
    const before = process.cwd();
    process.chdir(folder);
    try {
      const undefineds = { cwd: undefined, env: undefined, signal: undefined, redactor: undefined, onRow: undefined, evaluators: undefined, threshold: undefined } as object;
      const running = evaluate({ ...undefineds, files: 'suite.yaml', targets: ['mock'] });
      // The folder is that of the call.
      process.chdir(before);
      expect((await running).location.startsWith(folder)).toBe(true);
    } finally {
      process.chdir(before);
    }
  });

  test('a signal interrupts it', async () => {
    const { folder } = await createWorkspace({
      'suite.yaml': SUITE.replace('capitals', 'contains, value: x'),
      '.assay/targets.yaml': 'targets: [{name: slow, provider: mock, delay_ms: 60000}]',
    });
    const controller = new AbortController();
    const running = evaluate({ files: 'suite.yaml', cwd: folder, targets: ['slow'], signal: controller.signal });
    setTimeout(() => controller.abort(), 200);
    expect((await running).summary).toMatchObject({ outcome: 'interrupted', exitCode: 130 });
  });
});

describe('what evaluate() says has no secret in it', () => {
  const SECRET = 'kept-for-myself-0123';

  test('its errors, with their causes and stacks, and still of their class', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE, '.env': `MY_TOKEN=${SECRET}\n` });
    const failing = defineProvider({
      ...shout,
      create() {
        throw new ConfigError(`cannot use ${SECRET}`, { hint: `not ${SECRET}`, cause: new Error(`because of ${SECRET}`) });
      },
    });
    const error = await evaluate({ files: 'suite.yaml', cwd: folder, env: {}, targets: ['shout:any'], evaluators: [capitals], providers: [failing] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    const { message, hint, stack, cause } = error as ConfigError;
    expect([message, hint]).toEqual(['cannot use [redacted MY_TOKEN]', 'not [redacted MY_TOKEN]']);
    expect(stack).toContain('cannot use [redacted MY_TOKEN]');
    expect((cause as Error).message).toBe('because of [redacted MY_TOKEN]');
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(SECRET);
  });

  test('an error before anything was read', async () => {
    const error = await evaluate({ files: `no-such-${SECRET}.yaml`, env: { MY_TOKEN: SECRET } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(inspect(error)).not.toContain(SECRET);
    expect((error as Error).message).toContain('[redacted MY_TOKEN]');
  });

  test('and reporters that were lost', async () => {
    const { folder } = await createWorkspace({ 'suite.yaml': SUITE });
    const told: string[] = [];
    const { lostReporters } = await evaluate({
      files: 'suite.yaml',
      cwd: folder,
      env: { MY_TOKEN: SECRET },
      targets: ['shout:any'],
      evaluators: [capitals],
      providers: [shout],
      reporters: [{ name: 'other', diagnostic: ({ message }) => void told.push(message) }],
      onRow() {
        throw new Error(`no ${SECRET}`);
      },
    });
    expect(lostReporters).toEqual([{ name: 'on-row', error: expect.objectContaining({ message: 'no [redacted MY_TOKEN]' }) }]);
    expect(told.join('\n')).toContain('no [redacted MY_TOKEN]');
  });
});
