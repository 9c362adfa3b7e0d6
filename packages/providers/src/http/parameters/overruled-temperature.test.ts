import type { GenerateRequest } from '@assay/schema';
import { expect, test } from 'vitest';
import { overruledTemperature } from './overruled-temperature.js';

function request(temperature?: number): GenerateRequest {
  return { messages: [{ role: 'user', content: 'Hi' }], signal: new AbortController().signal, ...(temperature === undefined ? {} : { temperature }) } as GenerateRequest;
}

test.each([
  ['another value', 0, { parameters: { temperature: 0.9 } }, ['temperature 0 was not asked for: parameters of the target say temperature: 0.9, and decide']],
  ['nothing', 0.5, { parameters: { temperature: null } }, ['temperature 0.5 was not asked for: parameters of the target leave it out, and decide']],
  ['a name of this API', 0.5, { parameters: { heat: 9 }, parameter_mapping: { temperature: 'heat' } }, ['temperature 0.5 was not asked for: parameters of the target say heat: 9, and decide']],
  ['the same value', 0.9, { parameters: { temperature: 0.9 } }, []],
  ['no temperature', 0.9, { parameters: { top_p: 0.1 }, parameter_mapping: { max_tokens: 'top_p' } }, []],
  ['a request that wants none', undefined, { parameters: { temperature: 0.9 } }, []],
  ['no parameters', 0.5, {}, []],
] as const)('parameters that have %s', (_, temperature, options, expected) => {
  expect(overruledTemperature(request(temperature), options)).toEqual(expected);
});
