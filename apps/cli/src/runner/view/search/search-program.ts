import type { SearchField } from '@assay/schema';

/** What the thread is given. */
export interface SearchTask {
  readonly file: string;
  readonly fields: readonly SearchField[];
  readonly text: string;
  readonly pattern: { readonly source: string; readonly flags: string } | undefined;
  /** Grows with every row that is begun to be matched; odd while one is. */
  readonly steps: Int32Array;
}

/** What the thread tells. */
export type SearchNews = { readonly hits: readonly number[] } | { readonly searched: number };

/** A value of a row, of any form: rows are not checked here. */
type Loose = Readonly<Record<string, unknown>> | undefined;

/**
 * Reads the rows of a run and tells in which of them something is found. It runs in a thread, which is ended when a pattern takes too
 * long. The text of this function is all that the thread gets: it uses nothing from outside of itself but globals of Node.js.
 */
export function searchProgram(): void {
  const fs = process.getBuiltinModule('node:fs');
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { file, fields, text, pattern, steps } = workerData as SearchTask;
  const expression = pattern && new RegExp(pattern.source, pattern.flags);
  const newline = 0x0a;
  /** A small sigma has two forms. */
  const fold = (value: string): string => value.toLowerCase().replaceAll('ς', 'σ');
  const wanted = fold(text);
  /** As it stands in JSON that Assay wrote. */
  const quoted = fold(JSON.stringify(text).slice(1, -1));

  const list = (value: unknown): readonly Loose[] => (Array.isArray(value) ? (value as readonly Loose[]) : []);

  const matches = (value: string): boolean => (expression ? expression.test(value) : fold(value).includes(wanted));

  /** Whether a text matches that stands in a value, at any depth. No generators of texts here: they take as long as reading the rows. */
  function inTexts(value: unknown): boolean {
    if (typeof value === 'string') return matches(value);
    if (typeof value !== 'object' || value === null) return false;
    for (const each of Array.isArray(value) ? value : Object.values(value)) if (inTexts(each)) return true;
    return false;
  }

  function inMessages(value: unknown): boolean {
    return list(value).some((message) => inTexts(message?.['content']) || inTexts(message?.['tool_calls']));
  }

  const reflected = (judge: Loose): boolean => inTexts(judge?.['reflection']);

  function inReasons(evaluators: unknown): boolean {
    return list(evaluators).some(
      (result) =>
        ['name', 'reasoning', 'hits', 'misses', 'warnings'].some((key) => inTexts(result?.[key])) ||
        list(result?.['points']).some((point) => inTexts([point?.['text'], point?.['reasoning'], point?.['citation']]) || list(point?.['judges']).some(reflected)) ||
        list(result?.['judges']).some(reflected) ||
        inReasons(result?.['evaluators']),
    );
  }

  const failed = (part: Loose): boolean => inTexts(part?.['error']);

  function inErrors(evaluators: unknown): boolean {
    return list(evaluators).some(
      (result) =>
        failed(result) ||
        [...list(result?.['points']), ...list(result?.['judges'])].some((part) => failed(part) || list(part?.['judges']).some(failed)) ||
        inErrors(result?.['evaluators']),
    );
  }

  function inReply(row: Loose): boolean {
    const output = row?.['output'] as Loose;
    return inTexts(output?.['text']) || inMessages(output?.['messages']) || inMessages(row?.['transcript']) || inTexts(output?.['tool_calls']) || inTexts(output?.['file_changes']);
  }

  const inField: Readonly<Record<SearchField, (row: Loose) => boolean>> = {
    id: (row) => inTexts(row?.['case_id']) || inTexts(row?.['conversation_id']),
    input: (row) => inMessages(row?.['input']),
    reply: inReply,
    reasons: (row) => inReasons(row?.['evaluators']),
    error: (row) => failed(row) || inErrors(row?.['evaluators']),
  };

  const holds = (row: Loose): boolean => fields.some((field) => inField[field](row));

  /** False for most lines that hold no hit, without parsing them; escapes that Assay does not write are left to the parser. */
  function mayHold(line: string): boolean {
    return expression !== undefined || fold(line).includes(quoted) || line.includes('\\u') || line.includes('\\/');
  }

  function parsed(line: string): Loose {
    try {
      return JSON.parse(line) as Loose;
    } catch {
      return undefined;
    }
  }

  let position = 0;
  let hits: number[] = [];
  function look(line: Buffer): void {
    if (line.length === 0 || (line.length === 1 && line[0] === 0x0d)) return;
    const written = line.toString('utf8');
    if (mayHold(written)) {
      const row = parsed(written);
      Atomics.add(steps, 0, 1);
      if (row !== undefined && holds(row)) hits.push(position);
      Atomics.add(steps, 0, 1);
    }
    position += 1;
  }

  function tell(): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    if (hits.length > 0) parentPort?.postMessage({ hits });
    hits = [];
  }

  function readAll(handle: number): void {
    const chunk = Buffer.allocUnsafe(1024 * 1024);
    let rest: Buffer[] = [];
    for (let read = fs.readSync(handle, chunk); read > 0; read = fs.readSync(handle, chunk)) {
      const bytes = chunk.subarray(0, read);
      let start = 0;
      for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
        const line = bytes.subarray(start, end);
        look(rest.length === 0 ? line : Buffer.concat([...rest, line]));
        rest = [];
        start = end + 1;
      }
      if (start < read) rest.push(Buffer.from(bytes.subarray(start)));
      tell();
    }
    const last = Buffer.concat(rest);
    // A torn line is no row.
    if (last.length > 0 && parsed(last.toString('utf8')) !== undefined) look(last);
    tell();
  }

  let handle: number | undefined;
  try {
    handle = fs.openSync(file, 'r');
    readAll(handle);
  } catch (error) {
    // A run without rows has none to look at.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    if (handle !== undefined) fs.closeSync(handle);
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ searched: position });
}
