import type { RuleDefinition } from '@assay/schema';

/** What a message tells to write: a value in place of the wrong one, values of keys, or the name of a rule. */
export type Suggestion =
  | { readonly kind: 'value'; readonly text: string; readonly value: unknown }
  | { readonly kind: 'keys'; readonly text: string; readonly keys: Readonly<Record<string, unknown>> }
  | { readonly kind: 'rule'; readonly text: string };

/** A value as YAML has it between brackets: texts need no quotes, keys neither. */
function readFlow(text: string): unknown {
  if (!/^[[{]/u.test(text)) return /^(?:-?\d+(?:\.\d+)?|true|false|null|".*")$/su.test(text) ? JSON.parse(text) : text;
  const json = text.replaceAll(/"(?:[^"\\]|\\.)*"|[^\s"[\]{},:][^"[\]{},:]*/gu, (token) => {
    const trimmed = token.trim();
    if (/^(?:".*"|true|false|null)$/su.test(trimmed)) return trimmed;
    const isNumber = /^-?\d+(?:\.\d+)?$/u.test(trimmed);
    return isNumber && !text.includes(`${token}:`) ? trimmed : JSON.stringify(trimmed);
  });
  return JSON.parse(json);
}

/** The text from the start on that is one value: a bracket with what belongs to it, or a word. */
function oneValue(text: string): string {
  if (!/^[[{]/u.test(text)) return /^(?:"[^"]*"|[^\s,;]+)/u.exec(text)?.[0] ?? '';
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if ('[{'.includes(character)) depth += 1;
    if (']}'.includes(character)) depth -= 1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}

const LEAD = /(?:such as|as in|e\.g\.|: write) /gu;

/**
 * The suggestions of a message or hint: whatever follows `such as`, `as in`, `e.g.`, `: write` or `did you mean`. Keys stand with
 * their values (`value: 500, or rule: length_max_500`), which are taken together up to the word "or".
 */
export function suggestionsOf(message: string): readonly Suggestion[] {
  const meant = [...message.matchAll(/did you mean (.+?)\?/gu)].map(([, text = '']) => ({ kind: 'value' as const, text, value: text }));
  return [...message.matchAll(LEAD)].flatMap((lead): readonly Suggestion[] => {
    const rest = message.slice(lead.index + lead[0].length);
    if (!/^[a-z_]+: /u.test(rest)) {
      const text = oneValue(rest);
      return [{ kind: 'value', text, value: readFlow(text) }];
    }
    return rest.split(/,? or /u).flatMap((choice): Suggestion[] => {
      const keys: Record<string, unknown> = {};
      for (let at = choice; /^[a-z_]+: /u.test(at); ) {
        const [key = ''] = at.split(': ', 1);
        const text = oneValue(at.slice(key.length + 2));
        keys[key] = readFlow(text);
        at = at.slice(key.length + 2 + text.length).replace(/^, /u, '');
      }
      const { rule } = keys;
      if (typeof rule === 'string') return [{ kind: 'rule', text: rule }];
      return Object.keys(keys).length === 0 ? [] : [{ kind: 'keys', text: choice, keys }];
    });
  }).concat(meant);
}

/** The options that a written rule stands for, as a rubric reads them. */
export function optionsOfRule(rules: readonly RuleDefinition[], written: string): { readonly rule: RuleDefinition; readonly options: object } | undefined {
  for (const rule of rules) {
    const options = rule.match(written);
    if (options) return { rule, options };
  }
  return undefined;
}
