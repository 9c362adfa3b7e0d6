import { StringDecoder } from 'node:string_decoder';

/** A line of a stream, without its end. */
export interface BoundedLine {
  /** From 1. */
  readonly number: number;
  /** Undefined for a line that is longer than allowed. */
  readonly text: string | undefined;
}

/**
 * The lines of a stream that are not blank, read as fast as they are taken. A line without an end holds no more memory than
 * the longest that is allowed.
 * @param longest in characters.
 */
export async function* boundedLines(stream: AsyncIterable<Uint8Array>, longest: number): AsyncGenerator<BoundedLine, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let number = 1;
  let rest = '';
  let tooLong = false;
  const end = (): BoundedLine => ({ number, text: tooLong ? undefined : rest.replace(/\r$/u, '') });
  for await (const chunk of stream) {
    let text = decoder.write(Buffer.from(chunk));
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n')) {
      rest += text.slice(0, at);
      tooLong ||= rest.length > longest;
      const line = end();
      if (line.text?.trim() !== '') yield line;
      number += 1;
      rest = '';
      tooLong = false;
      text = text.slice(at + 1);
    }
    rest += text;
    if (rest.length > longest) {
      tooLong = true;
      rest = '';
    }
  }
  rest += decoder.end();
  if (tooLong || rest.trim() !== '') yield end();
}
