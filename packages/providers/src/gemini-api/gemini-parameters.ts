import { isJsonObject, type GenerateRequest } from '@assay/schema';
import type { CallContext } from '../http/api-error.js';
import type { ApiRequest } from '../http/api-provider.js';
import { promptMessages } from '../http/prompt-messages.js';
import { renamedParameters, standardName, streams, withParameters } from '../http/standard-parameters.js';
import type { GeminiAddress } from './gemini-address.js';
import { geminiContents } from './gemini-contents.js';
import type { GeminiOptions } from './gemini-options.js';

type Fields = Readonly<Record<string, unknown>>;

/** Settings that the API wants inside generationConfig, by their standard names. */
const CONFIG_NAMES: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  max_tokens: 'maxOutputTokens',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  stop: 'stopSequences',
  candidate_count: 'candidateCount',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
  response_mime_type: 'responseMimeType',
  response_schema: 'responseSchema',
  response_json_schema: 'responseJsonSchema',
  response_logprobs: 'responseLogprobs',
  logprobs: 'logprobs',
  thinking_config: 'thinkingConfig',
};

function thinking(options: GeminiOptions): Fields {
  const { thinking_budget: budget, reasoning_effort: effort } = options;
  if (budget === undefined && effort === undefined) return {};
  return {
    thinkingConfig: {
      ...(budget === undefined ? {} : { thinkingBudget: budget }),
      ...(effort === undefined ? {} : { thinkingLevel: effort.toUpperCase() }),
    },
  };
}

function generationConfig(request: GenerateRequest, options: GeminiOptions): Fields {
  const { stop } = options;
  return {
    temperature: request.temperature ?? options.temperature,
    maxOutputTokens: request.maxTokens ?? options.max_tokens,
    topP: options.top_p,
    seed: request.seed ?? options.seed,
    stopSequences: typeof stop === 'string' ? [stop] : stop,
    ...(request.responseFormat
      ? { responseMimeType: 'application/json', responseJsonSchema: request.responseFormat.schema }
      : {}),
    ...thinking(options),
  };
}

function toolsOf(request: GenerateRequest): Fields {
  const declared = (request.tools ?? []).map(({ name, description, schema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parametersJsonSchema: schema }),
  }));
  return declared.length > 0 ? { tools: [{ functionDeclarations: declared }] } : {};
}

interface SortedParameters {
  readonly config: Fields;
  readonly body: Fields;
  /** False if `generationConfig: null` takes the generated settings away. */
  readonly keepConfig: boolean;
}

/**
 * Parameters of a target at the places where the API looks for them: settings by their usual names
 * inside generationConfig, everything else in the body itself.
 */
function sortedParameters(options: GeminiOptions): SortedParameters {
  const mapped = new Set(Object.values(options.parameter_mapping ?? {}));
  const config: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  let keepConfig = true;
  for (const [name, value] of Object.entries(options.parameters ?? {})) {
    const standard = standardName(name);
    const known = Object.hasOwn(CONFIG_NAMES, standard) ? CONFIG_NAMES[standard] : undefined;
    // The path asks for a stream; the API rejects a field of this name.
    if (name === 'stream') continue;
    if (mapped.has(name)) config[name] = value;
    else if (known !== undefined) config[known] = value;
    else if (standard !== 'generation_config') body[name] = value;
    else if (isJsonObject(value)) Object.assign(config, value);
    else if (value === null) keepConfig = false;
  }
  return { config, body, keepConfig };
}

/** The body of one request. The model stands in the address. */
export async function geminiBody(
  request: GenerateRequest,
  options: GeminiOptions,
  address: GeminiAddress,
  context: CallContext,
): Promise<ApiRequest> {
  const { system, contents } = await geminiContents(promptMessages(request.messages, options.system_prompt), context);
  const parameters = sortedParameters(options);
  const settings = parameters.keepConfig ? generationConfig(request, options) : {};
  const config = withParameters(renamedParameters(settings, options.parameter_mapping), parameters.config);
  const body = {
    contents,
    ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
    ...(Object.keys(config).length > 0 ? { generationConfig: config } : {}),
    ...toolsOf(request),
  };
  return {
    body: withParameters(body, parameters.body),
    warnings: [],
    ...(address.streamsOnly || streams(options) ? { stream: { path: address.streamed } } : {}),
  };
}
