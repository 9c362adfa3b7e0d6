import { nearestMatch, recordOf } from '@assay/schema';
import * as v from 'valibot';
import { standardName } from './standard-parameters.js';

/** What requests of some API have by themselves, by the names that targets use. */
const SENT = [
  'model', 'messages', 'prompt', 'system', 'temperature', 'top_p', 'max_tokens', 'seed', 'stop', 'stream', 'stream_options',
  'reasoning_effort', 'thinking', 'thinking_config', 'logprobs', 'response_logprobs', 'tools', 'tool_choice', 'response_format',
  'response_mime_type', 'response_json_schema', 'output_config', 'usage', 'input', 'content', 'dimensions', 'output_dimension',
  'output_dimensionality',
] as const;

/** What requests of other tools have. A blueprint that was written for one of them may name it, and renames nothing here. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  'best_of', 'candidate_count', 'frequency_penalty', 'logit_bias', 'min_p', 'min_tokens', 'n', 'presence_penalty', 'repetition_penalty',
  'safety_settings', 'service_tier', 'top_a', 'top_k', 'top_logprobs', 'typical_p', 'user',
]);

/** A name that is nearly that of a parameter: it was meant, and would not be renamed. */
function misspelt(name: string): string | undefined {
  const standard = standardName(name);
  if ((SENT as readonly string[]).includes(standard) || OF_OTHERS.has(standard)) return undefined;
  const nearest = nearestMatch(standard, SENT);
  return nearest === undefined ? undefined : `parameter_mapping renames ${JSON.stringify(name)}, which no request has; did you mean ${nearest}?`;
}

/** What is wrong with a mapping at a key, beside those before it. */
function clash(name: string, to: string, before: readonly (readonly [name: string, to: string])[]): string | undefined {
  const twin = before.find(([other, target]) => standardName(other) === standardName(name) && target !== to);
  if (twin) return `parameter_mapping gives one parameter two names, as ${twin[0]} and as ${name}: ${JSON.stringify(twin[1])} and ${JSON.stringify(to)}; keep one of the two`;
  const rival = before.find(([other, target]) => target === to && standardName(other) !== standardName(name));
  return rival && `parameter_mapping renames both ${rival[0]} and ${name} to ${JSON.stringify(to)}, and a request has one value of a name; give each a name of its own`;
}

/** The names that an API has for parameters: one that is misspelt, and would rename nothing, and two parameters of one name are errors. */
export function parameterMapping() {
  return v.pipe(
    recordOf(v.string()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const entries = Object.entries(dataset.value);
      for (const [index, [key, value]] of entries.entries()) {
        const message = misspelt(key) ?? clash(key, value, entries.slice(0, index));
        if (message !== undefined) addIssue({ message, path: [{ type: 'object', origin: 'key', input: dataset.value, key, value }] });
      }
    }),
  );
}
