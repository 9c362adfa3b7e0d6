import type { GenerateRequest, JsonObject, JsonValue } from '@assay/schema';
import { apiError, type CallContext } from '../http/errors/api-error.js';
import { leftOutNames } from '../conversation/left-out-names.js';
import { promptMessages } from '../conversation/prompt-messages.js';
import { overruledTemperature } from '../http/parameters/overruled-temperature.js';
import { sortedParameters } from './gemini-body.js';
import { geminiContents } from './gemini-contents.js';
import { refusesLogprobs } from './gemini-models.js';
import type { GeminiOptions } from './gemini-options.js';

/** One request as the API takes it, and what had to be left out of it. */
export interface GeminiRequest {
  readonly body: JsonObject;
  readonly warnings: readonly string[];
}

function thinking({ thinking_budget: budget, reasoning_effort: effort }: GeminiOptions): JsonObject {
  if (budget === undefined && effort === undefined) return {};
  return {
    thinkingConfig: {
      ...(budget === undefined ? {} : { thinkingBudget: budget }),
      // Handed on as it is: newer models know further levels.
      ...(effort === undefined ? {} : { thinkingLevel: effort.toUpperCase() }),
    },
  };
}

function toolsOf(request: GenerateRequest): JsonObject {
  const declared = (request.tools ?? []).map(({ name, description, schema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parametersJsonSchema: schema }),
  }));
  return declared.length > 0 ? { tools: [{ functionDeclarations: declared }] } : {};
}

/** The settings that are there. */
function settings(request: GenerateRequest, options: GeminiOptions): JsonObject {
  const { stop } = options;
  const fields: Record<string, JsonValue | undefined> = {
    temperature: request.temperature ?? options.temperature,
    maxOutputTokens: request.maxTokens ?? options.max_tokens,
    topP: options.top_p,
    seed: request.seed ?? options.seed,
    stopSequences: typeof stop === 'string' ? [stop] : stop,
  };
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * What a request asks of the API.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent, or when there is no turn to answer.
 */
export async function geminiRequest(
  request: GenerateRequest,
  options: GeminiOptions,
  context: CallContext,
): Promise<GeminiRequest> {
  const { system, contents } = await geminiContents(promptMessages(request.messages, options.system_prompt), context);
  if (contents.length === 0) {
    throw apiError('the conversation has no message to answer', context, {
      kind: 'bad_request',
      hint: 'add a user message: this API takes no system text alone',
    });
  }
  const wanted = request.confidence === true;
  const refused = wanted && refusesLogprobs(context.model);
  const generationConfig: JsonObject = {
    ...settings(request, options),
    ...(request.responseFormat
      ? { responseMimeType: 'application/json', responseJsonSchema: request.responseFormat.schema }
      : {}),
    ...(wanted && !refused ? { responseLogprobs: true } : {}),
    ...thinking(options),
  };
  return {
    body: {
      contents: contents.map(({ role, parts }) => ({ role, parts })),
      ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      ...toolsOf(request),
      ...(Object.keys(generationConfig).length > 0 ? { generationConfig } : {}),
    },
    warnings: [
      ...(request.temperature === undefined ? [] : overruledTemperature(request, { ...options, parameters: sortedParameters(options).config })),
      ...(refused ? [`the confidence was not asked for: ${context.model} gives no token probabilities`] : []),
      ...leftOutNames(request.messages, context),
    ],
  };
}
