/**
 * Reads a stream of JSON values, one a line, and hands each on as soon as its line is whole. A last line without its end is one too.
 * @throws SyntaxError when a line is not JSON
 */
export async function readLines(body: ReadableStream<Uint8Array>, onValue: (value: unknown) => void): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  // Pieces of a line that is longer than what comes at a time: joined once, or a long line would be copied at each piece.
  let pieces: string[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = value.split('\n');
    pieces.push(lines[0] ?? '');
    for (let index = 1; index < lines.length; index += 1) {
      const line = pieces.join('');
      if (line !== '') onValue(JSON.parse(line));
      pieces = [lines[index] ?? ''];
    }
  }
  const last = pieces.join('');
  if (last.trim() !== '') onValue(JSON.parse(last));
}
