/** What every reply that can be read says: letters of one to four bytes. */
export const SAID = 'fine é漢😀';

/** Values of a reply that are not what the format says, with what is wrong with them; undefined where it can be read. */
type OddBodies = Readonly<Record<string, readonly [body: unknown, problem: RegExp | undefined]>>;

/** How one kind of API answers. */
export interface Protocol {
  /** Providers that speak it, each with what its target needs besides. */
  readonly providers: Readonly<Record<string, string>>;
  /** Below the address of the server. */
  readonly path: string;
  /** A reply in one piece. */
  whole(text: string): unknown;
  /** A reply in pieces, each with the name of its event; undefined where there is no streaming. */
  readonly events?: (pieces: readonly string[]) => readonly (readonly [name: string, data: unknown])[];
  /** The end of a stream, besides the events. */
  readonly end?: string;
  /** An error that comes in the middle of a stream. */
  readonly error?: readonly [name: string, data: unknown];
  readonly odd: OddBodies;
}

const usage = { prompt_tokens: 1, completion_tokens: 1 };
const message = (fields: object, more: object = {}) => ({ choices: [{ message: { role: 'assistant', ...fields }, finish_reason: 'stop', ...more }], usage });
const calls = (input: unknown) => message({ content: SAID, tool_calls: [{ id: 'a', function: { name: 'look', arguments: input } }] });

const chat: Protocol = {
  providers: {
    openai: 'api_key: none-at-all',
    'openai-compatible': '',
    mistral: 'api_key: none-at-all',
    together: 'api_key: none-at-all',
    xai: 'api_key: none-at-all',
    openrouter: 'api_key: none-at-all',
    ollama: '',
    azure: 'api_key: none-at-all',
  },
  path: '/v1',
  whole: (content) => message({ content }),
  events: (pieces) => [
    ['', { choices: [{ delta: { role: 'assistant', content: '' } }] }],
    ...pieces.map((content): [string, unknown] => ['', { choices: [{ delta: { content } }] }]),
    ['', { choices: [{ delta: {}, finish_reason: 'stop' }] }],
    ['', { choices: [], usage }],
  ],
  end: '[DONE]',
  error: ['', { error: { message: 'the model fell over', type: 'server_error' } }],
  odd: {
    'no choice': [{ choices: [] }, /no choices/u],
    'choices that are null': [{ choices: null }, /no choices/u],
    'a choice that is a list': [{ choices: [[]] }, /no choices/u],
    'no message': [{ choices: [{ message: null, finish_reason: 'stop' }] }, /no message/u],
    'a message that is a list': [{ choices: [{ message: [], finish_reason: 'stop' }] }, /no message/u],
    'content 42': [message({ content: 42 }), /content must be .* not a number/u],
    'content true': [message({ content: true }), /content must be .* not a boolean/u],
    'a part that is a number': [message({ content: [7] }), /a part of content must be .* not a number/u],
    'tool calls that are a text': [message({ content: SAID, tool_calls: 'look' }), /tool_calls must be a list/u],
    'arguments that are an object': [calls({ a: 1 }), undefined],
    'arguments that are a number': [calls(7), undefined],
    'arguments that are null': [calls(null), undefined],
    'tokens as texts': [{ ...message({ content: SAID }), usage: { prompt_tokens: '1', completion_tokens: '1e3' } }, undefined],
    'tokens below zero': [{ ...message({ content: SAID }), usage: { prompt_tokens: -1, completion_tokens: -5, cost: -1 } }, undefined],
    'a refusal': [message({ content: null, refusal: SAID }), undefined],
    'an error in words': [{ error: 'the model fell over' }, /the model fell over/u],
    'an error beside no choice': [{ choices: [], error: { message: 'the model fell over', code: 502 } }, /the model fell over/u],
  },
};

const block = (text: unknown) => ({ type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text }], stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } });
const blocks = (content: unknown) => ({ ...block(''), content });

