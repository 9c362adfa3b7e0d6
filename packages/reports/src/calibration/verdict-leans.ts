import type { VerdictLean } from '@assay/schema';
import { quantile } from '@assay/statistics';
import type { LabelledReply } from './labelled-reply.js';
import { labelledMean } from './labelled-figures.js';

/** Fewest labels of a part that something is said about. */
const FEWEST = 5;

type PartOf = (item: LabelledReply) => string | undefined;

/** Thirds of the labelled replies by a number. */
function thirds(items: readonly LabelledReply[], valueOf: (item: LabelledReply) => number, names: readonly [string, string, string]): PartOf {
  const values = items.map(valueOf);
  const [low, high] = [quantile(values, 1 / 3), quantile(values, 2 / 3)];
  if (low === high) return () => undefined;
  return (item) => {
    const value = valueOf(item);
    return value <= low ? names[0] : value <= high ? names[1] : names[2];
  };
}

/** The maker's family of a model by its name: `openai:gpt-5-mini` → `gpt`; undefined for a name that begins with none. */
export function modelFamily(model: string): string | undefined {
  const name = model.toLowerCase().split(/[:/]/u).at(-1) ?? '';
  const letters = /^[a-z]+/u.exec(name)?.[0];
  if (letters === undefined) return undefined;
  return /^o\d/u.test(name) || letters === 'chatgpt' ? 'gpt' : letters;
}

function familyPart(modelOf: (target: string) => string | undefined): PartOf {
  return ({ target, judges }) => {
    const own = modelFamily(modelOf(target) ?? '');
    const others = judges.map(({ model }) => modelFamily(model)).filter((family) => family !== undefined);
    if (own === undefined || others.length === 0) return undefined;
    return others.includes(own) ? 'family of a judge' : 'other families';
  };
}

/**
 * Whether verdicts are kinder, or stricter, than people on some of the replies: long ones, those of a target, those of models of the judges' own
 * family. Only for parts with some labels, and where there are at least two of them.
 * @param modelOf the model of a target
 */
export function verdictLeans(labelled: readonly LabelledReply[], modelOf: (target: string) => string | undefined): readonly VerdictLean[] {
  // An open verdict leans nowhere.
  const items = labelled.filter(({ passed }) => passed !== null);
  if (items.length === 0) return [];
  const parts: readonly (readonly [VerdictLean['kind'], PartOf])[] = [
    ['length', thirds(items, ({ length }) => length, ['short replies', 'middling replies', 'long replies'])],
    ['target', ({ target }) => target],
    ['family', familyPart(modelOf)],
  ];
  return parts.flatMap(([kind, partOf]) => {
    const found = new Map<string, LabelledReply[]>();
    for (const item of items) {
      const part = partOf(item);
      if (part !== undefined) found.set(part, [...(found.get(part) ?? []), item]);
    }
    if (found.size < 2) return [];
    return [...found]
      .filter(([, own]) => own.length >= FEWEST)
      .toSorted(([a], [b]) => (kind === 'target' ? (a < b ? -1 : 1) : 0))
      .map(([part, own]): VerdictLean => ({ kind, part, lean: labelledMean(own, ({ passed, truePass }) => Number(passed) - Number(truePass), -1) }));
  });
}
