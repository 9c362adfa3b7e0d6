import { createSlices, sliceKey } from '@assay/reports';
import type { ResultRow, VerdictThresholds } from '@assay/schema';

export type Slices = ReturnType<typeof createSlices>;

/**
 * What results come to by each of these keys, in one pass over the rows; undefined where there is no row.
 * @throws UsageError for a key that is none, or that no row has.
 */
export async function sliceRows(rows: AsyncIterable<ResultRow>, keys: readonly string[], thresholds: VerdictThresholds | undefined): Promise<readonly Slices[] | undefined> {
  const sliced = keys.map(sliceKey);
  const slices = sliced.map((key) => createSlices(key, thresholds));
  let any = false;
  for await (const row of rows) {
    any = true;
    for (const each of slices) each.add(row);
  }
  if (!any) return undefined;
  for (const key of sliced) {
    const unknown = key.unknown();
    if (unknown) throw unknown;
  }
  return slices;
}
