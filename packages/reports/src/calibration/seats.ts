import type { SeatedJudge } from '@assay/schema';

/** A text that two judges share if they count alike in the same way. */
export function seatKey({ id, model, weight = 1, consensus, approach, threshold, band, settings }: SeatedJudge): string {
  return JSON.stringify([id, model, weight, consensus ?? 'mean', approach ?? 'standard', threshold ?? null, band ?? null, settings ?? null]);
}

/** A judge with what it counts, and nothing else of it. */
export function seatOf({ id, model, weight, consensus, approach, threshold, band, settings }: SeatedJudge): SeatedJudge {
  return {
    id,
    model,
    ...(weight === undefined ? {} : { weight }),
    ...(consensus === undefined ? {} : { consensus }),
    ...(approach === undefined ? {} : { approach }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(band === undefined ? {} : { band }),
    ...(settings === undefined ? {} : { settings }),
  };
}

/** Each once, sorted. */
export function distinctSeats(judges: Iterable<SeatedJudge>): readonly SeatedJudge[] {
  const seats = new Map<string, SeatedJudge>();
  for (const judge of judges) seats.set(seatKey(judge), seatOf(judge));
  return [...seats].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, seat]) => seat);
}

const shown = (value: number): string => `${Number(value.toPrecision(6))}`;

const nameOf = ({ id, model, weight, approach, threshold, band, settings }: SeatedJudge): string => {
  const more = [
    ...(id === model ? [] : [model]),
    ...(settings === undefined ? [] : [`options ${settings}`]),
    ...(weight === undefined ? [] : [`weight ${shown(weight)}`]),
    ...(approach === undefined ? [] : [`asked by ${approach}`]),
    ...(threshold === undefined || band === undefined ? [] : [`asked first, alone unless within ${shown(band)} of ${shown(threshold)}`]),
  ];
  return more.length === 0 ? id : `${id} (${more.join(', ')})`;
};

/** Who judges, and how what they say becomes one: `the min of a, b`. The same text for the same judging. */
export function judgingOf(judges: readonly SeatedJudge[]): string {
  const names = judges.length === 0 ? 'no judge' : judges.map(nameOf).join(', ');
  const ways = [...new Set(judges.flatMap(({ consensus }) => consensus ?? []))].toSorted();
  return ways.length === 0 ? names : `the ${ways.join(' and ')} of ${names}`;
}
