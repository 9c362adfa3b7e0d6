declare module 'papaparse' {
  /** What of the library is used here: it brings no types of its own. */
  interface ParserConfig {
    readonly delimiter?: string;
    readonly newline?: string;
    readonly preview?: number;
  }
  interface ParsedRows {
    readonly data: string[][];
    readonly errors: readonly { readonly code: string; readonly message: string; readonly row?: number }[];
    readonly meta: { readonly cursor: number };
  }
  const papaparse: {
    readonly Parser: new (config: ParserConfig) => { parse(text: string, baseIndex: number, ignoreLastRow: boolean): ParsedRows };
  };
  export default papaparse;
}
