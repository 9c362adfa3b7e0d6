import { isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';

/** What a key of a reply in JSON may hold. */
export interface Field {
  readonly allowed: (value: JsonValue) => boolean;
  /** What the value must be, in words. */
  readonly must: string;
}

const isAmount = (value: JsonValue): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const AMOUNT = 'a number >= 0';

export const TEXT: Field = { allowed: (value) => typeof value === 'string', must: 'a text' };

function isUsage(value: JsonValue): boolean {
  return isJsonObject(value) && ['input', 'output', 'cached'].every((key) => value[key] === undefined || value[key] === null || isAmount(value[key]));
}

/** The keys of a reply in JSON, of a program or a recording. */
export const REPLY_FIELDS: Readonly<Record<string, Field>> = {
  text: { allowed: () => true, must: 'a text' },
  output_messages: { allowed: Array.isArray, must: 'a list of messages' },
  tool_calls: { allowed: Array.isArray, must: 'a list of tool calls' },
  token_usage: { allowed: isUsage, must: 'an object with input, output and cached, each a number >= 0' },
  cost_usd: { allowed: isAmount, must: AMOUNT },
  duration_ms: { allowed: isAmount, must: AMOUNT },
  confidence: { allowed: (value) => isAmount(value) && Number(value) <= 1, must: 'a number from 0 to 1' },
  model: TEXT,
  finish_reason: TEXT,
};

/** A value for a message, cut where it is long. */
export function valueText(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** What cannot be read of the given keys, in words. */
export function fieldProblems(row: JsonObject, fields: Readonly<Record<string, Field>>): readonly string[] {
  return Object.entries(fields).flatMap(([key, { allowed, must }]) => {
    const value = row[key];
    // Tools that write such files leave a null where they know nothing.
    if (value === undefined || value === null || allowed(value)) return [];
    return [`${key} must be ${must}, not ${valueText(value)}`];
  });
}
