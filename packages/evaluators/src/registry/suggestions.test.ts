import { isJsonObject, type EvaluatorDefinition, type JsonObject, type OptionProblem } from '@assay/schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { installed } from '../../test/installed.js';
import { optionsOfRule, suggestionsOf, type Suggestion } from '../../test/suggestions.js';
import { temporaryFolder } from '../../test/temporary-folder.js';

type Path = readonly (string | number)[];

/** Values that are wrong nearly everywhere, and one after the other wrong in every place. */
const WRONG: readonly unknown[] = [
  undefined, null, true, 0, -1, 1.5, 1e6, '', ' ', 'x', 'a(', '{{ answer }}', '(?x)', 'a..b', 'DD/DD', 'r.',
  [], [''], [1], [2, 1], [-1, 'x'], [[]], {}, { a: 1 }, { type: 'x' }, { name: 'x', where: 'args.' }, [{ score_range: [0, 3] }], { 1: 'x' }, { 0: '' },
];

/** Each third of them, where not all samples are asked for: of texts, numbers, lists and objects there are some. */
const TRIED = WRONG.filter((_, index) => process.env['ASSAY_SAMPLES'] === 'all' || index % 3 === 0);

/** Every place in a value, itself first. */
function placesIn(value: unknown, path: Path = []): readonly Path[] {
  const inside = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : isJsonObject(value) ? Object.entries(value) : [];
  return [path, ...inside.flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

/** The value with another one at a path; undefined takes the key away. */
function withValue(value: unknown, [key, ...rest]: Path, replacement: unknown): unknown {
  if (key === undefined) return replacement;
  if (Array.isArray(value)) return value.map((item, index) => (index === key ? withValue(item, rest, replacement) : (item as unknown)));
  const { [key]: inner, ...others } = value as Record<string, unknown>;
  const changed = withValue(inner, rest, replacement);
  return changed === undefined ? others : { ...others, [key]: changed };
}

interface Subject {
  readonly definition: EvaluatorDefinition;
  /** Where the files are that suggestions name. */
  readonly directory: string;
}

interface Finding {
  readonly path: Path;
  readonly message: string;
}

/** What schema and check find, with the places that they name. */
async function findingsOf({ definition, directory }: Subject, options: unknown): Promise<readonly Finding[]> {
  const read = v.safeParse(definition.options, options);
  if (!read.success) {
    return read.issues.map((issue) => ({ path: (issue.path ?? []).map(({ key }) => key as string | number), message: issue.message }));
  }
  const problems: readonly OptionProblem[] = (await definition.check?.({ options: read.output, directory, projectRoot: directory })) ?? [];
  return problems.map(({ path, message, hint }) => ({ path, message: `${message}${hint === undefined ? '' : `; ${hint}`}` }));
}

/** Whether what is suggested is accepted: in place of what is wrong, beside it, or as the rule that it names. */
async function isAccepted(subject: Subject, options: unknown, changed: Path, { path }: Finding, suggestion: Suggestion): Promise<boolean> {
  const fits = async (candidate: unknown): Promise<boolean> => (await findingsOf(subject, candidate)).length === 0;
  switch (suggestion.kind) {
    case 'rule': {
      const found = optionsOfRule(installed.rules, suggestion.text);
      return found !== undefined && v.safeParse(found.rule.options, found.options).success;
    }
    case 'keys':
      return fits({ ...(options as JsonObject), ...suggestion.keys });
    case 'value':
      for (const place of [path, changed, ...path.map((_, index) => path.slice(0, index))]) {
        if (await fits(withValue(options, place, suggestion.value))) return true;
      }
      return false;
  }
}

/** The entry of an example as the definition's schema sees it. */
function exampleOptions({ name }: EvaluatorDefinition, value: unknown): JsonObject {
  const { type: _, name: __, weight: ___, rule, ...options } = value as JsonObject;
  const written = typeof rule === 'string' ? optionsOfRule(installed.rules.filter((candidate) => candidate.name === name), rule)?.options : {};
  return { ...options, ...written };
}

async function collect(definition: EvaluatorDefinition) {
  const subject = { definition, directory: await temporaryFolder({ 'check.js': '' }) };
  const refused = new Set<string>();
  const accepted = new Set<string>();
  for (const { value } of definition.examples) {
    const example = exampleOptions(definition, value);
    for (const place of placesIn(example)) {
      for (const wrong of TRIED) {
        const options = withValue(example, place, wrong);
        for (const finding of await findingsOf(subject, options)) {
          for (const suggestion of suggestionsOf(finding.message)) {
            const ok = await isAccepted(subject, options, place, finding, suggestion);
            (ok ? accepted : refused).add(ok ? suggestion.text : `${finding.message} -> ${suggestion.text}, at ${finding.path.join('.')} of ${JSON.stringify(options)}`);
          }
        }
      }
    }
  }
  return { accepted, refused };
}

describe('what a message suggests can be written just so', () => {
  const own = installed.evaluators.filter(({ name }) => !name.startsWith('not_'));

  test.each(own.map((definition) => [definition.name, definition] as const))('%s', async (_, definition) => {
    const { refused } = await collect(definition);
    expect([...refused].slice(0, 5)).toEqual([]);
  });

  test.each([
    ['length_max', ['length_max_500', 'value: 500']],
    ['score_above', ['score_above_0.85', 'value: 0.85']],
    ['rubric_score', ['min: 0, max: 5', 'rubric_score_0_to_5']],
    ['required_keys', ['keys: [name, score]']],
    ['code_judge', ['["node", "check.js"]']],
    ['rubric', ['{0: Bad, 7: Good}']],
    ['field_accuracy', ['invoice.lines[0].total']],
    ['contains_at_least_n_of', ['[2, ["apples", "oranges", "pears"]]']],
  ])('%s has suggestions that are found here: %j', async (name, expected) => {
    const definition = own.find((candidate) => candidate.name === name);
    const { accepted } = definition ? await collect(definition) : expect.fail(`no ${name}`);
    expect([...accepted].toSorted()).toEqual(expect.arrayContaining(expected));
  });
});
