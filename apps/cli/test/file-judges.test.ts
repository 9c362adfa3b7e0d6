import { ConfigError, defineEvaluator, type JudgeSpec, type PanelSpec } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../src/index.js';
import { startChatServer } from './support/servers/chat-server.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

const JudgeSchema = v.object({
  id: v.optional(v.string()),
  model: v.string(),
  approach: v.optional(v.picklist(['standard', 'prompt-aware', 'holistic'])),
});

/** Asks the judges that its entry names, or those of the run. */
const asks = defineEvaluator({
  name: 'asks',
  description: 'Asks a panel about one criterion.',
  uses: ['judge'],
  options: v.object({
    judges: v.optional(v.array(JudgeSchema)),
    backup: v.optional(JudgeSchema),
    scale: v.optional(v.picklist(['five_point', 'nine_point'])),
  }),
  examples: [],
  judgesOf: (options) => panelOf(options as { judges?: JudgeSpec[]; backup?: JudgeSpec }),
  async evaluate({ options, evalCase, response, services, signal }) {
    const { score, votes, warnings } = await services.judges(panelOf(options)).assess(
      {
        kind: 'criterion',
        criterion: 'Answers kindly.',
        scale: options.scale ?? 'five_point',
        input: evalCase.inputMessages,
        candidate: response.text,
      },
      { signal },
    );
    return { score, judges: votes, warnings, degraded: votes.some((vote) => vote.score === null) };
  },
});

function panelOf({ judges, backup }: { judges?: readonly JudgeSpec[] | undefined; backup?: JudgeSpec | undefined }): PanelSpec | undefined {
  return judges && { judges, ...(backup === undefined ? {} : { backup }) };
}

const verdict = (model: string, classification: string): string =>
  JSON.stringify({ reflection: `${model} thought about it.`, classification });

const MODELS = ['agent', 'kind', 'strict', 'other', 'spare'];

