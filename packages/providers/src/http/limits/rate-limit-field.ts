import { writtenWait } from './written-wait.js';

/** A limit as the header `RateLimit` has it: `"default";r=50;t=30`. */
export interface FieldLimit {
  readonly name: string;
  remaining?: number;
  resetMs?: number | undefined;
}

/** A parameter, or the name of a limit. */
const ITEM = /([a-z]+)\s*=\s*([^\s;,]+)|"([^"]*)"|([^\s;,="]+)/giu;

/**
 * The limits of a header `RateLimit`, of the standard to come: `"default";r=50;t=30`, several with commas between them, and
 * `limit=100, remaining=50, reset=30` of its older drafts.
 */
export function fieldLimits(written: string, now: number): readonly FieldLimit[] {
  let current: FieldLimit = { name: '' };
  const limits = [current];
  const begin = (name: string): void => void limits.push((current = { name }));
  for (const [, parameter = '', value = '', quoted, bare] of written.matchAll(ITEM)) {
    const name = quoted ?? bare;
    if (name !== undefined) begin(name.toLowerCase());
    else if (/^(?:r|remaining)$/iu.test(parameter)) {
      // Without names, the next one begins with what the one before has.
      if (current.remaining !== undefined) begin('');
      if (/^\d+$/u.test(value)) current.remaining = Number(value);
    } else if (/^(?:t|reset)$/iu.test(parameter)) current.resetMs = writtenWait(value, now);
  }
  return limits;
}
