import { isJsonObject, type JsonValue } from '@assay/schema';

/** Whether a value tells anything: not one that is empty, nor one of nothing but such. */
function tells(value: JsonValue | undefined): value is JsonValue {
  if (value === undefined || value === null || value === false || value === 0) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(tells);
  return isJsonObject(value) ? Object.values(value).some(tells) : true;
}

/** The error that stands in for a reply, or beside what there is of one. Servers that always have the field write it as null, `{}` or with a code of 0. */
export function statedError(said: unknown): JsonValue | undefined {
  const error = isJsonObject(said) ? said['error'] : undefined;
  return tells(error) ? error : undefined;
}
