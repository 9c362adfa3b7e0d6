/** The event of the window that tells that nobody answers any more. */
export const SERVER_GONE = 'assay:gone';

interface Facts {
  readonly hint?: string | undefined;
  /** Whether nobody answers any more, so that it may help to ask again later. */
  readonly gone: boolean;
}

/** What could not be had, in words for whoever looks at the page. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly hint: string | undefined;
  readonly gone: boolean;

  constructor(message: string, { hint, gone }: Facts) {
    super(message);
    this.hint = hint;
    this.gone = gone;
  }
}
