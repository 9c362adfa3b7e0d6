import { runAssay } from '../commands/warm-assay.js';
import { startPlainServer } from '../servers/plain-server.js';
import { createWorkspace } from './workspace.js';

/** What APIs of these providers say when they say hello. */
export const HELLO = {
  chat: { choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }], usage: { prompt_tokens: 30, completion_tokens: 2 } },
  anthropic: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'hello' }], stop_reason: 'end_turn', usage: { input_tokens: 30, output_tokens: 2 } },
  google: { candidates: [{ content: { parts: [{ text: 'hello' }] }, finishReason: 'STOP' }], usageMetadata: { promptTokenCount: 30, candidatesTokenCount: 2 } },
  huggingface: { generated_text: 'hello' },
} as const;

interface Asked {
  readonly provider: string;
  readonly answer?: object | string | Buffer;
  /** Of the target, in YAML, each with a comma before it. */
  readonly options?: string;
  /** Of the case, in YAML. */
  readonly input?: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Below the address of the server. */
  readonly path?: string;
  /** The option that has the address. */
  readonly place?: 'endpoint' | 'url';
}

/** A run of one case at a server of no format: its row, and what the server was sent. */
export async function askedTarget({ provider, answer = HELLO.chat, options = '', input = 'hi', files = {}, path = '/v1', place = 'endpoint' }: Asked) {
  const { url, requests } = await startPlainServer(answer);
  const target = `{name: bot, provider: ${provider}, model: m, ${place}: "${url}${path}", api_key: sk-test-0123456789, max_retries: 0${options}}`;
  const suite = `evalcases:\n  - {id: a, expected_outcome: Greets, input: ${input}, evaluators: [{type: contains, value: hello}]}\n`;
  const { folder, rows } = await createWorkspace({ 's.yaml': suite, '.assay/targets.yaml': `targets: [${target}]\n`, ...files });
  const { exitCode, stdout } = await runAssay(['run', 's.yaml', '--target', 'bot'], { cwd: folder });
  const [row] = await rows();
  return { exitCode, stdout, row, requests, sent: requests[0]?.body };
}
