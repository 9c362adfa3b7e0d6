import type { RuleDefinition } from '../contracts/rule.js';
import { nearestMatch } from '../diagnostics/nearest-match.js';
import type { NormalizeContext, ValuePath } from '../eval-case/context.js';
import { describeValue, reportError } from '../eval-case/findings.js';

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

/** The form that a mistyped name comes nearest to, with the numbers that were written. */
function nearestForm(written: string, forms: readonly string[]): string | undefined {
  const numbers: string[] = [];
  const asForm = written.replaceAll(/-?\d+(?:[.,]\d+)?/gu, (number) => {
    numbers.push(number.replace(',', '.'));
    return numbers.length === 1 ? 'X' : 'Y';
  });
  const nearest = nearestMatch(asForm, forms) ?? nearestMatch(asForm.replaceAll(/_[XY]/gu, ''), forms);
  return nearest?.replaceAll(/[XY]/gu, (capital) => numbers[capital === 'X' ? 0 : 1] ?? capital);
}

/** Reports a rule that is not installed, with the nearest one and the list of all. */
export function reportUnknownRule(context: NormalizeContext, written: string, path: ValuePath, label: string): void {
  const forms = (context.definitions?.rules ?? []).map(({ form }) => form);
  const nearest = nearestForm(written, forms);
  reportError(context, path, `${label}unknown rule ${describeValue(written)}; rules: ${forms.join(', ')}`, {
    code: 'unknown-rule',
    hint: nearest ? `did you mean ${nearest}?` : 'use one of these, with numbers for X and Y',
  });
}
