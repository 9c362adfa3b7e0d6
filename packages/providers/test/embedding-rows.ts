import { isJsonObject } from '@assay/schema';
import { API_KEY } from './http-rows.js';
import type { ReceivedRequest } from './stub-server.js';

/** An embedding API, as the table of tests needs to know it. */
export interface EmbeddingRow {
  readonly name: string;
  /** Path that requests must arrive at. */
  readonly path: string;
  readonly options: (url: string) => Record<string, unknown>;
  /** The reply with these vectors, 100 tokens read. */
  readonly reply: (vectors: readonly unknown[]) => Record<string, unknown>;
  readonly error: (message: string) => unknown;
  readonly texts: (request: ReceivedRequest) => unknown;
  readonly model: (request: ReceivedRequest) => unknown;
  readonly dimensions: (request: ReceivedRequest) => unknown;
  /** True if nobody is paid. */
  readonly local?: boolean;
}

export const EMBEDDING_MODEL = 'test-embedding';

function jsonRow(name: string, more: Partial<EmbeddingRow> = {}): EmbeddingRow {
  return {
    name,
    path: '/v1/embeddings',
    options: (url) => ({ endpoint: `${url}/v1`, api_key: API_KEY }),
    // Numbered, and in another order than the texts.
    reply: (vectors) => ({
      object: 'list',
      model: 'embedding-2026-01-01',
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).toReversed(),
      usage: { prompt_tokens: 100, total_tokens: 100 },
    }),
    error: (message) => ({ error: { message, type: 'some_error', code: null } }),
    texts: ({ body }) => body['input'],
    model: ({ body }) => body['model'],
    dimensions: ({ body }) => body['dimensions'],
    ...more,
  };
}

function geminiRequests({ body }: ReceivedRequest): readonly Record<string, unknown>[] {
  return body['requests'] as readonly Record<string, unknown>[];
}

function geminiText(request: Record<string, unknown>): unknown {
  const { content } = request;
  const parts = isJsonObject(content) ? content['parts'] : undefined;
  return Array.isArray(parts) ? (parts as readonly { text: unknown }[]).map(({ text }) => text).join('|') : undefined;
}

/** One row each: a new embedding API gets the whole table of tests by being added here. */
export const EMBEDDING_ROWS: readonly EmbeddingRow[] = [
  jsonRow('openai'),
  jsonRow('openai-compatible'),
  jsonRow('mistral', { dimensions: ({ body }) => body['output_dimension'] }),
  jsonRow('together'),
  jsonRow('openrouter'),
  jsonRow('ollama', { local: true }),
  jsonRow('azure', {
    path: `/openai/deployments/${EMBEDDING_MODEL}/embeddings?api-version=2024-10-21`,
    options: (url) => ({ endpoint: url, api_key: API_KEY }),
  }),
  {
    name: 'google',
    path: `/v1beta/models/${EMBEDDING_MODEL}:batchEmbedContents`,
    options: (url) => ({ endpoint: url, api_key: API_KEY }),
    reply: (vectors) => ({
      embeddings: vectors.map((values) => ({ values })),
      usageMetadata: { promptTokenCount: 100 },
    }),
    error: (message) => ({ error: { code: 400, message, status: 'SOME_ERROR' } }),
    texts: (request) => geminiRequests(request).map(geminiText),
    model: (request) => geminiRequests(request)[0]?.['model']?.toString().replace('models/', ''),
    dimensions: (request) => geminiRequests(request)[0]?.['outputDimensionality'],
  },
];
