import { messageText, type GenerateRequest, type Message } from '@assay/schema';
import type { CallContext } from '../http/api-error.js';
import type { ApiRequest } from '../http/api-provider.js';
import { promptMessages } from '../http/prompt-messages.js';
import { renamedParameters, streams, withParameters } from '../http/standard-parameters.js';
import { chatMessages } from './chat-messages.js';
import type { ChatOptions } from './chat-options.js';

/** How servers of this format differ. */
export interface ChatTraits {
  /** Name of the token limit; OpenAI's newer models take only the longer name. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** Name of the seed. */
  readonly seedName: 'seed' | 'random_seed';
  /** False for servers that reject `stream_options`. */
  readonly streamUsage: boolean;
  /** True for models that refuse a temperature. */
  readonly fixedSampling: boolean;
  /** Fields of this server to add to every body. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

function turnsText(messages: readonly Message[]): string {
  const names = { system: '', user: 'User: ', assistant: 'Assistant: ', tool: 'Tool: ' };
  const turns = messages.map((message) => `${names[message.role]}${messageText(message.content)}`);
  return `${turns.join('\n\n')}\n\nAssistant:`;
}

async function promptFields(messages: readonly Message[], options: ChatOptions, context: CallContext) {
  if (options.format !== 'completions') return { messages: await chatMessages(messages, context) };
  if (options.prompt_format === 'raw') {
    return { prompt: messages.map((message) => messageText(message.content)).join('\n\n') };
  }
  return { prompt: turnsText(messages) };
}

/** The body of one request, and what had to be left out of it. */
export async function chatBody(
  request: GenerateRequest,
  options: ChatOptions,
  traits: ChatTraits,
  context: CallContext,
): Promise<ApiRequest> {
  const messages = promptMessages(request.messages, options.system_prompt);
  const stream = streams(options);
  const temperature = request.temperature ?? options.temperature;
  const sampling = traits.fixedSampling ? {} : { temperature, top_p: options.top_p };
  const dropped = traits.fixedSampling && (temperature !== undefined || options.top_p !== undefined);
  const tools = request.tools?.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema ?? { type: 'object', properties: {} } },
  }));
  const body = {
    model: context.model,
    ...(await promptFields(messages, options, context)),
    ...sampling,
    [traits.limitName]: request.maxTokens ?? options.max_tokens,
    [traits.seedName]: request.seed ?? options.seed,
    stop: options.stop,
    reasoning_effort: options.reasoning_effort,
    ...(options.logprobs ? { logprobs: options.format === 'completions' ? 1 : true } : {}),
    ...(tools && tools.length > 0 ? { tools } : {}),
    ...(request.responseFormat
      ? { response_format: { type: 'json_schema', json_schema: { ...request.responseFormat, strict: true } } }
      : {}),
    ...(stream ? { stream, ...(traits.streamUsage ? { stream_options: { include_usage: true } } : {}) } : {}),
    ...traits.extra,
  };
  const warnings = dropped ? [`temperature and top_p were left out: ${context.model} accepts only its own`] : [];
  return { body: withParameters(renamedParameters(body, options.parameter_mapping), options.parameters), warnings };
}
