/** Replies as the HTTP formats write them. */
export interface WireFormat {
  text(text: string): unknown;
  calls(calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[]): unknown;
  malformedCall(): unknown;
  cutAtLimit(text: string): unknown;
  streamedText(parts: readonly string[]): readonly string[];
  streamedCalls(): readonly string[];
  error(message: string): unknown;
  readonly empty: unknown;
}

function chatCompletion(message: unknown, finishReason = 'stop'): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'model-2026-01-01',
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, message, finish_reason: finishReason }],
    usage: {
      prompt_tokens: 100,
      completion_tokens: 20,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
  };
}

function chatEvent(delta: unknown, finishReason: string | null = null): string {
  const chunk = {
    model: 'model-2026-01-01',
    system_fingerprint: 'fp_1',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

const CHAT_USAGE = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 60 } } })}\n\n`;

export const chatWire: WireFormat = {
  text: (text) => chatCompletion({ role: 'assistant', content: text }),
  calls: (calls) =>
    chatCompletion(
      {
        role: 'assistant',
        content: null,
        tool_calls: calls.map(({ id, name, input }) => ({
          id,
          type: 'function',
          function: { name, arguments: JSON.stringify(input) },
        })),
      },
      'tool_calls',
    ),
  malformedCall: () =>
    chatCompletion({
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'search', arguments: '{"q": "x' } }],
    }),
  cutAtLimit: (text) => chatCompletion({ role: 'assistant', content: text }, 'length'),
  streamedText: (parts) => [
    chatEvent({ role: 'assistant', content: '' }),
    ...parts.map((content) => chatEvent({ content })),
    chatEvent({}, 'stop'),
    CHAT_USAGE,
    'data: [DONE]\n\n',
  ],
  streamedCalls: () => [
    chatEvent({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'search', arguments: '' } }] }),
    chatEvent({ tool_calls: [{ index: 0, function: { arguments: '{"q":' } }] }),
    chatEvent({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'read', arguments: '{}' } }] }),
    chatEvent({ tool_calls: [{ index: 0, function: { arguments: '"x"}' } }] }),
    chatEvent({}, 'tool_calls'),
    'data: [DONE]\n\n',
  ],
  error: (message) => ({ error: { message, type: 'some_error', code: null } }),
  empty: { id: 'chatcmpl-1', choices: [] },
};

function message(content: readonly unknown[], stopReason = 'end_turn'): unknown {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'model-2026-01-01',
    content,
    stop_reason: stopReason,
    usage: { input_tokens: 40, cache_read_input_tokens: 60, cache_creation_input_tokens: 0, output_tokens: 20 },
  };
}

function messageEvent(type: string, data: Record<string, unknown> = {}): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

const MESSAGE_START = messageEvent('message_start', {
  message: {
    ...(message([]) as object),
    stop_reason: null,
    usage: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 1 },
  },
});

function messageEnd(stopReason: string): readonly string[] {
  return [
    messageEvent('message_delta', {
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 20 },
    }),
    messageEvent('message_stop'),
  ];
}

function streamedBlock(index: number, block: unknown, deltas: readonly unknown[]): readonly string[] {
  return [
    messageEvent('content_block_start', { index, content_block: block }),
    ...deltas.map((delta) => messageEvent('content_block_delta', { index, delta })),
    messageEvent('content_block_stop', { index }),
  ];
}

export const messagesWire: WireFormat = {
  text: (text) => message([{ type: 'text', text }]),
  calls: (calls) =>
    message(
      calls.map((call) => ({ type: 'tool_use', ...call })),
      'tool_use',
    ),
  malformedCall: () => message([{ type: 'tool_use', id: 'a', name: 'search', input: '{"q": "x' }]),
  cutAtLimit: (text) => message([{ type: 'text', text }], 'max_tokens'),
  streamedText: (parts) => [
    MESSAGE_START,
    ...streamedBlock(
      0,
      { type: 'text', text: '' },
      parts.map((text) => ({ type: 'text_delta', text })),
    ),
    ...messageEnd('end_turn'),
  ],
  streamedCalls: () => [
    MESSAGE_START,
    ...streamedBlock(0, { type: 'tool_use', id: 'a', name: 'search', input: {} }, [
      { type: 'input_json_delta', partial_json: '{"q":' },
      { type: 'input_json_delta', partial_json: '"x"}' },
    ]),
    ...streamedBlock(1, { type: 'tool_use', id: 'b', name: 'read', input: {} }, []),
    ...messageEnd('tool_use'),
  ],
  error: (text) => ({ type: 'error', error: { type: 'some_error', message: text } }),
  empty: { type: 'message', role: 'assistant', model: 'm' },
};

function geminiAnswer(parts: readonly unknown[], finishReason = 'STOP'): unknown {
  return {
    candidates: [{ index: 0, content: { role: 'model', parts }, finishReason }],
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 60,
      candidatesTokenCount: 15,
      thoughtsTokenCount: 5,
      totalTokenCount: 120,
    },
    modelVersion: 'model-2026-01-01',
    responseId: 'r1',
  };
}

function geminiEvent(parts: readonly unknown[]): string {
  const candidates = [{ index: 0, content: { role: 'model', parts } }];
  return `data: ${JSON.stringify({ candidates, modelVersion: 'model-2026-01-01' })}\r\n\r\n`;
}

const GEMINI_END = `data: ${JSON.stringify(geminiAnswer([{ text: '' }]))}\r\n\r\n`;

function functionCall(id: string, name: string, args: unknown): unknown {
  return { functionCall: { id, name, args } };
}

export const geminiWire: WireFormat = {
  text: (text) => geminiAnswer([{ text }]),
  calls: (calls) => geminiAnswer(calls.map(({ id, name, input }) => functionCall(id, name, input))),
  malformedCall: () => geminiAnswer([functionCall('a', 'search', '{"q": "x')]),
  cutAtLimit: (text) => geminiAnswer([{ text }], 'MAX_TOKENS'),
  streamedText: (parts) => [geminiEvent([{ text: '' }]), ...parts.map((text) => geminiEvent([{ text }])), GEMINI_END],
  streamedCalls: () => [
    geminiEvent([functionCall('a', 'search', { q: 'x' })]),
    geminiEvent([functionCall('b', 'read', {})]),
    GEMINI_END,
  ],
  error: (text) => ({ error: { code: 400, message: text, status: 'SOME_ERROR' } }),
  empty: { modelVersion: 'm', usageMetadata: { promptTokenCount: 1 } },
};
