import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  /** Everything that was said, as one text. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What the server does with a request: text is a reply, the rest are faults. */
export type ChatAnswer =
  | string
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | { readonly reset: true }
  | { readonly hang: true }
  | { readonly raw: string };

export interface ChatServer {
  /** Base URL in the form that `endpoint` takes. */
  readonly url: string;
  readonly requests: ChatRequest[];
}

function completion(model: string, content: string): string {
  return JSON.stringify({
    id: 'chatcmpl-test',
    object: 'chat.completion',
    created: 1,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 },
  });
}

function send(response: ServerResponse, request: ChatRequest, answer: ChatAnswer): void {
  const json = { 'content-type': 'application/json' };
  if (typeof answer === 'string') response.writeHead(200, json).end(completion(request.model, answer));
  else if ('raw' in answer) response.writeHead(200, json).end(answer.raw);
  else if ('reset' in answer) response.destroy();
  else if ('status' in answer) response.writeHead(answer.status, { ...json, ...answer.headers }).end(answer.body ?? '{}');
}

async function read(request: IncomingMessage): Promise<ChatRequest> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body = JSON.parse(text) as { model: string; messages: ChatRequest['messages'] } & Record<string, unknown>;
  return {
    model: body.model,
    messages: body.messages,
    text: body.messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n'),
    body,
  };
}

/** A chat-completions API on loopback that answers as the test says; stopped when the test has finished. */
export async function startChatServer(
  answer: (request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>,
  whenDone: (stop: () => Promise<void>) => void = onTestFinished,
): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((incoming, response) => {
    const handle = async (): Promise<void> => {
      const request = await read(incoming);
      requests.push(request);
      send(response, request, await answer(request));
    };
    void handle();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  whenDone(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/v1`, requests };
}
