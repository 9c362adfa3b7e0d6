import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

interface EmbeddingServer {
  readonly url: string;
  /** The texts of every request. */
  readonly inputs: string[][];
}

interface EmbeddingItem {
  readonly index: number;
  readonly embedding: readonly number[];
}

/**
 * An embeddings API on loopback: counts the letters a, b and c.
 * @param changed what it sends in place of that.
 * @param most texts that it takes in one request.
 */
async function startEmbeddings(status = 200, changed: (data: readonly EmbeddingItem[]) => readonly object[] = (data) => data, most = Infinity): Promise<EmbeddingServer> {
  const inputs: string[][] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { input } = JSON.parse(text) as { input: string[] };
      inputs.push(input);
      if (input.length > most) {
        response.writeHead(422, { 'content-type': 'application/json' }).end(JSON.stringify({ error: `batch size ${input.length} > maximum allowed batch size ${most}`, error_type: 'Validation' }));
        return;
      }
      const data = input.map((item, index) => ({
        object: 'embedding',
        index,
        embedding: ['a', 'b', 'c'].map((letter) => item.split(letter).length - 1),
      }));
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(status === 200 ? { object: 'list', data: changed(data), model: 'm', usage: { prompt_tokens: 4, total_tokens: 4 } } : { error: { message: 'no vectors today' } }));
    };
    void answer();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, inputs };
}

const SUITE = `evalcases:
  - {id: close, expected_outcome: says it, input: aab, expected_output: ab, evaluators: [{type: contains, value: a}]}
  - {id: far, expected_outcome: says it, input: ac, expected_output: bb, evaluators: [{type: contains, value: a}]}
  - {id: open, expected_outcome: says it, input: ac, evaluators: [{type: contains, value: a}]}
`;

async function project(url: string, config = '{}\n') {
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/config.yaml': config,
    '.assay/targets.yaml': `targets:\n  - {name: vectors, provider: openai, model: text-embedding-3-small, endpoint: '${url}', api_key: test}\n`,
  });
  const run = (...args: string[]) =>
    runAssay(['run', 'suite.yaml', '--target', 'mock', '--max-retries', '0', ...args], { cwd: workspace.folder });
  return { workspace, run };
}

describe('similarity to the reference answer', () => {
  test('is a metric of every row that has a reference, and never part of the score', async () => {
    const server = await startEmbeddings();
    const { workspace, run } = await project(server.url);
    const { exitCode, stdout } = await run('--embeddings', 'vectors', '--json');
    const rows = new Map((await workspace.rows()).map((row) => [row.caseId, row]));
    expect(rows.get('close')?.metrics).toEqual([{ name: 'similarity', value: expect.closeTo(3 / Math.sqrt(10), 6) }]);
    expect(rows.get('far')).toMatchObject({ score: 1, status: 'ok', metrics: [{ name: 'similarity', value: 0 }], warnings: [] });
    expect(rows.get('open')?.metrics).toEqual([]);
    expect(rows.get('close')?.judgeUsage?.inputTokens).toBe(4);
    expect(rows.get('close')?.judgeCostUsd).toBeGreaterThan(0);
    expect(JSON.parse(stdout)).toMatchObject({
      groups: [{ score: 1, metrics: [{ name: 'similarity', mean: expect.closeTo(3 / Math.sqrt(10) / 2, 6), rows: 2 }] }],
    });
    expect(exitCode).toBe(0);
  });

  test('both texts go in one request, and a text is embedded once for all trials', async () => {
    const server = await startEmbeddings();
    const { run } = await project(server.url, 'embeddings: vectors\n');
    const { stdout } = await run('--id', 'close', '--repeat', '5', '--concurrency', '5');
    expect(server.inputs).toEqual([['ab', 'aab']]);
    expect(stdout).toMatch(/Score +± 95 % +Similarity[\s\S]*1\.00 +\S+ n=1 +0\.95/u);
  });

  test('failures are warnings of the rows: scores and the exit code stay', async () => {
    const server = await startEmbeddings(500);
    const { workspace, run } = await project(server.url, 'embeddings: vectors\n');
    const { exitCode } = await run();
    const rows = await workspace.rows();
    expect(rows.every(({ score, status }) => score === 1 && status === 'ok')).toBe(true);
    expect(rows.filter(({ warnings }) => warnings.some((text) => /^no similarity: .*no vectors today/u.test(text)))).toHaveLength(2);
    expect(exitCode).toBe(0);
  });

  test('is off by default', async () => {
    const server = await startEmbeddings();
    const { run } = await project(server.url);
    expect((await run()).stdout).not.toContain('Similarity');
    expect(server.inputs).toEqual([]);
  });

  test('works without a network too', async () => {
    const { workspace, run } = await project('http://127.0.0.1:9/v1');
    expect((await run('--embeddings', 'mock')).exitCode).toBe(0);
    const values = (await workspace.rows()).flatMap(({ metrics }) => metrics.map(({ value }) => value));
    expect(values).toHaveLength(2);
    expect(values.every((value) => value >= -1 && value <= 1)).toBe(true);
  });

  test('a target without embeddings is an error before the first request, but only if a case has a reference', async () => {
    const { workspace, run } = await project('http://127.0.0.1:9/v1', 'embeddings: replay:x\n');
    const { exitCode, stderr } = await run('--embeddings', 'anthropic:claude-haiku-4-5');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('embeddings "anthropic:claude-haiku-4-5" (from --embeddings): provider "anthropic" has no embeddings');
    expect(stderr).toMatch(/fix: providers that have: .*openai/u);
    await expect(workspace.rows()).rejects.toThrow();
    expect((await run('--id', 'open')).exitCode).toBe(0);
  });
});

