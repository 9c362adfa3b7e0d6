/** What is wrong, in words: the message of an error, or as a text whatever else was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
