import { describe, expect, test } from 'vitest';
import { startChatServer, type ChatAnswer, type ChatRequest } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const SUITE = `
evalcases:
  - id: greeting
    expected_outcome: Greets politely
    input: Say hello
    rubrics: [Must be polite]
`;

const GRADE = JSON.stringify({ reflection: 'Polite.', hits: [], misses: [], classification: 'FULLY_MET' });

async function judgedBy(provider: string, answer: (request: ChatRequest) => ChatAnswer) {
  const server = await startChatServer(answer);
  const workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/targets.yaml': `targets:
  - { name: judge, provider: ${provider}, model: some/judge, endpoint: '${server.url}', api_key: test-key-0123456789 }
  - { name: agent, provider: mock, reply: 'Hello, dear guest!', judge_target: judge }
`,
  });
  const finished = await runAssay(['run', 'suite.yaml', '--target', 'agent'], { cwd: workspace.folder });
  return { finished, server, rows: await workspace.rows() };
}

describe.each(['openrouter', 'together', 'mistral'])('a judge behind %s', (provider) => {
  test('is asked for JSON of the schema of verdicts', async () => {
    const { finished, server, rows } = await judgedBy(provider, () => GRADE);
    expect(finished.exitCode).toBe(0);
    expect(rows[0]?.score).toBe(1);
    expect(server.requests.map(({ body }) => body['response_format'])).toEqual([
      {
        type: 'json_schema',
        json_schema: {
          name: expect.any(String),
          strict: true,
          schema: expect.objectContaining({ type: 'object', additionalProperties: false }),
        },
      },
    ]);
  });

  test('whose model knows no schemas is asked again without', async () => {
    const { finished, server, rows } = await judgedBy(provider, ({ body }) =>
      body['response_format'] === undefined
        ? GRADE
        : { status: 400, body: '{"error":{"message":"response_format json_schema is not supported by this model"}}' },
    );
    expect(finished.exitCode).toBe(0);
    expect(rows[0]).toMatchObject({ score: 1, status: 'ok' });
    expect(server.requests.map(({ body }) => body['response_format'] !== undefined)).toEqual([true, false]);
  });
});
