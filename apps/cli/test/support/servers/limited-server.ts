import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { createWorkspace } from '../projects/workspace.js';

/** The headers of what is JSON. */
export const JSON_TYPE = { 'content-type': 'application/json' };

/** A reply that passes, of seven tokens. */
export const REPLY = JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'It is 42.' }, finish_reason: 'stop' }], usage: { prompt_tokens: 3, completion_tokens: 4 } });

type WhenDone = TestContext['onTestFinished'];

interface Asked {
  readonly number: number;
  /** Milliseconds since some moment. */
  readonly at: number;
}

/** A chat server that answers as it is told; false for what it is to answer as usual. */
export async function start(whenDone: WhenDone, answer: (asked: Asked, response: ServerResponse) => boolean) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const one = { number: asked.length + 1, at: performance.now() };
    asked.push(one);
    request.resume().on('end', () => {
      if (!answer(one, response)) setTimeout(() => response.writeHead(200, JSON_TYPE).end(REPLY), 5);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  whenDone(() => {
    server.close();
    server.closeAllConnections();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

/** A project of so many cases on such a server. */
export async function project(whenDone: WhenDone, url: string, cases: number, more = '') {
  const lines = Array.from({ length: cases }, (_, n) => JSON.stringify({ id: `c${n}`, expected_outcome: 'says 42', input: `question ${n}`, evaluators: [{ type: 'contains', value: '42' }] }));
  const workspace = await createWorkspace(
    {
      'cases.jsonl': lines.join('\n'),
      '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${url}', api_key: test${more}}\n`,
    },
    whenDone,
  );
  return { workspace, run: (...args: string[]) => runAssay(['run', 'cases.jsonl', '--target', 'bot', ...args], { cwd: workspace.folder }) };
}

/** Milliseconds between each request and the next. */
export function gaps(asked: readonly Asked[]): number[] {
  return asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? at));
}
