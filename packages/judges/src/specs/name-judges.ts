import type { JudgeSpec } from '@assay/schema';

/** A spec whose id is settled. */
export interface NamedJudgeSpec extends JudgeSpec {
  readonly id: string;
}

/**
 * Gives every judge an id: its own, or else its model, numbered (`openai:gpt-4o#2`) when that is
 * taken. Ids that were written are never changed, also not when two of them are equal.
 */
export function nameJudges(specs: readonly JudgeSpec[]): readonly NamedJudgeSpec[] {
  const taken = new Set(specs.flatMap((spec) => spec.id ?? []));
  return specs.map((spec) => {
    if (spec.id !== undefined) return { ...spec, id: spec.id };
    let id = spec.model;
    for (let number = 2; taken.has(id); number += 1) id = `${spec.model}#${number}`;
    taken.add(id);
    return { ...spec, id };
  });
}
