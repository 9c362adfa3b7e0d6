import type { OrderedNames, RunIndex } from '../index/run-index.js';

/** What of a run is compared. Absent: each target with the one of the same name, each variant with that of the same label. */
export interface SideChoice {
  readonly target?: string | undefined;
  readonly variant?: string | undefined;
}

export interface SidesChoice {
  readonly a: SideChoice;
  readonly b: SideChoice;
}

type Names = Pick<OrderedNames, 'targets' | 'variants'>;

/** One word for both sides: chosen on one of them alone, or on none, it is completed so that there is something to compare. */
function complete(of: { readonly a: readonly string[]; readonly b: readonly string[] }, a: string | undefined, b: string | undefined, isOneRun: boolean): readonly [string | undefined, string | undefined] {
  const same = (names: readonly string[], name: string): string | undefined => (isOneRun ? names.find((other) => other !== name) : names.includes(name) ? name : names[0]);
  if (a !== undefined && b !== undefined) return [a, b];
  if (a !== undefined) return [a, same(of.b, a)];
  if (b !== undefined) return [same(of.a, b), b];
  const isShared = of.a.some((name) => of.b.includes(name));
  return isOneRun || isShared ? [undefined, undefined] : [of.a[0], of.b[0]];
}

/**
 * Which rows of two runs, or of one, are compared with each other. In one run these are two targets (its first two unless others are chosen), or,
 * where it has one target, two of its variants.
 */
export function comparedSides(a: Names, b: Names, chosen: SidesChoice, isOneRun: boolean): SidesChoice {
  const isChosen = [chosen.a, chosen.b].some(({ target, variant }) => target !== undefined || variant !== undefined);
  if (isOneRun && !isChosen) {
    const [first, second] = a.targets;
    if (second !== undefined) return { a: { target: first }, b: { target: second } };
    return { a: { target: first, variant: a.variants[0] }, b: { target: first, variant: a.variants[1] ?? a.variants[0] } };
  }
  const isOfVariants = chosen.a.variant !== undefined || chosen.b.variant !== undefined;
  // Variants of one target are compared in one run as well as two targets are.
  const [targetA, targetB] = isOneRun && isOfVariants ? [chosen.a.target ?? a.targets[0], chosen.b.target ?? chosen.a.target ?? a.targets[0]] : complete({ a: a.targets, b: b.targets }, chosen.a.target, chosen.b.target, isOneRun);
  const isOtherTarget = targetA !== targetB;
  const [variantA, variantB] = complete({ a: a.variants, b: b.variants }, chosen.a.variant, chosen.b.variant, isOneRun && isOfVariants && !isOtherTarget);
  return { a: { target: targetA, variant: variantA }, b: { target: targetB, variant: variantB } };
}

/** What a side may be: its targets, and their variants where there are several. */
export function sideChoices(index: RunIndex): readonly SideChoice[] {
  const { names, ordered, target, variant, rows } = index;
  const targets = ordered.targets.map((name): SideChoice => ({ target: name }));
  if (names.variants.length <= 1) return targets;
  const seen = new Map<number, SideChoice>();
  for (let position = 0; position < rows; position += 1) {
    const [one, other] = [target[position] ?? 0, variant[position] ?? 0];
    const at = index.columnRank(one, other);
    if (!seen.has(at)) seen.set(at, { target: names.targets[one], variant: names.variants[other] });
  }
  const columns = [...seen].toSorted(([a], [b]) => a - b).map(([, choice]) => choice);
  return names.targets.length > 1 ? [...targets, ...columns] : columns;
}

/** `gpt-5 · temp:0.7` */
export function sideTitle({ target, variant }: SideChoice): string {
  return [target, variant === '' ? '(none)' : variant].filter((part) => part !== undefined).join(' · ');
}