/** Runs one conversation whose first reply is generated in the middle of it. */
async function judged(entry: string, answers: Readonly<Record<string, string>>, more: Partial<EvaluateOptions> = {}, config = '{}', whenDone?: (stop: () => Promise<void>) => void) {
  const server = await startChatServer(
    ({ model }) => (model === 'agent' ? 'Dear guest, hello.' : (answers[model] ?? { status: 500, body: '{"error":{"message":"down"}}' })),
    whenDone,
  );
  const workspace = await createWorkspace({
    'suite.yaml': `evalcases:
  - id: one
    expected_outcome: is kind
    input_messages:
      - {role: system, content: You run a hotel.}
      - {role: user, content: Hello?}
      - {role: assistant, content: I am new here.}
      - {role: user, content: Do greet me!}
      - {role: assistant, content: null}
      - {role: user, content: And again?}
    evaluators: [${entry}]
`,
    '.assay/config.yaml': `${config}\n`,
    '.assay/targets.yaml': `targets:\n${MODELS.map((name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test}`).join('\n')}\n`,
  }, whenDone);
  const run = () => evaluate({ files: 'suite.yaml', cwd: workspace.folder, targets: ['agent'], maxRetries: 0, evaluators: [asks], ...more });
  return { run, workspace, requests: server.requests };
}

const TWO = '{type: asks, judges: [{id: primary, model: kind, approach: holistic}, {model: strict, approach: prompt-aware}]}';
const BOTH = { kind: verdict('kind', 'FULLY_MET'), strict: verdict('strict', 'HALF_MET') };

const atEnd = removeAtEnd();

/** One run with both judges, which several tests look at. */
async function runOfBoth() {
  const { run, workspace, requests } = await judged(TWO, BOTH, {}, '{}', atEnd);
  await run();
  return { workspace, requests };
}

let both: ReturnType<typeof runOfBoth> | undefined;

describe('judges that a file names', () => {
  test('all of them are asked; votes carry the id, or else the model, and every reflection', async () => {
    const { workspace } = await (both ??= runOfBoth());
    const [row] = await workspace.rows();
    expect(row?.score).toBe(0.75);
    expect(row?.evaluators[0]?.judges).toEqual([
      expect.objectContaining({ id: 'primary', model: 'openai:kind', score: 1, reflection: 'kind thought about it.' }),
      expect.objectContaining({ id: 'strict', model: 'openai:strict', score: 0.5, reflection: 'strict thought about it.' }),
    ]);
    expect((await workspace.manifest()).judges).toEqual(['primary', 'strict']);
  });

  test('a judge sees the whole conversation, with marks for authored and generated turns', async () => {
    const { requests } = await (both ??= runOfBoth());
    const judge = requests.find(({ model }) => model === 'kind');
    expect(judge?.text).toMatch(
      /@\[System\]:\nYou run a hotel\.\n\n@\[User\]:\nHello\?\n\n@\[Assistant\]:\nI am new here\.\n\n@\[User\]:\nDo greet me!\n\n@\[Assistant, generated\]:\nDear guest, hello\.\n\n@\[User\]:\nAnd again\?/u,
    );
    expect(judge?.body['temperature']).toBe(0);
  });

  test('the five classes are asked for by default, and the ten of the nine-point scale on request', async () => {
    const five = await (both ??= runOfBoth());
    const classesOf = (requests: readonly { readonly model: string; readonly text: string }[]): number =>
      new Set(requests.find(({ model }) => model === 'kind')?.text.match(/\b(?:[A-Z]+_)+MET\b|\bHINTED\b/gu)).size;
    expect(classesOf(five.requests)).toBe(5);
    const nine = await judged(TWO.replace('{type: asks,', '{type: asks, scale: nine_point,'), BOTH);
    await nine.run();
    expect(classesOf(nine.requests)).toBe(10);
  });

  test('they win over --judge, and those of the run judge where the file names none', async () => {
    const answers = { ...BOTH, other: verdict('other', 'NOT_MET') };
    const own = await judged(TWO, answers, { judges: ['other'] });
    await own.run();
    expect(own.requests.map(({ model }) => model)).not.toContain('other');
    const none = await judged('asks', answers, { judges: ['other'] }, 'judges: [kind]');
    await none.run();
    expect((await none.workspace.rows())[0]?.evaluators[0]?.judges?.map(({ id }) => id)).toEqual(['other']);
  });

  test('two judges of one model get ids that can be told apart', async () => {
    const { run, workspace } = await judged('{type: asks, judges: [{model: kind}, {model: kind}]}', BOTH);
    await run();
    expect((await workspace.rows())[0]?.evaluators[0]?.judges?.map(({ id }) => id)).toEqual(['kind', 'kind#2']);
  });

  test('without a backup of their own there is none; a named one is asked when all failed', async () => {
    const answers = { spare: verdict('spare', 'FULLY_MET') };
    const without = await judged(TWO, answers, { backupJudge: 'spare' });
    expect((await without.run()).summary.outcome).toBe('undecided');
    expect(without.requests.map(({ model }) => model)).not.toContain('spare');
    const named = await judged(TWO.replace('judges:', 'backup: {id: last, model: spare}, judges:'), answers);
    await named.run();
    expect((await named.workspace.rows())[0]).toMatchObject({ score: 1, status: 'partial' });
    expect((await named.workspace.rows())[0]?.evaluators[0]?.judges?.at(-1)).toMatchObject({ id: 'last', backup: true, score: 1 });
  });

  test('a backup that is one of the judges is an error before the first request', async () => {
    const { run, requests } = await judged(TWO.replace('judges:', 'backup: {model: strict}, judges:'), BOTH);
    await expect(run()).rejects.toBeInstanceOf(ConfigError);
    await expect(run()).rejects.toThrow('judges (from an evaluator of case "one"): the backup judge has the id "strict" of a primary judge');
    expect(requests).toEqual([]);
  });
});

describe('judges of the project', () => {
  test('may have ids and approaches', async () => {
    const { run, workspace } = await judged('asks', BOTH, {}, 'judges: [{id: mild, model: kind, approach: holistic}, strict]');
    await run();
    expect((await workspace.rows())[0]?.evaluators[0]?.judges?.map(({ id, model }) => [id, model])).toEqual([
      ['mild', 'openai:kind'],
      ['strict', 'openai:strict'],
    ]);
  });
});
