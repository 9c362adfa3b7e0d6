import type { GenerateRequest } from '@assay/schema';
import type { CallContext } from '../http/errors/api-error.js';
import type { JsonRequest } from '../http/json-call.js';
import { leftOutNames } from '../conversation/left-out-names.js';
import { promptMessages } from '../conversation/prompt-messages.js';
import { overruledTemperature } from '../http/parameters/overruled-temperature.js';
import { renamedParameters, streams, withParameters } from '../http/parameters/standard-parameters.js';
import { chatMessages, type MessageTraits } from './chat-messages.js';
import type { ChatOptions } from './chat-options.js';
import { completionPrompt } from './completion-prompt.js';

/** How servers of this format differ. */
export interface ChatTraits {
  /** Name of the token limit; OpenAI's newer models take only the longer name. */
  readonly limitName: 'max_tokens' | 'max_completion_tokens';
  /** Name of the seed. */
  readonly seedName: 'seed' | 'random_seed';
  /** False for servers that reject `stream_options`. */
  readonly streamUsage: boolean;
  /** True for models that refuse a temperature, and to give token probabilities. */
  readonly fixedSampling: boolean;
  /** What asks for token probabilities in chat; undefined for servers that reject the field. */
  readonly logprobs: true | 1 | undefined;
  /** How messages are written. */
  readonly messages: MessageTraits;
  /** Fields of this server to add to every body. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** How token probabilities are asked for, if they are wanted and the model gives them. */
function logprobsField(wanted: boolean, options: ChatOptions, traits: ChatTraits): true | 1 | undefined {
  if (!wanted || traits.fixedSampling) return undefined;
  return options.format === 'completions' ? 1 : traits.logprobs;
}

/** The body of one request, and what had to be left out of it. */
export async function chatBody(
  request: GenerateRequest,
  options: ChatOptions,
  traits: ChatTraits,
  context: CallContext,
): Promise<JsonRequest> {
  const messages = promptMessages(request.messages, options.system_prompt);
  const stream = streams(options);
  const temperature = request.temperature ?? options.temperature;
  const dropped = traits.fixedSampling && (temperature !== undefined || options.top_p !== undefined);
  const wantsLogprobs = options.logprobs ?? request.confidence ?? false;
  const logprobs = logprobsField(wantsLogprobs, options, traits);
  const tools = request.tools?.map(({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema ?? { type: 'object', properties: {} } },
  }));
  const body: Record<string, unknown> = { model: context.model };
  if (options.format === 'completions') body['prompt'] = completionPrompt(messages, options.prompt_format, context);
  else body['messages'] = await chatMessages(messages, traits.messages, context);
  if (!traits.fixedSampling) {
    body['temperature'] = temperature;
    body['top_p'] = options.top_p;
  }
  body[traits.limitName] = request.maxTokens ?? options.max_tokens;
  body[traits.seedName] = request.seed ?? options.seed;
  body['stop'] = options.stop;
  body['reasoning_effort'] = options.reasoning_effort;
  body['logprobs'] = logprobs;
  if (tools && tools.length > 0) body['tools'] = tools;
  if (request.responseFormat) body['response_format'] = { type: 'json_schema', json_schema: { ...request.responseFormat, strict: true } };
  if (stream) body['stream'] = stream;
  if (stream && traits.streamUsage) body['stream_options'] = { include_usage: true };
  Object.assign(body, traits.extra);
  const warnings = [
    ...(dropped ? [`temperature and top_p were left out: ${context.model} accepts only its own`] : overruledTemperature(request, options)),
    ...(wantsLogprobs && logprobs === undefined
      ? [`the confidence was not asked for: ${context.model} gives no token probabilities`]
      : []),
    ...(traits.messages.names && options.format !== 'completions' ? [] : leftOutNames(messages, context)),
  ];
  return { body: withParameters(renamedParameters(body, options.parameter_mapping), options.parameters), warnings };
}
