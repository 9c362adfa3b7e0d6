import type { ResultRow } from '@assay/schema';
import { expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../../../src/index.js';
import { startModelServer, type Arrived, type ModelAnswer } from '../servers/model-server.js';
import { askedTogether, type WhenDone } from '../asked-together.js';
import { assessment, outputLines } from './blueprints.js';
import { createWorkspace } from './workspace.js';

/** Votes of a judge, by words of the criterion; one for all criteria; or a failure. */
type Votes = ModelAnswer | Readonly<Record<string, string>>;

/** What judges do, by the names of their models. */
type Models = Readonly<Record<string, Votes>>;

/** An answer of a model that is out of order. */
export const DOWN = { status: 500 };

function isVotes(votes: Votes): votes is Readonly<Record<string, string>> {
  return typeof votes === 'object' && !('status' in votes);
}

const isFor = (name: string, { body }: Arrived): boolean => name.endsWith(`:${String(body['model'])}`);

/** What a judge answers. One that is none of these is out of order. */
function answerOf(models: Models, arrived: Arrived): ModelAnswer {
  const votes = Object.entries(models).find(([name]) => isFor(name, arrived))?.[1] ?? DOWN;
  if (!isVotes(votes)) return votes;
  const asked = JSON.stringify(arrived.body);
  return assessment(Object.entries(votes).find(([words]) => asked.includes(words))?.[1] ?? 'no class');
}

/** Targets on loopback under the names by which models are asked, each in the API of its provider. */
function targetsAt(url: string, names: readonly string[]): string {
  const targets = names.map((name) => {
    const [provider = ''] = name.split(':');
    const endpoint = provider === 'anthropic' ? url : `${url}/v1`;
    return `  - {name: '${name}', provider: ${provider}, model: '${name.slice(provider.length + 1)}', endpoint: '${endpoint}', api_key: test}\n`;
  });
  return `targets:\n${targets.join('')}`;
}

/** How often models of a name were asked. */
const countsOf = (requests: readonly Arrived[]) => (name: string): number => requests.filter((arrived) => isFor(name, arrived)).length;

const REPLY = 'They are quiet, and cheap to run.';

/** A project with a blueprint, a reply to its prompt, and its judges. */
export async function judgedBy(blueprint: string, models: Models) {
  const { url, requests } = await startModelServer((arrived) => answerOf(models, arrived));
  const workspace = await createWorkspace({ 'b.yml': blueprint, 'out.jsonl': outputLines({ p1: REPLY }), '.assay/targets.yaml': targetsAt(url, Object.keys(models)) });
  const score = async (more: Partial<EvaluateOptions> = {}): Promise<ResultRow> => {
    await evaluate({ files: 'b.yml', cwd: workspace.folder, env: {}, outputs: 'out.jsonl', maxRetries: 0, ...more });
    const [row] = await workspace.rows();
    return row ?? expect.fail('there is no row');
  };
  return { workspace, score, asked: countsOf(requests), requests };
}

/** A blueprint that is judged, and by whom. */
interface Judged {
  readonly blueprint: string;
  readonly models: Models;
}

/** The row of each, and what its judges were asked, by a run in which each blueprint is a suite. The reply to each says in brackets which it is. */
async function judgeAll(all: readonly Judged[], whenDone: WhenDone): Promise<readonly { readonly row: ResultRow | undefined; readonly requests: readonly Arrived[] }[]> {
  const suites = all.map((judged, index) => ({ ...judged, name: `b${index}`, file: `b${index}.yml`, reply: `${REPLY} (${index})` }));
  const isAbout = (reply: string, { body }: Arrived): boolean => JSON.stringify(body).includes(reply);
  const { url, requests } = await startModelServer((arrived) => answerOf(suites.find(({ reply }) => isAbout(reply, arrived))?.models ?? {}, arrived), whenDone);
  const files = {
    ...Object.fromEntries(suites.map(({ file, blueprint }) => [file, blueprint])),
    'out.jsonl': suites.map(({ name, reply }) => outputLines({ p1: { suite: name, text: reply } })).join(''),
    '.assay/targets.yaml': targetsAt(url, [...new Set(all.flatMap(({ models }) => Object.keys(models)))]),
  };
  const workspace = await createWorkspace(files, whenDone);
  await evaluate({ files: suites.map(({ file }) => file), cwd: workspace.folder, env: {}, outputs: 'out.jsonl', maxRetries: 0 });
  const rows = await workspace.rows();
  return suites.map(({ name, reply }) => ({ row: rows.find(({ suite }) => suite === name), requests: requests.filter((arrived) => isAbout(reply, arrived)) }));
}

/** Judges that fail are given up for the whole run, so only those that always vote share one. */
const judge = askedTogether(judgeAll, (...both) => both.every(({ models }) => Object.values(models).every(isVotes)));

/** The row of a blueprint that its judges assess, by a run that is shared with those who ask at the same time. */
export async function judgedTogether(blueprint: string, models: Models) {
  const { row, requests } = await judge({ blueprint, models });
  return { row: row ?? expect.fail('there is no row'), asked: countsOf(requests), requests };
}

/** Two judges, as the header of a blueprint names them. */
export const FIRST = `      - id: 'primary-judge'
        model: 'anthropic:claude-3-5-sonnet'
        approach: 'holistic'
`;
export const SECOND = `      - id: 'secondary-judge'
        model: 'openai:gpt-4o'
        approach: 'prompt-aware'
`;

/** A prompt with two points. */
export const POINTS = `---
- id: p1
  prompt: "What speaks for trams?"
  should:
    - "Names the quiet"
    - "Names the cost"
`;

/** A blueprint with judges of its own. */
export const custom = (judges: string, more = '', points = POINTS): string => `title: "Judges of its own"
models:
  - openai:gpt-4o-mini
evaluationConfig:
  llm-coverage:
    judges:
${judges}${more}${points}`;

/** The models of the two judges. */
export const SONNET = 'anthropic:claude-3-5-sonnet';
export const GPT = 'openai:gpt-4o';

/** The scale that is used where nothing else is asked for, and the finer one. */
export const FIVE = custom(FIRST);
const NINE = custom(FIRST, '    useExperimentalScale: true\n');

/** Judges of these approaches see both sides of the conversation. */
export const testApproaches = (rows: readonly string[]): void =>
  test.concurrent.each(rows)('the approach %s is asked with the whole conversation', async (approach) => {
    const { row, requests } = await judgedTogether(custom(FIRST.replace('holistic', approach)), { [SONNET]: { 'the quiet': 'FULLY_MET', 'the cost': 'FULLY_MET' } });
    expect(row.score).toBe(1);
    expect(requests).not.toEqual([]);
    for (const { body } of requests) {
      const asked = JSON.stringify(body);
      expect(asked).toContain('What speaks for trams?');
      expect(asked).toContain('They are quiet, and cheap to run.');
    }
  });

/** What a judge makes of the points who puts all of them in this class, and how many classes it is shown. */
async function judged(blueprint: string, name: string) {
  const { row, requests } = await judgedTogether(blueprint, { [SONNET]: { 'the quiet': name, 'the cost': name } });
  return { row, classes: new Set(JSON.stringify(requests[0]?.body).match(/\b(?:[A-Z]+_)+MET\b|\bHINTED\b/gu)).size };
}

/** Classes of the scale that is used where nothing else is asked for. */
export const testFiveClasses = (rows: readonly (readonly [name: string, score: number])[]): void =>
  test.concurrent.each(rows)('five classes by default: %s is %d', async (name, score) => {
    const { row, classes } = await judged(FIVE, name);
    expect(row.score).toBe(score);
    expect(classes).toBe(5);
  });

/** Classes of the finer scale. */
export const testFinerClasses = (rows: readonly (readonly [name: string, score: number])[]): void =>
  test.concurrent.each(rows)('the finer one on request: %s is %d', async (name, score) => {
    const { row, classes } = await judged(NINE, name);
    expect(row.score).toBe(score);
    expect(classes).toBe(10);
  });
