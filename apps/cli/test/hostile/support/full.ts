/** Whether all attacks are run (`test:hostile --full`), or the sample that every `npm test` runs. */
export const full: boolean = process.env['ASSAY_HOSTILE'] === 'full';

/** `sample` in every test run, `all` in a full run of the attacks. */
export function sized<T>(sample: T, all: T): T {
  return full ? all : sample;
}
