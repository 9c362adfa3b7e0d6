import * as v from 'valibot';
import { nearestMatch, type RuleDefinition } from '@assay/schema';

/** A number as people write it: `500`, `-2.5`, `0,85`, `1,000`, `1e3`, `10k`, `70%`. */
const WRITTEN_NUMBER = /-?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?(?:%|k(?![a-z]))?/giu;

/** What stands in front of a name that is turned around. */
const TURNED = /^(?:!\s*|not[\s_-])/iu;

/** The numbers that a written one may stand for, the likeliest first. */
function readings(written: string): readonly number[] {
  const text = written.replace(/[%k]$/iu, '');
  const plain = [...(/^-?\d{1,3}(?:,\d{3})+$/u.test(text) ? [text.replaceAll(',', '')] : []), text.replace(',', '.')];
  const numbers = plain.map(Number).filter((number) => Number.isFinite(number));
  if (/k$/iu.test(written)) return numbers.map((number) => number * 1000);
  return written.endsWith('%') ? [...numbers.map((number) => number / 100), ...numbers] : numbers;
}

/** Every way to choose one reading of each number. */
function choices(numbers: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return numbers.reduce<readonly (readonly number[])[]>(
    (chosen, options) => chosen.flatMap((before) => options.map((number) => [...before, number])),
    [[]],
  );
}

/** The name of a rule without its numbers: `length_max`. */
function bareName({ form }: RuleDefinition): string {
  return form.split(/_[A-Z]/u, 1)[0] ?? form;
}

/** How a rule is written, as a hint: its form, with an example where it has numbers. */
export function howToWrite({ form, examples }: RuleDefinition): string {
  if (!/[A-Z]/u.test(form)) return `write rule: ${form}`;
  const written = examples.map(({ value }) => (value as { readonly rule?: unknown }).rule).find((rule) => typeof rule === 'string');
  return `write rule: ${form} with numbers for the capitals${written === undefined ? '' : `, as in ${written}`}`;
}

/** True when a rubric may write this name just so. */
function isUsable(rule: RuleDefinition, name: string): boolean {
  const parameters = rule.match(name);
  return parameters !== undefined && v.safeParse(rule.options, parameters).success;
}

interface Nearest {
  readonly rule: RuleDefinition;
  /** The written numbers, in the order of the form's capitals. */
  readonly numbers: readonly string[];
}

function nearestRule(written: string, rules: readonly RuleDefinition[]): Nearest | undefined {
  const numbers: string[] = [];
  const asForm = written.replaceAll(WRITTEN_NUMBER, (number) => {
    numbers.push(number);
    return numbers.length === 1 ? 'X' : 'Y';
  });
  const forms = rules.map(({ form }) => form);
  const bare = asForm.replaceAll(/_[XY]/gu, '');
  const form = nearestMatch(asForm, forms) ?? nearestMatch(bare, forms) ?? undefined;
  const name = form === undefined ? nearestMatch(bare, rules.map(bareName)) : undefined;
  const rule = rules.find((candidate) => candidate.form === form || bareName(candidate) === name);
  return rule && { rule, numbers };
}

/** The numbers that the form has places for; undefined when more are written. `1_000` is one number in groups of digits. */
function fitting({ rule, numbers }: Nearest): readonly string[] | undefined {
  const places = [...rule.form.matchAll(/[XY]/gu)].length;
  if (numbers.length <= places) return numbers;
  return places === 1 && numbers.slice(1).every((group) => /^\d{3}$/u.test(group)) ? [numbers.join('')] : undefined;
}

/** The rule's form with the written numbers, brought to a spelling that the rule takes; undefined if none is. */
function withNumbers(nearest: Nearest): string | undefined {
  const { rule } = nearest;
  const numbers = fitting(nearest);
  if (!numbers) return undefined;
  for (const chosen of choices(numbers.map(readings))) {
    const name = rule.form.replaceAll(/[XY]/gu, (capital) => String(chosen[capital === 'X' ? 0 : 1] ?? capital));
    if (isUsable(rule, name)) return name;
  }
  return undefined;
}

/**
 * What to write in place of a rule that is not installed, as a hint. Whatever it names can be written just so.
 * @param asKey True where the name is a key with its value beside it (`rule: {length_max: 500}`).
 */
export function suggestRule(written: string, rules: readonly RuleDefinition[], asKey: boolean): string {
  // The nearest rule would score the opposite of what is meant.
  if (TURNED.test(written)) return 'rules have no opposite: say what the output is to be; forbidden_phrases lists what it may not say';
  const nearest = nearestRule(written, rules);
  if (!nearest) return 'use one of these, with numbers for X and Y';
  if (asKey && nearest.numbers.length === 0) return `did you mean ${bareName(nearest.rule)}?`;
  // Without numbers in its name, the rest of a rule stands beside it.
  const name = /[A-Z]/u.test(nearest.rule.form) ? withNumbers(nearest) : nearest.rule.form;
  return name === undefined ? howToWrite(nearest.rule) : `did you mean ${name}?`;
}
