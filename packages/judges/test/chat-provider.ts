import {
  messageText,
  ProviderError,
  type GenerateRequest,
  type Provider,
  type ProviderErrorKind,
  type ProviderResponse,
} from '@assay/schema';

interface ChatCompletion {
  readonly model: string;
  readonly system_fingerprint: string;
  readonly choices: readonly { readonly message: { readonly content: string }; readonly finish_reason: string }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

function kindOf(status: number): ProviderErrorKind {
  if (status === 401) return 'auth';
  if (status === 429) return 'rate_limit';
  return status >= 500 ? 'server' : 'bad_request';
}

function bodyOf(model: string, request: GenerateRequest): string {
  const format = request.responseFormat;
  return JSON.stringify({
    model,
    temperature: request.temperature,
    max_tokens: request.maxTokens,
    messages: request.messages.map(({ role, content }) => ({ role, content: messageText(content) })),
    ...(format ? { response_format: { type: 'json_schema', json_schema: { ...format, strict: true } } } : {}),
  });
}

function toResponse(completion: ChatCompletion): ProviderResponse {
  const text = completion.choices[0]?.message.content ?? '';
  return {
    text,
    messages: [{ role: 'assistant', content: text, generated: true }],
    toolCalls: [],
    usage: { inputTokens: completion.usage.prompt_tokens, outputTokens: completion.usage.completion_tokens },
    costUsd: 0.25,
    latencyMs: 1,
    model: completion.model,
    finishReason: completion.choices[0]?.finish_reason === 'length' ? 'length' : 'stop',
    fingerprint: completion.system_fingerprint,
  };
}

/** A provider for a chat completions URL, without retries. */
export function chatProvider(url: string, model: string, structuredOutput = false): Provider {
  return {
    name: `target-${model}`,
    provider: 'test',
    model,
    structuredOutput,
    async generate(request) {
      const init = { method: 'POST', body: bodyOf(model, request), signal: request.signal };
      const response = await fetch(url, init).catch((cause: unknown) => {
        const kind = request.signal.aborted ? 'aborted' : 'network';
        throw new ProviderError(`cannot reach ${model}`, { kind, target: model, cause });
      });
      const body: unknown = await response.json();
      if (response.ok) return toResponse(body as ChatCompletion);
      const { message } = (body as { error: { message: string } }).error;
      throw new ProviderError(message, { kind: kindOf(response.status), status: response.status, target: model });
    },
  };
}
