/** Whether all attacks are run (`test:hostile --full`), or the sample that `.ci/run` runs. */
export const full: boolean = process.env['ASSAY_HOSTILE'] === 'full';

/** All of a list in a full run of the attacks; in the sample those whose place is named, which stand for the others. */
export function some<T>(all: readonly T[], ...places: readonly number[]): readonly T[] {
  return full ? all : all.filter((_, place) => places.includes(place));
}

/** `sample` mostly, `all` in a full run of the attacks. */
export function sized<T>(sample: T, all: T): T {
  return full ? all : sample;
}
