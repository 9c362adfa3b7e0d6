import { nearestMatch, UsageError } from '@assay/schema';
import { calledName } from '../names/called-name.js';

export interface PairTargetsOptions {
  /** Names of the targets that have rows in run A. */
  readonly a: readonly string[];
  readonly b: readonly string[];
  /** `--target-a` */
  readonly selectedA?: string | undefined;
  readonly selectedB?: string | undefined;
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'no target' : names.join(', ');
}

function checkSelected(side: 'A' | 'B', names: readonly string[], selected: string | undefined): void {
  if (selected === undefined || names.length === 0 || names.includes(selected)) return;
  const near = nearestMatch(selected, names);
  throw new UsageError(`run ${side} has no target "${selected}"`, {
    hint: near ? `did you mean "${near}"?` : `its targets: ${listed(names)}`,
  });
}

/**
 * The target of a run when the other run's was selected: the only one, else the one of that name.
 * A run without rows has none to choose; that there is nothing to compare shows in the numbers.
 */
function counterpart(names: readonly string[], other: string): string | undefined {
  if (names.length === 0) return other;
  return names.length === 1 ? names[0] : names.find((name) => name === other);
}

function unclear(a: readonly string[], b: readonly string[], missing: string): UsageError {
  return new UsageError('it is not clear which targets are to be compared', {
    hint: `name one of each run with ${missing}; A has ${listed(a)}; B has ${listed(b)}`,
  });
}

/**
 * Which targets of two runs are compared with each other: those that were selected; else all by
 * name if both runs have the same ones; else the only one of each.
 * @throws UsageError when it is not clear, or a selected target does not exist.
 */
export function pairTargets(options: PairTargetsOptions): readonly { readonly a: string; readonly b: string }[] {
  const { a, b } = options;
  const selectedA = options.selectedA === undefined ? undefined : calledName(options.selectedA, a);
  const selectedB = options.selectedB === undefined ? undefined : calledName(options.selectedB, b);
  checkSelected('A', a, selectedA);
  checkSelected('B', b, selectedB);
  if (selectedA !== undefined || selectedB !== undefined) {
    const ofA = selectedA ?? counterpart(a, selectedB ?? '');
    const ofB = selectedB ?? counterpart(b, selectedA ?? '');
    if (ofA !== undefined && ofB !== undefined) return [{ a: ofA, b: ofB }];
    throw unclear(a, b, ofA === undefined ? '--target-a' : '--target-b');
  }
  if (a.length === 0) return b.map((name) => ({ a: name, b: name }));
  if (b.length === 0) return a.map((name) => ({ a: name, b: name }));
  const names = new Set(b);
  if (a.length === b.length && a.every((name) => names.has(name))) return a.map((name) => ({ a: name, b: name }));
  const [[onlyA, ...othersA], [onlyB, ...othersB]] = [a, b];
  if (onlyA === undefined || onlyB === undefined || othersA.length > 0 || othersB.length > 0) {
    throw unclear(a, b, '--target-a and --target-b');
  }
  return [{ a: onlyA, b: onlyB }];
}
