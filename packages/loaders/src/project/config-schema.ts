import * as v from 'valibot';

/** The keys of `config.yaml`, as they stand in the file. Free of transforms. */

const finite = (key: string, low: number, high?: number) => {
  const message = high === undefined ? `${key} must be a number >= ${low}` : `${key} must be a number from ${low} to ${high}`;
  return v.pipe(v.number(message), v.finite(message), v.minValue(low, message), v.maxValue(high ?? Number.MAX_VALUE, message));
};

const whole = (key: string, low: number) => {
  const message = `${key} must be a whole number >= ${low}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(low, message));
};

const text = (key: string) => v.pipe(v.string(`${key} must be a string`), v.nonEmpty(`${key} must not be empty`));

const above0 = (key: string) => v.pipe(finite(key, 0), v.gtValue(0, `${key} must be > 0`));

export const DefaultsSchema = v.object({
  target: v.optional(text('target')),
  judges: v.optional(v.unknown()),
  concurrency: v.optional(whole('concurrency', 1)),
  timeout_seconds: v.optional(above0('timeout_seconds')),
  max_retries: v.optional(whole('max_retries', 0)),
  max_reply_mb: v.optional(above0('max_reply_mb')),
  threshold: v.optional(finite('threshold', 0, 1)),
  fail_on: v.optional(v.picklist(['fail', 'borderline'], 'fail_on must be fail or borderline')),
  repeat: v.optional(whole('repeat', 1)),
});

export const JudgesSchema = v.object({
  panel: v.optional(v.unknown()),
  backup: v.optional(v.unknown()),
  quorum: v.optional(whole('quorum', 1)),
});

export const JudgeEntrySchema = v.object({
  id: v.optional(text('id')),
  model: text('model'),
  approach: v.optional(v.picklist(['standard', 'prompt-aware', 'holistic'])),
});

export const VerdictsSchema = v.object({
  pass: v.optional(finite('pass', 0, 1)),
  borderline: v.optional(finite('borderline', 0, 1)),
});

export const PriceSchema = v.object({
  input: finite('input', 0),
  output: finite('output', 0),
  cached_input: v.optional(finite('cached_input', 0)),
});
