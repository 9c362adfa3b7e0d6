import { composedText } from '../texts/composed.js';
import type { NormalizeContext } from './context.js';
import type { ValuePath } from '../domain/value-path.js';
import { describeKind, reportError } from './findings.js';

/** An optional text. Reports anything that is no string. */
export function readText(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  key: string,
): string | undefined {
  const value = raw[key];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  reportError(context, [...path, key], `${key} must be a string, not ${describeKind(value)}`, {
    hint:
      typeof value === 'number' || typeof value === 'boolean'
        ? `put it in quotes: ${key}: "${context.writtenAt?.([...path, key]) ?? String(value)}"`
        : `write one text: ${key}: "…"`,
  });
  return undefined;
}

/**
 * A name that may also be written as a number, in the form in which names that look the same are the same. Reports anything else, and empty ones.
 * @param hint What to write instead; that of names of which each stands once in a file, unless the caller has its own.
 */
export function readIdentifier(
  context: NormalizeContext,
  raw: Readonly<Record<string, unknown>>,
  path: ValuePath,
  key: string,
  hint = 'write a short name, unique within the file',
): string | undefined {
  const value = raw[key];
  if (typeof value === 'string' && value.trim() !== '') return composedText(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  const problem = typeof value === 'string' ? 'must not be empty' : `must be a string or a number, not ${typeof value === 'number' ? String(value) : describeKind(value)}`;
  reportError(context, [...path, key], `${key} ${problem}`, { hint });
  return undefined;
}
