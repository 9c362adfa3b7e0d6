import { parcelName, type Parcel } from './outbox.js';

function part({ name, ids, lines, accounts }: Parcel, start: number, end: number): Parcel {
  const own = parcelName();
  return {
    name: own,
    ids: ids.slice(start, end),
    accounts: accounts.slice(start, end),
    // The name is in the ids of its requests, and by chance nowhere else.
    lines: lines.slice(start, end).map((line, index) => line.replaceAll(`${name}-${start + index}"`, `${own}-${index}"`)),
  };
}

/** The halves of what was refused: one of them may be taken. */
export function splitParcel(parcel: Parcel): readonly Parcel[] {
  const middle = Math.ceil(parcel.ids.length / 2);
  return [part(parcel, 0, middle), part(parcel, middle, parcel.ids.length)];
}
