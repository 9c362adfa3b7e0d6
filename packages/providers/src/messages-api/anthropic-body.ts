import type { GenerateRequest } from '@assay/schema';
import type { CallContext } from '../http/errors/api-error.js';
import type { JsonRequest } from '../http/json-call.js';
import { leftOutNames } from '../conversation/left-out-names.js';
import { promptMessages } from '../conversation/prompt-messages.js';
import { overruledTemperature } from '../http/parameters/overruled-temperature.js';
import { renamedParameters, withParameters } from '../http/parameters/standard-parameters.js';
import { replyLimit } from '../prices/pricing-of.js';
import { anthropicMessages } from './anthropic-messages.js';
import { DEFAULT_MAX_TOKENS, type AnthropicOptions } from './anthropic-options.js';
import { hasOutputFormat, samplingIsFixed } from './claude-models.js';

/** Room that is left for the answer when thinking takes its whole budget. */
const ANSWER_TOKENS = 1024;

/** The last version of the API that takes temperature and top_p. Newer ones reject them outright. */
export const SAMPLING_VERSION = '2023-06-01';
export const SAMPLING = ['temperature', 'top_p', 'top_k'] as const;

type Fields = Readonly<Record<string, unknown>>;

/** How JSON of one shape is asked for: by the output format where there is one, else by a forced tool. */
function structured(request: GenerateRequest, byFormat: boolean): Fields {
  const format = request.responseFormat;
  if (!format) return {};
  if (byFormat) return { output_config: { format: { type: 'json_schema', schema: format.schema } } };
  return { tool_choice: { type: 'tool', name: format.name } };
}

function toolsOf(request: GenerateRequest, byFormat: boolean): readonly Fields[] {
  const declared = (request.tools ?? []).map(({ name, description, schema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: schema ?? { type: 'object' },
  }));
  const format = request.responseFormat;
  if (!format || byFormat) return declared;
  return [...declared, { name: format.name, description: 'Gives the answer.', input_schema: format.schema }];
}

/** Whether the model, or its thinking, fixes the temperature and top_p. */
export function takesNoSampling(options: AnthropicOptions, model: string): boolean {
  return options.thinking_budget !== undefined || samplingIsFixed(model);
}

/** Temperature and top_p as far as the model takes them. The API's temperature ends at 1. */
function sampling(
  request: GenerateRequest,
  options: AnthropicOptions,
  context: CallContext,
  warnings: string[],
): Fields {
  const temperature = request.temperature ?? options.temperature;
  const given = temperature !== undefined || options.top_p !== undefined;
  if (!given) return {};
  if (takesNoSampling(options, context.model)) {
    const why = options.thinking_budget === undefined ? `${context.model} accepts only its own` : 'thinking fixes them';
    warnings.push(`temperature and top_p were left out: ${why}`);
    return {};
  }
  const overruled = overruledTemperature(request, options);
  warnings.push(...overruled);
  if (temperature !== undefined && temperature > 1 && overruled.length === 0)
    warnings.push(`temperature ${temperature} was lowered to 1, the highest here`);
  return { temperature: temperature === undefined ? undefined : Math.min(temperature, 1), top_p: options.top_p };
}

/** Most tokens of a reply to a request that says nothing of it. */
export function longestReply(options: AnthropicOptions): number {
  const limit = replyLimit(options) ?? DEFAULT_MAX_TOKENS;
  return options.thinking_budget === undefined ? limit : Math.max(limit, options.thinking_budget + ANSWER_TOKENS);
}

/** The body of one request, and what had to be left out of it. */
export async function anthropicBody(
  request: GenerateRequest,
  options: AnthropicOptions,
  context: CallContext,
): Promise<JsonRequest> {
  const { system, turns } = await anthropicMessages(promptMessages(request.messages, options.system_prompt), context);
  const budget = options.thinking_budget;
  const limit = request.maxTokens ?? options.max_tokens ?? DEFAULT_MAX_TOKENS;
  // Thinking excludes forced tools.
  const byFormat = budget !== undefined || hasOutputFormat(context.model);
  const tools = toolsOf(request, byFormat);
  const warnings = [
    ...(request.seed === undefined ? [] : ['seed was left out: the API of Claude models has none']),
    ...leftOutNames(request.messages, context),
  ];
  const fields = {
    model: context.model,
    max_tokens: budget === undefined ? limit : Math.max(limit, budget + ANSWER_TOKENS),
    messages: turns,
    ...(system === '' ? {} : { system }),
    ...(budget === undefined ? {} : { thinking: { type: 'enabled', budget_tokens: budget } }),
    ...sampling(request, options, context, warnings),
    stop_sequences: typeof options.stop === 'string' ? [options.stop] : options.stop,
    ...(tools.length > 0 ? { tools } : {}),
    ...structured(request, byFormat),
    ...(options.stream ? { stream: true } : {}),
  };
  const body = withParameters(renamedParameters(fields, options.parameter_mapping), options.parameters);
  const headers = SAMPLING.some((name) => name in body)
    ? { 'anthropic-version': SAMPLING_VERSION, ...options.headers }
    : {};
  return { body, headers, warnings };
}
