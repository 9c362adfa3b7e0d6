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

/** Those that people rename. */
const USUAL = 'max_tokens, temperature, top_p, seed, stop';

function unknownParameter(name: string): string | undefined {
  const standard = standardName(name);
  if ((SENT as readonly string[]).includes(standard)) return undefined;
  const nearest = nearestMatch(standard, SENT);
  const advice = nearest === undefined ? `use one such as ${USUAL}; what else the API wants stands under parameters, by the name that it has there` : `did you mean ${nearest}?`;
  return `parameter_mapping renames ${JSON.stringify(name)}, which no request has; ${advice}`;
}

/** What is wrong with a mapping at a key, beside those before it. */
function clash(name: string, to: string, before: readonly (readonly [name: string, to: string])[]): string | undefined {
  const twin = before.find(([other, target]) => standardName(other) === standardName(name) && target !== to);
  if (twin) return `parameter_mapping gives one parameter two names, as ${twin[0]} and as ${name}: ${JSON.stringify(twin[1])} and ${JSON.stringify(to)}; keep one of the two`;
  const rival = before.find(([other, target]) => target === to && standardName(other) !== standardName(name));
  return rival && `parameter_mapping renames both ${rival[0]} and ${name} to ${JSON.stringify(to)}, and a request has one value of a name; give each a name of its own`;
}

/** The names that an API has for parameters: a key that renames nothing, and two parameters of one name, are errors. */
export function parameterMapping() {
  return v.pipe(
    recordOf(v.string()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const entries = Object.entries(dataset.value);
      for (const [index, [key, value]] of entries.entries()) {
        const message = unknownParameter(key) ?? clash(key, value, entries.slice(0, index));
        if (message !== undefined) addIssue({ message, path: [{ type: 'object', origin: 'key', input: dataset.value, key, value }] });
      }
    }),
  );
}
