/**
 * Why a reply has no reading: `silent` states nothing; `quoted` has only classifications that it
 * quotes; `both` states two that differ; `cut` ended before its end; `endless` never stops thinking;
 * `off` is off the scale.
 */
export type NoReading = 'silent' | 'quoted' | 'both' | 'cut' | 'endless' | 'empty' | 'off';

/** A row of a group: what, candidate, reply, expected reading, finish reason. */
export type Row = readonly [what: string, candidate: string, reply: string, expected: number | NoReading, finish?: string];
