import type { JsonValue, SettingDefinition } from '@assay/schema';
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

const ownDefaults = { target: v.optional(text('target')), judges: v.optional(v.unknown()) };

/** The keys under `defaults:`; any others when nobody says which there are. */
export function defaultsSchema(settings: readonly SettingDefinition[] | undefined) {
  if (!settings) return v.looseObject(ownDefaults);
  const entries = settings.map(({ key, expected, is }) => [key, v.optional(v.custom<JsonValue>(is, `${key} must be ${expected}`))] as const);
  return v.object({ ...ownDefaults, ...(Object.fromEntries(entries) as Record<string, never>) });
}

/** The keys of one suite under `budgets:`; any others when nobody says which there are. */
export function budgetSchema(settings: readonly SettingDefinition[] | undefined) {
  if (!settings) return v.record(v.string(), v.custom<JsonValue>(() => true));
  const entries = settings.filter(({ ofSuites }) => ofSuites).map(({ key, expected, is }) => [key, v.optional(v.custom<JsonValue>(is, `${key} must be ${expected}`))] as const);
  return v.object(Object.fromEntries(entries) as Record<string, never>);
}

export const JudgesSchema = v.object({
  panel: v.optional(v.unknown()),
  backup: v.optional(v.unknown()),
  quorum: v.optional(whole('quorum', 1)),
  consensus: v.optional(v.picklist(['mean', 'median', 'majority', 'min', 'calibrated'])),
  cascade: v.optional(v.unknown()),
});

export const CascadeSchema = v.object({
  first: v.unknown(),
  threshold: v.optional(finite('threshold', 0, 1)),
  band: v.optional(finite('band', 0, 1)),
  audit: v.optional(finite('audit', 0, 1)),
});

export const JudgeEntrySchema = v.object({
  id: v.optional(text('id')),
  model: text('model'),
  approach: v.optional(v.picklist(['standard', 'prompt-aware', 'holistic'])),
  weight: v.optional(
    v.pipe(v.number('weight must be a number above 0'), v.finite('weight must be a number above 0'), v.gtValue(0, 'weight must be a number above 0')),
  ),
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
