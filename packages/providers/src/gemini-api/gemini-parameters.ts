import type { GenerateRequest } from '@assay/schema';
import type { GenerateContentConfig, GenerateContentParameters, ThinkingLevel } from '@google/genai';
import { apiError, type CallContext } from '../http/api-error.js';
import { promptMessages } from '../http/prompt-messages.js';
import { geminiContents } from './gemini-contents.js';
import { refusesLogprobs } from './gemini-models.js';
import type { GeminiOptions } from './gemini-options.js';

type Config = Omit<GenerateContentConfig, 'abortSignal' | 'httpOptions'>;

/** One request as the SDK takes it, without the model, and what had to be left out of it. */
export interface GeminiParameters {
  readonly contents: Exclude<GenerateContentParameters['contents'], string>;
  readonly config: Config;
  readonly warnings: readonly string[];
}

function thinking({ thinking_budget: budget, reasoning_effort: effort }: GeminiOptions): Config {
  if (budget === undefined && effort === undefined) return {};
  return {
    thinkingConfig: {
      ...(budget === undefined ? {} : { thinkingBudget: budget }),
      // Handed on as it is: newer models know levels that the SDK does not list.
      ...(effort === undefined ? {} : { thinkingLevel: effort.toUpperCase() as ThinkingLevel }),
    },
  };
}

function toolsOf(request: GenerateRequest): Config {
  const declared = (request.tools ?? []).map(({ name, description, schema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    ...(schema === undefined ? {} : { parametersJsonSchema: schema }),
  }));
  return declared.length > 0 ? { tools: [{ functionDeclarations: declared }] } : {};
}

/** Fields that are there: the SDK's types know no `undefined`. */
function settings(request: GenerateRequest, options: GeminiOptions): Config {
  const { stop } = options;
  const fields = {
    temperature: request.temperature ?? options.temperature,
    maxOutputTokens: request.maxTokens ?? options.max_tokens,
    topP: options.top_p,
    seed: request.seed ?? options.seed,
    stopSequences: typeof stop === 'string' ? [stop] : stop,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/**
 * What a request asks of the API.
 * @throws ProviderError (bad_request) for an attachment that cannot be sent, or when there is no turn to answer.
 */
export async function geminiParameters(
  request: GenerateRequest,
  options: GeminiOptions,
  context: CallContext,
): Promise<GeminiParameters> {
  const { system, contents } = await geminiContents(promptMessages(request.messages, options.system_prompt), context);
  if (contents.length === 0) {
    throw apiError('the conversation has no message to answer', context, {
      kind: 'bad_request',
      hint: 'add a user message: this API takes no system text alone',
    });
  }
  const wanted = request.confidence === true;
  const refused = wanted && refusesLogprobs(context.model);
  return {
    contents,
    config: {
      ...settings(request, options),
      ...(system === '' ? {} : { systemInstruction: { parts: [{ text: system }] } }),
      ...(request.responseFormat
        ? { responseMimeType: 'application/json', responseJsonSchema: request.responseFormat.schema }
        : {}),
      ...(wanted && !refused ? { responseLogprobs: true } : {}),
      ...thinking(options),
      ...toolsOf(request),
      // One request for one reply, whatever comes back.
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
    },
    warnings: refused ? [`the confidence was not asked for: ${context.model} gives no token probabilities`] : [],
  };
}
