import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a chat completion request that the tests look at. */
interface ChatRequest {
  readonly model: string;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly response_format?: {
    readonly type: string;
    readonly json_schema: { readonly name: string; readonly schema: object };
  };
}

/** What the server does with one request: reply with a text, fail with a status, or never answer. */
export type ChatAnswer = string | { readonly status: number; readonly message: string } | 'hang';

/** The answers of each model; the last one repeats. A function sees the request. */
export type ChatScript = Readonly<Record<string, readonly ChatAnswer[] | ((request: ChatRequest) => ChatAnswer)>>;

export interface ChatServer extends AsyncDisposable {
  readonly url: string;
  /** Every request that arrived, in order. */
  readonly requests: readonly ChatRequest[];
  requestsTo(model: string): readonly ChatRequest[];
}

async function bodyOf(request: IncomingMessage): Promise<ChatRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest;
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** A server on loopback that answers chat completion requests as the script says. */
export async function startChatServer(script: ChatScript): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const requestsTo = (model: string) => requests.filter((request) => request.model === model);

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chat = await bodyOf(request);
    requests.push(chat);
    const answers = script[chat.model] ?? [{ status: 404, message: `no model ${chat.model}` }];
    const answer =
      typeof answers === 'function'
        ? answers(chat)
        : (answers[Math.min(requestsTo(chat.model).length, answers.length) - 1] ?? '');
    if (answer === 'hang') return;
    if (typeof answer !== 'string') return sendJson(response, answer.status, { error: { message: answer.message } });
    sendJson(response, 200, {
      model: chat.model,
      system_fingerprint: `fp-${chat.model}-${requestsTo(chat.model).length}`,
      choices: [{ message: { role: 'assistant', content: answer }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 100, completion_tokens: 10 },
    });
  }

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/chat/completions`,
    requests,
    requestsTo,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
