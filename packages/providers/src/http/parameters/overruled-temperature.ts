import type { GenerateRequest } from '@assay/schema';
import { standardName } from './standard-parameters.js';

/** What decides over the temperature of a request. */
interface Overruling {
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly parameter_mapping?: Readonly<Record<string, string>> | undefined;
}

/** Names that the temperature may have in a body. */
function isTemperature(name: string, mapping: Readonly<Record<string, string>>): boolean {
  return standardName(name) === 'temperature' || Object.entries(mapping).some(([from, to]) => to === name && standardName(from) === 'temperature');
}

/**
 * A warning where a request wants a temperature and `parameters` of its target have another one: those decide, so that what is
 * asked at several temperatures is asked the same each time.
 */
export function overruledTemperature({ temperature }: GenerateRequest, { parameters = {}, parameter_mapping: mapping = {} }: Overruling): readonly string[] {
  if (temperature === undefined) return [];
  const set = Object.entries(parameters).find(([name, value]) => isTemperature(name, mapping) && value !== temperature);
  if (!set) return [];
  const [name, value] = set;
  const instead = value === null ? 'leave it out' : `say ${name}: ${JSON.stringify(value)}`;
  return [`temperature ${temperature} was not asked for: parameters of the target ${instead}, and decide`];
}
