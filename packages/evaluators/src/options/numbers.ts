import * as v from 'valibot';

/** A finite number ≥ 0. `key` names the option in the message. */
export function nonNegative(key: string) {
  return v.pipe(
    v.number((issue) => `${key} must be a number, got ${issue.received}`),
    v.finite(`${key} must be finite`),
    v.minValue(0, `${key} must be >= 0`),
  );
}

/** A number from 0 to 1. `key` names the option in the message. */
export function share(key: string) {
  const message = `${key} must be a number from 0 to 1`;
  return v.pipe(v.number(message), v.minValue(0, message), v.maxValue(1, message));
}

/** A finite number > 0. `key` names the option in the message. */
export function positive(key: string) {
  return v.pipe(
    v.number((issue) => `${key} must be a number, got ${issue.received}`),
    v.finite(`${key} must be finite`),
    v.gtValue(0, `${key} must be > 0`),
  );
}

/** A whole number from `from` to `to`. `key` names the option in the message. */
export function wholeNumber(key: string, from: number, to = Number.MAX_SAFE_INTEGER) {
  const message =
    to === Number.MAX_SAFE_INTEGER
      ? `${key} must be a whole number >= ${from}`
      : `${key} must be a whole number from ${from} to ${to}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(from, message), v.maxValue(to, message));
}

/** true or false. `key` names the option in the message. */
export function flag(key: string) {
  return v.boolean((issue) => `${key} must be true or false, got ${issue.received}`);
}
