import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JudgedPair } from '@assay/reports';
import * as v from 'valibot';

const FILE = 'ranking.jsonl';

const score = v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(1)));
const KeptSchema = v.object({
  key: v.string(),
  preference: score,
  orders: v.array(v.object({ judge: v.string(), shown_first: score, shown_second: score })),
});

/** What judges said of a pair. */
export type Said = Pick<JudgedPair, 'preference' | 'orders'>;

/** Judges that gave a usable answer in both orders. */
export const judgesIn = ({ orders }: Said): number => orders.filter(({ shownFirst, shownSecond }) => shownFirst !== null && shownSecond !== null).length;

/** Pairs that were judged before, beside the rows of a run: each is asked about until all judges have said something of it. */
export interface KeptPairs {
  /** True for a pair that all judges have judged. */
  isWhole(key: string): boolean;
  find(key: string): Said | undefined;
  keep(key: string, said: Said): Promise<void>;
}

function read(line: string): [string, Said] | undefined {
  try {
    const found = v.safeParse(KeptSchema, JSON.parse(line));
    if (!found.success) return undefined;
    const { key, preference, orders } = found.output;
    return [key, { preference, orders: orders.map(({ judge, shown_first: shownFirst, shown_second: shownSecond }) => ({ judge, shownFirst, shownSecond })) }];
  } catch {
    // A line that a killed process left half written: its pair is asked about again.
    return undefined;
  }
}

/** Opens what is kept in the folder of a run. */
export async function openKeptPairs(folder: string): Promise<KeptPairs> {
  const file = join(folder, FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const known = new Map(text.split('\n').flatMap((line) => (line === '' ? [] : [read(line)])).filter((one) => one !== undefined));
  let last: Promise<void> = text === '' || text.endsWith('\n') ? Promise.resolve() : appendFile(file, '\n');
  return {
    isWhole(key) {
      const said = known.get(key);
      return said !== undefined && judgesIn(said) === said.orders.length;
    },
    find: (key) => known.get(key),
    keep(key, said) {
      known.set(key, said);
      const orders = said.orders.map(({ judge, shownFirst, shownSecond }) => ({ judge, shown_first: shownFirst, shown_second: shownSecond }));
      last = last.then(() => appendFile(file, `${JSON.stringify({ key, preference: said.preference, orders })}\n`));
      return last;
    },
  };
}
