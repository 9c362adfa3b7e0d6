import { recordOf } from '@assay/schema';
import type { ProviderReach } from '@assay/schema';
import * as v from 'valibot';
import { apiKeySchema, headersSchema } from '../keys/check-headers.js';
import { parameterMapping } from './parameter-mapping.js';

/** Documents an option: editors and the docs show the text. */
export function described<const TSchema extends v.GenericSchema>(schema: TSchema, description: string) {
  return v.optional(v.pipe(schema, v.description(description)));
}

/** A number with its range in the message, e.g. `temperature must be from 0 to 2, not 3`. */
export function range(name: string, lowest: number, highest: number) {
  const message = ({ received }: { readonly received: string }): string =>
    `${name} must be from ${lowest} to ${highest}, not ${received}`;
  return v.pipe(v.number(), v.minValue(lowest, message), v.maxValue(highest, message));
}

/** A whole number that is not below `lowest`. */
export function wholeNumber(name: string, lowest: number) {
  const message = ({ received }: { readonly received: string }): string =>
    `${name} must be a whole number >= ${lowest}, not ${received}`;
  return v.pipe(v.number(), v.integer(message), v.minValue(lowest, message));
}

/** A seed: a whole number that a double holds exactly. */
export function seed() {
  const message = ({ received }: { readonly received: string }): string =>
    `seed must be a whole number, not ${received}`;
  return v.pipe(v.number(), v.safeInteger(message));
}

/** Options that every target behind an HTTP API has. */
export const apiEntries = {
  endpoint: described(v.string(), 'Base URL of the API, e.g. https://api.example.com/v1.'),
  base_url: described(v.string(), 'Another name of endpoint.'),
  url: described(v.string(), 'Complete URL that requests are posted to, instead of endpoint.'),
  api_key: described(
    apiKeySchema(),
    'API key, preferably as a reference: ${VARIABLE}. Default: the environment variable of the provider, at its own hosts.',
  ),
  headers: described(headersSchema(), 'HTTP headers to add to every request.'),
  system_prompt: described(v.string(), 'Text to put before the system text of every case.'),
  temperature: described(range('temperature', 0, 2), 'Sampling temperature, 0 to 2.'),
  max_tokens: described(wholeNumber('max_tokens', 1), 'Maximum number of tokens in a reply.'),
  top_p: described(range('top_p', 0, 1), 'Nucleus sampling, 0 to 1.'),
  stop: described(v.union([v.string(), v.array(v.string())]), 'Text or texts at which the reply stops.'),
  stream: described(v.boolean(), 'Receive the reply as a stream. Default false.'),
  parameters: described(
    recordOf(v.unknown()),
    'Fields to set in the request body; they override everything else. null leaves a field out.',
  ),
  parameter_mapping: described(
    parameterMapping(),
    'Names that this API uses for the standard parameters, e.g. {max_tokens: token_limit}.',
  ),
} as const;

/** What targets behind an HTTP API set going: requests to the server that these options name. */
export const apiReach: ProviderReach = { kind: 'network', addresses: ['endpoint', 'base_url', 'url'] };
