import type { RuleDefinition } from '@assay/schema';

const NUMBER = String.raw`(-?(?:\d+(?:\.\d+)?|\.\d+))`;

type RuleForm = Pick<RuleDefinition, 'form' | 'argument' | 'match'>;

/** How a rule without parameters in its name is written. `argument` is the option that a bare value fills. */
export function plainForm(name: string, ...argument: readonly string[]): RuleForm {
  return { form: name, argument, match: (written) => (written.trim() === name ? {} : undefined) };
}

/**
 * How a rule with numbers in its name is written. The bare name is the rule too: its parameters then
 * stand beside it.
 * @param form The name with capitals for the numbers: `rubric_score_X_to_Y`.
 * @param options The option that each capital stands for.
 */
export function numberedForm(form: string, options: Readonly<Record<string, string>>): RuleForm {
  const argument: string[] = [];
  const pattern = form.replaceAll(/[A-Z]/gu, (capital) => {
    argument.push(options[capital] ?? capital);
    return NUMBER;
  });
  const [name] = form.split(/_[A-Z]/u, 1);
  const numbered = new RegExp(`^${pattern}$`, 'u');
  return {
    form,
    argument,
    match(written) {
      const text = written.trim();
      if (text === name) return {};
      const numbers = numbered.exec(text)?.slice(1);
      return numbers && Object.fromEntries(numbers.map((number, index) => [argument[index] ?? '', Number(number)]));
    },
  };
}