const SIMILAR = `evalcases:
  - id: one
    expected_outcome: says it
    input: aab
    expected_output: ab
    evaluators:
      - {type: similar}
      - {name: strict, type: similar, value: [cc, ab], threshold: 0.99, weight: 0}
`;

async function scored(url: string, suite = SIMILAR) {
  const workspace = await createWorkspace({
    'suite.yaml': suite,
    '.assay/targets.yaml': `targets:\n  - {name: vectors, provider: openai, model: text-embedding-3-small, endpoint: '${url}', api_key: test}\n`,
  });
  const run = (...args: string[]) =>
    runAssay(['run', 'suite.yaml', '--target', 'mock', '--max-retries', '0', ...args], { cwd: workspace.folder });
  return { workspace, run };
}

describe('the evaluator similar', () => {
  test('scores the cosine; the reply and the reference are sent once for all who ask, and are paid for', async () => {
    const server = await startEmbeddings();
    const { workspace, run } = await scored(server.url);
    const { exitCode } = await run('--embeddings', 'vectors');
    const [row] = await workspace.rows();
    const cosine = expect.closeTo(3 / Math.sqrt(10), 6) as number;
    expect(row).toMatchObject({
      score: cosine,
      metrics: [{ name: 'similarity', value: cosine }],
      evaluators: [
        { name: 'similar', score: cosine, verdict: 'pass', judgeUsage: { inputTokens: 4 } },
        { name: 'strict', score: cosine, verdict: 'fail', details: { nearest: 'ab', threshold: 0.99 } },
      ],
    });
    expect(row?.judgeCostUsd).toBeGreaterThan(0);
    expect(server.inputs.flat().toSorted()).toEqual(['aab', 'ab', 'cc']);
    expect(exitCode).toBe(0);
  });

  test('an embedding model that fails leaves it unscored, and the run undecided', async () => {
    const server = await startEmbeddings(500);
    const { workspace, run } = await scored(server.url);
    expect((await run('--embeddings', 'vectors')).exitCode).toBe(3);
    const [row] = await workspace.rows();
    expect(row?.evaluators[0]).toMatchObject({ score: null, error: { code: 'server', message: expect.stringContaining('no vectors today') } });
  });

  test.each<[string, (data: readonly EmbeddingItem[]) => readonly object[], string, string]>([
    ['unlike lengths', ([first, ...rest]) => [{ ...first, embedding: [1] }, ...rest], 'different lengths: 1 and 3', 'one model alone answers to this name'],
    ['a number of their own', ([first]) => [first ?? {}], 'the reply has 1 vector for 2 texts', 'takes several texts at once'],
    ['another notation', (data) => data.map((item) => ({ ...item, embedding: 'AACAPwAAAAA=' })), 'no vector of numbers for text 1', 'such as encoding_format'],
  ])('vectors of %s are told with what helps, which is no login and no proxy', async (_, changed, message, hint) => {
    const server = await startEmbeddings(200, changed);
    const { workspace, run } = await scored(server.url, SIMILAR.replace(/ +- \{name: strict.*\n/u, ''));
    expect((await run('--embeddings', 'vectors')).exitCode).toBe(3);
    const [row] = await workspace.rows();
    expect(row?.evaluators[0]).toMatchObject({ score: null, error: { code: 'bad_reply', message: expect.stringContaining(message), hint: expect.stringContaining(hint) } });
  });

  test.each([
    ['by itself', SIMILAR, '7:9', 'similar'],
    ['of all cases', 'evaluators: [similar]\nevalcases:\n  - {id: one, expected_outcome: says it, input: aab}\n', '1:14', 'similar'],
    ['in a composite', SIMILAR.replace('- {type: similar}', '- {name: both, type: composite, evaluators: [similar]}').replace(/ +- \{name: strict.*\n/u, ''), '7:9', 'both'],
  ])('without an embedding model nothing is sent, and the case says who needs one: %s', async (_, suite, place, name) => {
    const { workspace, run } = await scored('http://127.0.0.1:9/v1', suite);
    const { exitCode, stderr } = await run();
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: suite.yaml:${place}: evaluator "${name}" of case "one" needs an embedding model, and none is named`);
    expect(stderr).toContain('--embeddings provider:model');
    await expect(workspace.rows()).rejects.toThrow();
  });
});

describe('more texts than one request may have', () => {
  const values = (count: number) => Array.from({ length: count }, (_, index) => `${'a'.repeat(1 + (index % 7))} value ${index}`);
  const suite = (count: number) =>
    JSON.stringify({
      evalcases: ['one', 'two'].map((id) => ({ id, expected_outcome: 'says it', input: `a ${id}`, evaluators: [{ type: 'similar', threshold: 0, value: values(count) }] })),
    });

  /** How many texts the requests had, the most first: those of two trials may cross. */
  const sizes = ({ inputs }: EmbeddingServer) => inputs.map(({ length }) => length).toSorted((a, b) => b - a);

  async function compared(server: EmbeddingServer, provider: string, text: string) {
    const workspace = await createWorkspace({
      'suite.yaml': text,
      '.assay/targets.yaml': `targets:\n  - {name: vectors, provider: ${provider}, model: m, endpoint: '${server.url}', api_key: test}\n`,
    });
    const result = await runAssay(['run', 'suite.yaml', '--target', 'mock', '--embeddings', 'vectors', '--concurrency', '1'], { cwd: workspace.folder });
    return { ...result, rows: await workspace.rows() };
  }

  test('go in as few as the API takes them in, and are asked for once for all trials', async () => {
    const server = await startEmbeddings(200, undefined, 2048);
    const { rows, stdout } = await compared(server, 'openai', suite(3000));
    expect(rows.map(({ score }) => score), stdout).toEqual([expect.closeTo(1, 1), expect.closeTo(1, 1)]);
    expect(sizes(server)).toEqual([2048, 953, 1]);
    expect(rows.map(({ judgeUsage }) => judgeUsage?.inputTokens)).toEqual([8, 4]);
  });

  test('are asked for in halves where nobody says how many a server takes, which is then kept in mind', async () => {
    const server = await startEmbeddings(200, undefined, 32);
    const { rows, stdout } = await compared(server, 'openai-compatible', suite(100));
    expect(rows.map(({ score }) => score), stdout).toEqual([expect.closeTo(1, 1), expect.closeTo(1, 1)]);
    expect(sizes(server)).toEqual([101, 51, 26, 26, 25, 24, 1]);
  });

  test('one text that is refused for itself leaves its case unscored, and says so', async () => {
    const server = await startEmbeddings(200, undefined, 0);
    const { rows, stdout, exitCode } = await compared(server, 'openai-compatible', suite(2));
    expect(rows.map(({ score }) => score)).toEqual([null, null]);
    expect(stdout).toContain('batch size 1 > maximum allowed batch size 0');
    expect(server.inputs.length).toBeLessThanOrEqual(6);
    expect(exitCode).toBe(3);
  });
});
