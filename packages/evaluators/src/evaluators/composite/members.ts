import { entryRequirements, nameEvaluators, type EvaluatorConfig, type JsonObject } from '@assay/schema';
import * as v from 'valibot';
import { flag, nonNegative, share } from '../../options/numbers.js';
import { wordedText } from '../../options/texts.js';
import { unionMessage } from '../../options/union-message.js';

/** An entry of a composite's `evaluators` as it may be written: like any entry, or a bare type. */
export const MemberSchema = v.union(
  [
    wordedText('a member'),
    v.looseObject(
      {
        type: v.pipe(wordedText('type'), v.description('Type of the evaluator')),
        name: v.optional(v.pipe(wordedText('name'), v.description('Name in results; default is the type'))),
        weight: v.optional(v.pipe(nonNegative('weight'), v.description('Weight in the composite’s score; default 1'))),
        required: v.optional(v.pipe(flag('required'), v.description('True: the case fails unless the member’s verdict is pass'))),
        min_score: v.optional(v.pipe(share('min_score'), v.description('Score that the member must reach; otherwise the case fails'))),
      },
      (issue) => (issue.expected === '"type"' ? 'a member needs a type' : 'a member must be an evaluator entry'),
    ),
  ],
  unionMessage('a member must be an evaluator entry with a type, or a type'),
);

type WrittenMember = v.InferOutput<typeof MemberSchema>;

/**
 * The entries of the members, complete: names default to the type, numbered when repeated.
 * @param weights by name, in place of those that the members have.
 */
export function memberConfigs(written: readonly WrittenMember[], weights: Readonly<Record<string, number>> = {}): readonly EvaluatorConfig[] {
  const configs = nameEvaluators(
    written.map((member) => {
      if (typeof member === 'string') return { name: undefined, type: member, weight: 1, options: {} };
      const { type, name, weight, required: _required, min_score: _minScore, ...options } = member;
      return { name, type, weight: weight ?? 1, ...entryRequirements(member), options: options as JsonObject };
    }),
  );
  return configs.map((config) => ({ ...config, weight: (Object.hasOwn(weights, config.name) ? weights[config.name] : undefined) ?? config.weight }));
}

/** What is wrong with the members' names and the weights given by name; undefined when nothing is. */
export function memberProblem(
  written: readonly WrittenMember[],
  weights: Readonly<Record<string, number>> = {},
): string | undefined {
  const names = memberConfigs(written).map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return `two members are named "${repeated}"`;
  const unknown = Object.keys(weights).find((name) => !names.includes(name));
  return unknown === undefined
    ? undefined
    : `weights names "${unknown}", which is no member; members are: ${names.join(', ')}`;
}

/** Options with the members in the reverse order, under the names that they have in theirs: weights are given by name. */
export function reversedMembers(options: JsonObject): JsonObject | undefined {
  const checked = v.safeParse(v.array(MemberSchema), options['evaluators']);
  if (!checked.success || checked.output.length < 2) return undefined;
  const names = memberConfigs(checked.output).map(({ name }) => name);
  const named = checked.output.map((member, index) => ({ ...(typeof member === 'string' ? { type: member } : (member as JsonObject)), name: names[index] ?? '' }));
  return { ...options, evaluators: named.toReversed() };
}
