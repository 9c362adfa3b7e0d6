import { isJsonObject } from '@assay/schema';
import { renamedParameters, standardName, withParameters } from '../http/parameters/standard-parameters.js';
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
export function sortedParameters(options: GeminiOptions): SortedParameters {
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
  // Here this name is a number beside the switch; other APIs have it as the switch itself.
  if (config['logprobs'] === null) config['responseLogprobs'] ??= null;
  return { config, body, keepConfig };
}

/** The target's own say over a body that was made for it: renamed, replaced and removed fields. */
export function geminiBody(made: Fields, options: GeminiOptions): Record<string, unknown> {
  const { generationConfig, ...rest } = made;
  const parameters = sortedParameters(options);
  const settings = parameters.keepConfig && isJsonObject(generationConfig) ? generationConfig : {};
  const config = withParameters(renamedParameters(settings, options.parameter_mapping), parameters.config);
  const body = { ...rest, ...(Object.keys(config).length > 0 ? { generationConfig: config } : {}) };
  return withParameters(body, parameters.body);
}
