import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as it arrived. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface ModelServer {
  /** Without a path. */
  readonly url: string;
  readonly requests: Arrived[];
}

/** The reply in the format of the API that the request is made for. */
function replyTo({ path, body }: Arrived, text: string): object {
  if (body['contents'] !== undefined) {
    return {
      candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 10, totalTokenCount: 30 },
    };
  }
  if (path.endsWith('/messages')) {
    return {
      id: 'msg_test',
      type: 'message',
      role: 'assistant',
      model: body['model'],
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 20, output_tokens: 10 },
    };
  }
  const said = body['prompt'] === undefined ? { message: { role: 'assistant', content: text } } : { text };
  return {
    id: 'cmpl-test',
    object: body['prompt'] === undefined ? 'chat.completion' : 'text_completion',
    created: 1,
    model: body['model'],
    choices: [{ index: 0, ...said, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  };
}

async function read(request: IncomingMessage): Promise<Arrived> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Arrived['body'] };
}

/** What a model says, or the status that it fails with. */
export type ModelAnswer = string | { readonly status: number };

/** The APIs of all formats that a custom model can inherit, on loopback; stopped when the test has finished, or when `whenDone` says. */
export async function startModelServer(reply: (arrived: Arrived) => ModelAnswer, whenDone: (stop: () => Promise<void>) => void = onTestFinished): Promise<ModelServer> {
  const requests: Arrived[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const arrived = await read(request);
      requests.push(arrived);
      const text = reply(arrived);
      const json = { 'content-type': 'application/json' };
      if (typeof text === 'string') response.writeHead(200, json).end(JSON.stringify(replyTo(arrived, text)));
      else response.writeHead(text.status, json).end('{"error":{"message":"out of order"}}');
    };
    void answer();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  whenDone(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
