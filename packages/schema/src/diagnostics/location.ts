/** A place in a file that a person can jump to. Lines and columns count from 1. */
export interface SourceLocation {
  /** Path as it should be shown: relative to the working directory where possible. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** `file:line:column`, the form that terminals and editors turn into a link. */
export function formatLocation(location: SourceLocation): string {
  return `${location.file}:${location.line}:${location.column}`;
}
