import assert from 'node:assert/strict';
import type * as v from 'valibot';
import type { RuleDefinition } from '../contracts/rule.js';
import { isJsonObject, type JsonObject } from '../domain/json.js';
import type { ConformanceCheck } from './support/conformance-check.js';
import { definitionConformance, examplesOf } from './definition-conformance.js';
import { sampleChecksOf, type EvaluatorConformanceOptions, type EvaluatorSample } from './evaluator-conformance.js';

/** The options that a criterion of a rubric holds: those of the written name, and those beside it. Undefined if it is none of this rule. */
function optionsOf(rule: RuleDefinition, criterion: unknown): JsonObject | undefined {
  if (!isJsonObject(criterion)) return undefined;
  const { rule: written, weight: _, ...options } = criterion;
  const parameters = typeof written === 'string' ? rule.match(written) : undefined;
  return parameters && { ...parameters, ...options };
}

function samplesOf(rule: RuleDefinition): readonly EvaluatorSample[] {
  return examplesOf(rule).flatMap(({ title, value }) => {
    const entry = optionsOf(rule, value);
    return entry ? [{ title, entry }] : [];
  });
}

function assertForm(rule: RuleDefinition): void {
  const { form, name, argument } = rule;
  const capitals = form.match(/[A-Z]/gu) ?? [];
  assert.ok(form.startsWith(name), `the form ${form} begins with the name`);
  assert.deepEqual(rule.match(name), {}, 'the bare name is the rule, its parameters stand beside it');
  const numbered = rule.match(form.replaceAll(/[A-Z]/gu, '1'));
  assert.deepEqual(Object.values(numbered ?? {}), capitals.map(() => 1), `the numbers of ${form} are its parameters`);
  for (const key of Object.keys(numbered ?? {})) assert.ok(argument.includes(key), `${key} is an option that a bare value fills`);
  for (const other of ['', 'no_such_rule', `${name}_`, `${name}_x_y`, `x_${name}`]) assert.equal(rule.match(other), undefined, `"${other}" is another rule`);
}

function assertArguments({ argument, options }: RuleDefinition): void {
  const { entries = {} } = options as v.GenericSchema & { readonly entries?: object };
  for (const key of argument) assert.ok(Object.hasOwn(entries, key), `a bare value fills ${key}, which is no option`);
}

/** What every rule promises besides what an evaluator does: its written form, and that its examples are read by it. */
export function ruleConformance(definition: RuleDefinition, options: EvaluatorConformanceOptions = {}): readonly ConformanceCheck[] {
  return [
    ...definitionConformance(definition, (criterion) => optionsOf(definition, criterion)),
    { name: 'is told by its name, with the numbers that are in it', run: async () => assertForm(definition) },
    { name: 'a bare value fills options that it has', run: async () => assertArguments(definition) },
    ...sampleChecksOf({ ...definition, kind: 'evaluator' }, { ...options, samples: options.samples ?? samplesOf(definition) }),
  ];
}
