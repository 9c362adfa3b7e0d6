import { isJsonObject, type AskedTimes, type JsonObject, type JsonValue } from '@assay/schema';
import * as v from 'valibot';
import { wholeNumber } from '../options/numbers.js';
import { unionMessage } from '../options/union-message.js';

/** How often a script may ask that does not say it. */
const DEFAULT_MOST_CALLS = 50;

const RULE = 'target must be { max_calls: N }, how often the script may ask a judge, or true or false';

const LENT = [v.boolean(), v.strictObject({ max_calls: v.optional(wholeNumber('target.max_calls', 1)) })] as const;
const DOES = `Lends the script a judge, which it may ask up to \`max_calls\` times; \`true\` stands for ${DEFAULT_MOST_CALLS}`;

/** The option that lends a judge to a script. */
export const JudgeAccessSchema = v.optional(v.pipe(v.union(LENT, unionMessage(RULE)), v.description(DOES)));

/** The same for a script with options of its own, of which this is one if it is no mapping. */
export const OpenJudgeAccessSchema = v.optional(
  v.pipe(v.union([...LENT, v.number(), v.string(), v.array(v.unknown())], unionMessage(RULE)), v.description(`${DOES}. A number, text or list is an option of the script itself`)),
);

/** How often a script may ask a judge; undefined for one that is lent none. */
export function mostCalls(target: JsonValue | undefined): number | undefined {
  if (!isJsonObject(target)) return target === true ? DEFAULT_MOST_CALLS : undefined;
  const most: unknown = target['max_calls'];
  return typeof most === 'number' ? most : DEFAULT_MOST_CALLS;
}

/** Whom a script asks: the judges of the run, if anybody. */
export function lentJudgesOf({ target }: JsonObject): 'none' | undefined {
  return mostCalls(target) === undefined ? 'none' : undefined;
}

/** How often: that is up to the script. */
export function lentJudgementsOf({ target }: JsonObject): AskedTimes {
  return { least: 0, most: mostCalls(target) ?? 0 };
}
