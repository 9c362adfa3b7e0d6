import type { ResultRow } from '@assay/schema';
import { expect, test } from 'vitest';
import { evaluate, type EvaluateOptions } from '../../../src/index.js';
import { startModelServer, type ModelAnswer } from '../servers/model-server.js';
import { assessment, outputLines } from './blueprints.js';
import { createWorkspace } from './workspace.js';

/** Votes of a judge, by words of the criterion; one for all criteria; or a failure. */
type Votes = ModelAnswer | Readonly<Record<string, string>>;

/** An answer of a model that is out of order. */
export const DOWN = { status: 500 };

function isVotes(votes: Votes): votes is Readonly<Record<string, string>> {
  return typeof votes === 'object' && !('status' in votes);
}

/** Models on loopback under the names by which they are asked, each in the API of its provider. */
export async function judgedBy(blueprint: string, models: Readonly<Record<string, Votes>>) {
  const server = await startModelServer(({ body }) => {
    const votes = Object.entries(models).find(([name]) => name.endsWith(`:${String(body['model'])}`))?.[1] ?? DOWN;
    if (!isVotes(votes)) return votes;
    const asked = JSON.stringify(body);
    return assessment(Object.entries(votes).find(([words]) => asked.includes(words))?.[1] ?? 'no class');
  });
  const targets = Object.keys(models).map((name) => {
    const [provider = ''] = name.split(':');
    const endpoint = provider === 'anthropic' ? server.url : `${server.url}/v1`;
    return `  - {name: '${name}', provider: ${provider}, model: '${name.slice(provider.length + 1)}', endpoint: '${endpoint}', api_key: test}\n`;
  });
  const workspace = await createWorkspace({
    'b.yml': blueprint,
    'out.jsonl': outputLines({ p1: 'They are quiet, and cheap to run.' }),
    '.assay/targets.yaml': `targets:\n${targets.join('')}`,
  });
  const score = async (more: Partial<EvaluateOptions> = {}): Promise<ResultRow> => {
    await evaluate({ files: 'b.yml', cwd: workspace.folder, env: {}, outputs: 'out.jsonl', maxRetries: 0, ...more });
    const [row] = await workspace.rows();
    return row ?? expect.fail('there is no row');
  };
  const asked = (name: string): number => server.requests.filter(({ body }) => name.endsWith(`:${String(body['model'])}`)).length;
  return { workspace, score, asked, requests: server.requests };
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
  test.each(rows)('the approach %s is asked with the whole conversation', async (approach) => {
    const { score, requests } = await judgedBy(custom(FIRST.replace('holistic', approach)), { [SONNET]: { 'the quiet': 'FULLY_MET', 'the cost': 'FULLY_MET' } });
    expect((await score()).score).toBe(1);
    for (const { body } of requests) {
      const asked = JSON.stringify(body);
      expect(asked).toContain('What speaks for trams?');
      expect(asked).toContain('They are quiet, and cheap to run.');
    }
  });

/** What a judge makes of the points who puts all of them in this class, and how many classes it is shown. */
async function judged(blueprint: string, name: string) {
  const panel = await judgedBy(blueprint, { [SONNET]: { 'the quiet': name, 'the cost': name } });
  const row = await panel.score();
  return { row, classes: new Set(JSON.stringify(panel.requests[0]?.body).match(/\b(?:[A-Z]+_)+MET\b|\bHINTED\b/gu)).size };
}

/** Classes of the scale that is used where nothing else is asked for. */
export const testFiveClasses = (rows: readonly (readonly [name: string, score: number])[]): void =>
  test.each(rows)('five classes by default: %s is %d', async (name, score) => {
    const { row, classes } = await judged(FIVE, name);
    expect(row.score).toBe(score);
    expect(classes).toBe(5);
  });

/** Classes of the finer scale. */
export const testFinerClasses = (rows: readonly (readonly [name: string, score: number])[]): void =>
  test.each(rows)('the finer one on request: %s is %d', async (name, score) => {
    const { row, classes } = await judged(NINE, name);
    expect(row.score).toBe(score);
    expect(classes).toBe(10);
  });
