import { describeValue, type NormalizeContext, reportError, type RuleDefinition, type ValuePath } from '@assay/schema';
import { suggestRule } from './suggest-rule.js';

/** A rule with the parameters that its written name holds. */
export interface FoundRule {
  readonly rule: RuleDefinition;
  readonly parameters: Readonly<Record<string, number>>;
}

/** The installed rule that a name stands for: `exact_match`, `length_max_500`. */
export function findRule(context: NormalizeContext, written: string): FoundRule | undefined {
  for (const rule of context.definitions?.rules ?? []) {
    const parameters = rule.match(written);
    if (parameters) return { rule, parameters };
  }
  return undefined;
}

/**
 * Reports a rule that is not installed, with the nearest one and the list of all.
 * @param asKey True where the name is a key with its value beside it.
 */
export function reportUnknownRule(context: NormalizeContext, written: string, path: ValuePath, label: string, asKey = false): void {
  const rules = context.definitions?.rules ?? [];
  const forms = rules.map(({ form }) => form);
  reportError(context, path, `${label}unknown rule ${describeValue(written)}; rules: ${forms.join(', ')}`, {
    code: 'unknown-rule',
    hint: suggestRule(written, rules, asKey),
  });
}
