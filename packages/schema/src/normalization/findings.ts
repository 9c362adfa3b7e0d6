import type { Diagnostic, Severity } from '../diagnostics/diagnostic.js';
import type { NamingHint } from '../diagnostics/named-option.js';
import type { NormalizeContext } from './context.js';
import type { ValuePath } from '../domain/value-path.js';

export interface FindingOptions extends NamingHint {
  readonly code?: string | undefined;
  /** Points at the key instead of its value. */
  readonly which?: 'key' | 'value' | undefined;
  readonly related?: { readonly message: string; readonly path: ValuePath } | undefined;
}

function report(
  severity: Severity,
  context: NormalizeContext,
  path: ValuePath,
  message: string,
  options: FindingOptions,
): void {
  if (severity === 'error') context.tally.errors += 1;
  context.tally.handedOn = (context.tally.handedOn ?? 0) + 1;
  const diagnostic: Diagnostic = {
    severity,
    code: options.code ?? 'invalid-field',
    message: `${context.linePrefix ?? ''}${message}`,
    location: context.locate(path, options.which),
    ...(options.hint === undefined ? {} : { hint: options.hint }),
    ...(options.namedOptions && { namedOptions: options.namedOptions }),
    ...(options.related === undefined
      ? {}
      : {
          related: {
            message: options.related.message,
            location: context.locate(options.related.path, 'key'),
          },
        }),
  };
  context.report(diagnostic);
}

/** Reports something that is present and wrong. */
export function reportError(
  context: NormalizeContext,
  path: ValuePath,
  message: string,
  options: FindingOptions = {},
): void {
  report('error', context, path, message, options);
}

/** Reports something that works, but probably not as meant. */
export function reportWarning(
  context: NormalizeContext,
  path: ValuePath,
  message: string,
  options: FindingOptions = {},
): void {
  report('warning', context, path, message, options);
}

/** Reports advice on style, or what a reader should know although nothing is wrong. */
export function reportInfo(
  context: NormalizeContext,
  path: ValuePath,
  message: string,
  options: FindingOptions = {},
): void {
  report('info', context, path, message, options);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** A value as a message names it: `a list`, `the number 4`, `"high"`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'object':
      return 'a mapping';
    case 'string':
      return JSON.stringify(shorten(value));
    case 'number':
      return `the number ${value}`;
    default:
      return String(value);
  }
}

/** The kind of a value without the value: `a string`, `a list`. */
export function describeKind(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'a boolean';
  return describeValue(value);
}
