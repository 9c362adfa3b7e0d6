import { parcelName, type Parcel } from './outbox.js';
import type { Spool } from './spool.js';

type Part = Parcel & { readonly start: number };

/**
 * The halves of what was refused: one of them may be taken.
 * @throws StoreError
 */
export async function splitParcel({ name, ids, lines, accounts }: Parcel, spool: () => Promise<Spool>): Promise<readonly Parcel[]> {
  const middle = Math.ceil(ids.length / 2);
  const part = async (start: number, end: number): Promise<Part> => ({ name: parcelName(), ids: ids.slice(start, end), accounts: accounts.slice(start, end), lines: await spool(), start });
  const halves = [await part(0, middle), await part(middle, ids.length)] as const;
  let place = 0;
  for await (const line of lines) {
    const half = halves[place < middle ? 0 : 1];
    // The name is in the ids of its requests, and by chance nowhere else.
    await half.lines.append(line.replaceAll(`${name}-${place}"`, `${half.name}-${place - half.start}"`));
    place += 1;
  }
  return halves;
}
