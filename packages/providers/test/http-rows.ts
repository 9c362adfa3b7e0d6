import type { ReceivedRequest } from './stub-server.js';
import { chatWire, geminiWire, messagesWire, type WireFormat } from './wire-formats.js';

/** A provider behind HTTP, as the table of tests needs to know it. */
export interface HttpRow {
  readonly name: string;
  readonly wire: WireFormat;
  /** Path that requests must arrive at. */
  readonly path: string;
  readonly options: (url: string) => Record<string, unknown>;
  /** Options for the mock LLM server, which has paths of its own for some providers. */
  readonly mockOptions?: (url: string) => Record<string, unknown>;
  /** True if `responseFormat` is enforced. */
  readonly structuredOutput: boolean;
  /** What was asked, under the names of chat completions, for formats that write it elsewhere. */
  readonly asked?: (request: ReceivedRequest) => Record<string, unknown>;
  /** The part of the body that asks for JSON of this schema, where it is not `response_format`. */
  readonly structured?: (schema: unknown) => Record<string, unknown>;
  /** True if JSON comes as the input of a tool that the model must call. */
  readonly forcedTool?: boolean;
  /** True if nobody is paid for replies. */
  readonly local?: boolean;
}

export const API_KEY = 'sk-very-secret-0123456789';
export const MODEL = 'test-model';

function chat(name: string, structuredOutput: boolean, more: Partial<HttpRow> = {}): HttpRow {
  return {
    name,
    wire: chatWire,
    path: '/v1/chat/completions',
    options: (url) => ({ endpoint: `${url}/v1`, api_key: API_KEY }),
    structuredOutput,
    ...more,
  };
}

/** Gemini names model and streaming in the path, and has settings in a place of their own. */
function geminiAsked({ url, body }: ReceivedRequest): Record<string, unknown> {
  const { contents, generationConfig, ...rest } = body;
  const { maxOutputTokens, topP, ...settings } = (generationConfig ?? {}) as Record<string, unknown>;
  return {
    ...rest,
    ...settings,
    messages: contents,
    model: /models\/([^:]+):/u.exec(url)?.[1],
    ...(maxOutputTokens === undefined ? {} : { max_tokens: maxOutputTokens }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(url.endsWith(':streamGenerateContent?alt=sse') ? { stream: true } : {}),
  };
}

/** One row each: a new provider gets the whole table of tests by being added here. */
export const HTTP_ROWS: readonly HttpRow[] = [
  chat('openai', true),
  chat('openai-compatible', false),
  chat('mistral', true),
  chat('together', true),
  chat('xai', true),
  chat('openrouter', true),
  chat('ollama', true, { local: true }),
  chat('azure', true, {
    path: `/openai/deployments/${MODEL}/chat/completions?api-version=2024-10-21`,
    options: (url) => ({ endpoint: url, api_key: API_KEY }),
  }),
  {
    name: 'anthropic',
    wire: messagesWire,
    path: '/v1/messages',
    options: (url) => ({ endpoint: url, api_key: API_KEY }),
    structuredOutput: true,
    forcedTool: true,
    structured: () => ({ tool_choice: { type: 'tool', name: 'verdict' } }),
  },
  {
    name: 'google',
    wire: geminiWire,
    path: `/v1beta/models/${MODEL}:generateContent`,
    options: (url) => ({ endpoint: url, api_key: API_KEY }),
    structuredOutput: true,
    structured: (schema) => ({
      generationConfig: { responseMimeType: 'application/json', responseJsonSchema: schema },
    }),
    asked: geminiAsked,
  },
];

const ALIKE: ReadonlySet<string> = new Set(['mistral', 'openrouter', 'together', 'xai']);

/** Whether it asks for chat completions as others do, of which `openai-compatible` tells. */
export function isAlike({ name }: HttpRow): boolean {
  return ALIKE.has(name);
}
