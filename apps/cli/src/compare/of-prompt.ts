import { nearestMatch, UsageError } from '@assay/schema';
import { isCalled } from '../names/called-name.js';
import type { RowChoice } from './row-choice.js';

/** The rows of one prompt. @param prompt name of a prompt; undefined for all rows as they are. */
export function ofPrompt(side: 'A' | 'B', prompt: string | undefined): RowChoice {
  const met = new Set<string>();
  return {
    take(row) {
      if (prompt === undefined) return row;
      const { variant } = row;
      if (variant.prompt !== undefined) met.add(variant.prompt);
      if (variant.prompt === undefined || !isCalled(variant.prompt, prompt)) return undefined;
      const label = variant.label.split(' ').filter((mark) => !mark.startsWith('prompt:')).join(' ');
      return { ...row, variant: { ...variant, label } };
    },
    check() {
      if (prompt === undefined) return;
      const names = [...met];
      if (names.some((name) => isCalled(name, prompt))) return;
      const near = nearestMatch(prompt, names);
      throw new UsageError(`run ${side} has no prompt "${prompt}"`, {
        hint: near ? `did you mean "${near}"?` : names.length === 0 ? 'its cases were asked without prompts of a suite' : `its prompts: ${names.join(', ')}`,
      });
    },
  };
}
