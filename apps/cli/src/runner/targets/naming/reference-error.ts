import { ConfigError, formatLocation, InvalidFileError, type Diagnostic } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';

/** An error about a name that leads nowhere: it begins with who said the name, and where. */
export function referenceError({ namedBy, location }: TargetReference, message: string, hint: string): ConfigError {
  return new ConfigError(`${namedBy}: ${message}`, { hint, location });
}

/** The findings about a target that cannot be used, with who selected it. */
export function unusable({ namedBy, location }: TargetReference, name: string, problems: readonly Diagnostic[]): InvalidFileError {
  const place = location === undefined ? '' : ` at ${formatLocation(location)}`;
  return new InvalidFileError(
    problems.map((problem) => ({ ...problem, message: `target "${name}" (selected by ${namedBy}${place}): ${problem.message}` })),
  );
}
