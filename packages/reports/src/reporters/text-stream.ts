/** Where text is written to: a process's stdout or stderr, or anything with the same `write`. */
export interface TextStream {
  write(text: string): unknown;
}
