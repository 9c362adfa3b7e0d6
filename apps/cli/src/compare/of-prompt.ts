import { nearestMatch, UsageError, type ResultRow } from '@assay/schema';

/** Takes the rows of one prompt out of a run, so that they can be held against those of another. */
export interface OfPrompt {
  /** The row as if nothing were varied but what else is; undefined for rows of other prompts. */
  take(row: ResultRow): ResultRow | undefined;
  /** @throws UsageError when no row has the prompt. */
  check(): void;
}

/** @param prompt name of a prompt; undefined for all rows as they are. */
export function ofPrompt(side: 'A' | 'B', prompt: string | undefined): OfPrompt {
  const met = new Set<string>();
  return {
    take(row) {
      if (prompt === undefined) return row;
      const { variant } = row;
      if (variant.prompt !== undefined) met.add(variant.prompt);
      if (variant.prompt !== prompt) return undefined;
      const label = variant.label.split(' ').filter((mark) => !mark.startsWith('prompt:')).join(' ');
      return { ...row, variant: { ...variant, label } };
    },
    check() {
      if (prompt === undefined || met.has(prompt)) return;
      const names = [...met];
      const near = nearestMatch(prompt, names);
      throw new UsageError(`run ${side} has no prompt "${prompt}"`, {
        hint: near ? `did you mean "${near}"?` : names.length === 0 ? 'its cases were asked without prompts of a suite' : `its prompts: ${names.join(', ')}`,
      });
    },
  };
}
