import { numberedRows, rowPlaces } from '@assay/engine';
import { orderRows, positionOf, type RowPosition } from '@assay/reports';
import type { ResultRow, RunManifest } from '@assay/schema';

export interface RowsInOrderOptions {
  readonly manifest: Pick<RunManifest, 'suites' | 'targets'> | undefined;
  readonly isWanted: (row: ResultRow) => boolean;
  /** Called where a line was cut short, and is left out. */
  readonly onTornLine: (place: { readonly file: string; readonly line: number }) => void;
  /** Told how many rows count, wanted or not. */
  readonly onCounted?: ((rows: number) => void) | undefined;
}

/**
 * The rows of a run that count and are wanted, as their files have them: by suite, place and case, then by target, variant and repeat.
 * They finish in no order that a reader could follow. Reads them twice, and holds where each belongs, not the rows.
 * @throws StoreError
 */
export async function* rowsInOrder(folder: string, { manifest, isWanted, onTornLine, onCounted }: RowsInOrderOptions): AsyncGenerator<ResultRow> {
  const places = rowPlaces(folder);
  const wanted = new Map<number, RowPosition>();
  let counted = 0;
  for await (const batch of numberedRows(folder, { onTornLine })) {
    for (const numbered of batch) {
      places.note(numbered);
      if (numbered.replaces !== undefined) wanted.delete(numbered.replaces);
      // One that replaces another counts in its place.
      if (!numbered.outside && numbered.replaces === undefined) counted += 1;
      if (!numbered.outside && isWanted(numbered.row)) wanted.set(numbered.position, positionOf(numbered.row));
    }
  }
  onCounted?.(counted);
  const names = (list: readonly { readonly name: string }[] = []): readonly string[] => list.map(({ name }) => name);
  const compare = orderRows({ suites: names(manifest?.suites), targets: names(manifest?.targets) });
  for (const [position] of [...wanted].sort(([, a], [, b]) => compare(a, b))) {
    const stored = await places.at(position);
    if (stored) yield stored.row;
  }
}
