import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errorText, isJsonObject, UnscoredError, type JudgeReply, type TokenUsage } from '@assay/schema';
import type { JudgeDesk, ScriptQuestion } from './judge-desk.js';

/** Most bytes of a request: a question with the texts that it is about. */
const REQUEST_LIMIT = 4 * 2 ** 20;
/** Nobody else is to be on the machine's loopback who could use it, and be it for the life of one script. */
const HOST = '127.0.0.1';

/** What the script is told in place of a reply. */
class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export interface JudgeServer {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  /** Whoever asks has to know it. */
  readonly token: string;
  /** Ends the server, and with it every connection. */
  close(): Promise<void>;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function readObject(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > REQUEST_LIMIT) throw new Refusal(413, `the request has more than ${REQUEST_LIMIT / 2 ** 20} MB`);
    chunks.push(chunk);
  }
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'the request is no JSON');
  }
  if (!isJsonObject(value)) throw new Refusal(400, 'the request must be a JSON object');
  return value;
}

/** A text that may be missing. */
function textIn(object: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = object[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Refusal(400, `${key} must be a text`);
  return value;
}

function readQuestion(value: unknown, { judgeIds }: JudgeDesk): ScriptQuestion {
  if (!isJsonObject(value)) throw new Refusal(400, 'a question must be a JSON object');
  const question = textIn(value, 'question');
  if (question === undefined || question.trim() === '') throw new Refusal(400, 'Missing required field: question');
  const judge = textIn(value, 'target') ?? textIn(value, 'provider');
  if (judge !== undefined && !judgeIds.includes(judge)) throw new Refusal(400, `Unknown target '${judge}'. Available: ${judgeIds.join(', ')}`);
  return { question, systemPrompt: textIn(value, 'systemPrompt'), judge };
}

function wireUsage({ inputTokens: input, outputTokens: output, cachedInputTokens: cached, reasoningTokens: reasoning }: TokenUsage) {
  return { input, output, cached, reasoning };
}

function wireReply(text: string, { usage }: JudgeReply) {
  return { output: [{ role: 'assistant', content: text }], rawText: text, tokenUsage: usage && wireUsage(usage) };
}

function whyNot({ id, error }: JudgeReply): string {
  return `judge ${id}: ${error?.message ?? 'no reply'}`;
}

/** What the server answers, by method and path. */
function routesOf(desk: JudgeDesk) {
  return {
    'GET /info': async () => {
      const [first = ''] = desk.judgeIds;
      const counts = { maxCalls: desk.mostCalls, callCount: desk.calls };
      return { targetName: first, availableTargets: desk.judgeIds, providerLabel: first, availableProviderLabels: desk.judgeIds, ...counts };
    },
    'POST /invoke': async (request: IncomingMessage, signal: AbortSignal) => {
      const question = readQuestion(await readObject(request), desk);
      if (!desk.admit(1)) throw new Refusal(429, `Max calls exceeded (limit: ${desk.mostCalls})`);
      const reply = await desk.ask(question, signal);
      if (reply.text === null) throw new Refusal(500, whyNot(reply));
      return wireReply(reply.text, reply);
    },
    'POST /invokeBatch': async (request: IncomingMessage, signal: AbortSignal) => {
      const { requests } = await readObject(request);
      if (!Array.isArray(requests)) throw new Refusal(400, 'Missing required field: requests (array)');
      const questions = requests.map((item) => readQuestion(item, desk));
      const before = desk.calls;
      if (!desk.admit(questions.length)) throw new Refusal(429, `Batch would exceed max calls (current: ${before}, batch: ${questions.length}, limit: ${desk.mostCalls})`);
      const replies = await Promise.all(questions.map((question) => desk.ask(question, signal)));
      return { responses: replies.map((reply) => (reply.text === null ? { output: [], rawText: `Error: ${whyNot(reply)}` } : wireReply(reply.text, reply))) };
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 413 ? { connection: 'close' } : {}) }).end(JSON.stringify(body));
}

/**
 * Opens the server by which a script asks judges, in the words of AgentV's target proxy: `GET /info`, `POST /invoke` and
 * `POST /invokeBatch`, each with the token.
 * @throws UnscoredError when no port can be had.
 */
export async function openJudgeServer(desk: JudgeDesk): Promise<JudgeServer> {
  const token = randomBytes(32).toString('hex');
  const wanted = digest(`Bearer ${token}`);
  const routes: Readonly<Record<string, (request: IncomingMessage, signal: AbortSignal) => Promise<unknown>>> = routesOf(desk);
  // What is asked for a trial counts as asked by it, wherever the question came in.
  const asTrial = AsyncLocalStorage.snapshot();

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    try {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) throw new Refusal(401, 'Unauthorized');
      const route = `${request.method} ${request.url}`;
      const answer = Object.hasOwn(routes, route) ? routes[route] : undefined;
      if (!answer) throw new Refusal(404, 'Not found');
      send(response, 200, await answer(request, gone.signal));
    } catch (error) {
      send(response, error instanceof Refusal ? error.status : 500, { error: errorText(error) });
    }
  }

  const server = createServer((request, response) => void asTrial(handle, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new UnscoredError(`no judge could be lent to the script: ${error.message}`, { cause: error })));
    server.listen(0, HOST, resolve);
  });
  const address = server.address();
  return {
    url: `http://${HOST}:${typeof address === 'object' ? address?.port : ''}`,
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