const messages: Protocol = {
  providers: { anthropic: 'api_key: none-at-all' },
  path: '',
  whole: block,
  events: (pieces) => [
    ['message_start', { type: 'message_start', message: { ...block(''), content: [], stop_reason: null } }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }],
    ['ping', { type: 'ping' }],
    ...pieces.map((text): [string, unknown] => ['content_block_delta', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }]),
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }],
    ['message_stop', { type: 'message_stop' }],
  ],
  error: ['error', { type: 'error', error: { type: 'overloaded_error', message: 'the model fell over' } }],
  odd: {
    'no content': [{ type: 'message', stop_reason: 'end_turn' }, /no content/u],
    'content that is null': [blocks(null), /no content/u],
    'content that is a text': [blocks(SAID), /content must be a list of blocks, not a string/u],
    'a block that is null': [blocks([null]), /a block of content must be an object/u],
    'a text that is 42': [block(42), /the text of a block of content must be a text, not a number/u],
    'a text that is missing': [blocks([{ type: 'text' }]), /the text of a block of content must be a text, not missing/u],
    'arguments that are a text': [blocks([{ type: 'text', text: SAID }, { type: 'tool_use', name: 'look', input: 'no JSON' }]), undefined],
    'tokens as texts': [{ ...block(SAID), usage: { input_tokens: '1', output_tokens: [] } }, undefined],
    'a refusal': [{ ...block(SAID), stop_reason: 'refusal' }, undefined],
    'an error with status 200': [{ type: 'error', error: { type: 'overloaded_error', message: 'the model fell over' } }, /the model fell over/u],
    'an error in words': [{ error: 'the model fell over' }, /the model fell over/u],
  },
};

const candidate = (content: unknown, more: object = { finishReason: 'STOP' }) => ({
  candidates: [{ ...(content === undefined ? {} : { content }), ...more }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1 },
});
const parts = (list: unknown) => candidate({ role: 'model', parts: list });

const gemini: Protocol = {
  providers: { google: 'api_key: none-at-all' },
  path: '/v1beta',
  whole: (text) => parts([{ text }]),
  events: (pieces) => [
    ...pieces.map((text): [string, unknown] => ['', candidate({ role: 'model', parts: [{ text }] }, {})]),
    ['', candidate({ role: 'model', parts: [] })],
  ],
  error: ['', { error: { code: 503, message: 'the model fell over', status: 'UNAVAILABLE' } }],
  odd: {
    'no candidate': [{ candidates: [] }, /no candidates/u],
    'candidates that are an object': [{ candidates: {} }, /no candidates/u],
    'neither content nor an end': [candidate(undefined, {}), /no content/u],
    'content that is a list': [candidate([]), /content must be an object/u],
    'parts that are an object': [parts({}), /parts must be a list/u],
    'a part that is null': [parts([null]), /a part of content must be an object/u],
    'a text that is 42': [parts([{ text: 42 }]), /the text of a part of content must be a text/u],
    'arguments that are a text': [parts([{ text: SAID }, { functionCall: { name: 'look', args: 'no JSON' } }]), undefined],
    'tokens as texts': [{ ...parts([{ text: SAID }]), usageMetadata: { promptTokenCount: '1' } }, undefined],
    'an error with status 200': [{ error: { code: 503, message: 'the model fell over' } }, /the model fell over/u],
    'an error in words': [{ error: 'the model fell over' }, /the model fell over/u],
  },
};

const generation: Protocol = {
  providers: { huggingface: 'task_type: text-generation' },
  path: '/generate',
  whole: (generated_text) => [{ generated_text }],
  odd: {
    'no text': [[{}], /no generated_text/u],
    'an empty list': [[], /no generated_text/u],
    'a text that is 42': [[{ generated_text: 42 }], /no generated_text/u],
    'two texts': [[{ generated_text: SAID }, { generated_text: SAID }], /no generated_text/u],
    'an error in words': [{ error: 'the model fell over' }, /the model fell over/u],
    'an error that is a list': [{ error: ['the model fell over'] }, /the model fell over/u],
  },
};

export const PROTOCOLS: Readonly<Record<string, Protocol>> = { chat, messages, gemini, generation };
