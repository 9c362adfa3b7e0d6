import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** What was asked of a {@link CountingServer}. */
type Kind = 'embedding' | 'judge' | 'reply';

export interface CountingServer {
  /** Base URL in the form that `endpoint` takes. */
  readonly url: string;
  /** Requests in the order of their arrival. */
  readonly asked: readonly { readonly kind: Kind; readonly model: string }[];
  /** The most requests under way at once: of all, or of one kind or model. */
  most(of?: string): number;
}

interface Body {
  readonly model: string;
  readonly input?: readonly string[];
  readonly messages?: readonly { readonly content: unknown }[];
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as Body;
}

function kindOf({ input, messages = [] }: Body): Kind {
  if (input) return 'embedding';
  return messages.some(({ content }) => String(content).includes('FULLY_MET')) ? 'judge' : 'reply';
}

function answerTo({ model, input }: Body, kind: Kind): object {
  if (input) return { object: 'list', model, data: input.map((_, index) => ({ object: 'embedding', index, embedding: [1, 1] })) };
  const content = kind === 'judge' ? JSON.stringify({ reflection: 'It is.', classification: 'FULLY_MET' }) : 'an answer';
  return { id: 'x', object: 'chat.completion', created: 1, model, choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] };
}

/** An API of models, judges and embeddings that counts how many requests it has at once. */
export async function startCountingServer(delayMs: number | ((kind: Kind) => number)): Promise<CountingServer> {
  const asked: { kind: Kind; model: string }[] = [];
  const now = new Map<string, number>();
  const most = new Map<string, number>();
  const change = (key: string, by: number): void => {
    const count = (now.get(key) ?? 0) + by;
    now.set(key, count);
    most.set(key, Math.max(most.get(key) ?? 0, count));
  };
  const server = createServer((request, response) => {
    const handle = async (): Promise<void> => {
      const body = await bodyOf(request);
      const kind = kindOf(body);
      const keys = ['all', kind, body.model];
      asked.push({ kind, model: body.model });
      for (const key of keys) change(key, 1);
      await sleep(typeof delayMs === 'number' ? delayMs : delayMs(kind));
      for (const key of keys) change(key, -1);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answerTo(body, kind)));
    };
    void handle();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, most: (of = 'all') => most.get(of) ?? 0 };
}
