import { stat } from 'node:fs/promises';
import { composedText, duplicateKey, InvalidFileError, isJsonObject, JsonBoundsError, jsonErrorWords, parseWithIds, type Diagnostic, type JsonObject } from '@assay/schema';
import { replyBounds } from '../reply-size/reply-bounds.js';
import { LARGER_HINT, ReplyTooLarge } from '../reply-size/reply-too-large.js';
import { boundedLines } from './bounded-lines.js';
import { mistypedKeys, rowProblems } from './check-row.js';

export interface RecordedRow {
  /** Counts from 1. */
  readonly line: number;
  readonly id: string | undefined;
  readonly suite: string | undefined;
  readonly repeat: number | undefined;
  /** Which of several replies in one conversation it is, counted from 1; undefined for the only one. */
  readonly turn: number | undefined;
  /** Texts that must all stand in the prompt; empty when the row is found by its id. */
  readonly match: readonly string[];
  readonly reply: JsonObject;
}

export interface Recording {
  readonly file: string;
  readonly byId: ReadonlyMap<string, readonly RecordedRow[]>;
  /** Rows without an id, in file order. */
  readonly byPrompt: readonly RecordedRow[];
  /** What is probably not as meant. */
  readonly warnings: readonly Diagnostic[];
}

/** The first wrong line of a file says as much as all of them. */
const MOST_ERRORS = 20;

const HINT = 'each line is one object: {"id": "case-1", "text": "…"}';

const ENCODING_HINT = 'save the file as UTF-8';

const TWICE_HINT = 'keep one of them, or tell them apart by suite, repeat or turn';

/** The mark at the begin of a file in UTF-16, as UTF-8 reads it, and the zeros that its letters have. */
const UTF16 = /^\uFFFD\uFFFD.*\0/su;

const optional = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

function toRow(value: JsonObject, line: number): RecordedRow {
  const { id, suite, repeat, turn } = value;
  const match = value['match'] ?? [];
  return {
    line,
    id: id === undefined || id === null ? undefined : composedText(String(id)),
    suite: optional(suite as string | null | undefined),
    repeat: optional(repeat as number | null | undefined),
    turn: optional(turn as number | null | undefined),
    match: (Array.isArray(match) ? match : [match]) as readonly string[],
    reply: value,
  };
}

function parse(text: string): JsonObject | string {
  try {
    const value: unknown = parseWithIds(text);
    return isJsonObject(value) ? value : 'a row must be an object';
  } catch (error) {
    return error instanceof JsonBoundsError ? `the JSON of the row cannot be used: ${error.message}` : `invalid JSON: ${jsonErrorWords(error)}`;
  }
}

/** Collects the rows of a recording, and what is wrong with it. */
class RecordingReader {
  readonly #file: string;
  readonly #byId = new Map<string, RecordedRow[]>();
  readonly #byPrompt: RecordedRow[] = [];
  readonly #errors: Diagnostic[] = [];
  #errorCount = 0;
  /** Mistyped keys with what was meant, their first line and how many lines have them. */
  readonly #mistyped = new Map<string, { readonly meant: string; readonly line: number; lines: number }>();

  constructor(file: string) {
    this.#file = file;
  }

  add(text: string, line: number): void {
    const value = parse(text);
    if (typeof value === 'string') return this.#error(line, value);
    const twice = duplicateKey(text, value);
    if (twice) return this.#error(line, `the key "${twice.key}" stands here a second time`, twice.second + 1, 'keep one of them');
    const problems = rowProblems(value);
    for (const problem of problems) this.#error(line, problem);
    for (const [written, meant] of mistypedKeys(value)) {
      const known = this.#mistyped.get(written);
      if (known) known.lines += 1;
      else this.#mistyped.set(written, { meant, line, lines: 1 });
    }
    if (problems.length === 0) this.#keep(toRow(value, line));
  }

  /** A row that was not read: nothing after it is either. */
  tooLong(line: number, mostBytes: number): void {
    const { message } = new ReplyTooLarge(mostBytes, 'the row');
    this.#error(line, message, 1, `${LARGER_HINT}, or max_reply_mb under defaults in .assay/config.yaml`);
  }

  /** A row that cannot be read as it was written: a reply would be scored by what stands in place of its characters. */
  garbled(text: string, line: number): void {
    this.#error(line, 'the line is not in UTF-8', text.indexOf('\uFFFD') + 1, ENCODING_HINT);
  }

  /** None of its lines is told apart from the others. */
  utf16(): void {
    this.#error(1, 'the file is in UTF-16, not UTF-8', 1, ENCODING_HINT);
  }

  #keep(row: RecordedRow): void {
    if (row.id === undefined) {
      this.#byPrompt.push(row);
      return;
    }
    const rows = this.#byId.get(row.id) ?? [];
    const nameOf = ({ suite, repeat, turn, match }: RecordedRow): string => JSON.stringify([suite, repeat, turn, match]);
    const twin = rows.find((other) => nameOf(other) === nameOf(row));
    if (twin) return this.#error(row.line, `id "${row.id}" is recorded twice, first on line ${twin.line}`, 1, TWICE_HINT);
    rows.push(row);
    this.#byId.set(row.id, rows);
  }

  #error(line: number, message: string, column = 1, hint = HINT): void {
    this.#errorCount += 1;
    if (this.#errors.length < MOST_ERRORS) this.#errors.push(this.#finding('error', 'recording', message, line, hint, column));
  }

  #finding(severity: Diagnostic['severity'], code: string, message: string, line: number, hint: string, column = 1): Diagnostic {
    return { severity, code, message, location: { file: this.#file, line, column }, hint };
  }

  /** @throws InvalidFileError */
  finish(): Recording {
    if (this.#errorCount > this.#errors.length) {
      const message = `there are ${this.#errorCount - this.#errors.length} more errors in ${this.#file}`;
      this.#errors.push({ severity: 'error', code: 'recording', message });
    }
    if (this.#errorCount === 0 && this.#byId.size + this.#byPrompt.length === 0) {
      this.#errors.push(this.#finding('error', 'recording', 'there is no reply in this file', 1, HINT));
    }
    if (this.#errors.length > 0) throw new InvalidFileError(this.#errors);
    const warnings = [...this.#mistyped].map(([written, { meant, line, lines }]) =>
      this.#finding('warning', 'unknown-key', `unknown key "${written}"${lines === 1 ? '' : ` (on ${lines} lines)`}`, line, `did you mean "${meant}"?`),
    );
    return { file: this.#file, byId: this.#byId, byPrompt: this.#byPrompt, warnings };
  }
}

const UNREADABLE: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder, not a file',
  ENOENT: 'it does not exist',
  EACCES: 'permission denied',
};

function unreadable(file: string, error: unknown, hint = 'name a JSONL file with a reply a line'): InvalidFileError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new InvalidFileError([{ severity: 'error', code: 'recording', message: `cannot read ${file}: ${UNREADABLE[code] ?? message}`, hint }]);
}

/** What stands in place of a file and may have no end, or nobody who ever writes; undefined for nothing of that kind. */
async function standsFor(path: string): Promise<string | undefined> {
  // Before it is opened: that of a pipe waits for somebody to write.
  const info = await stat(path).catch(() => undefined);
  if (info?.isCharacterDevice() || info?.isBlockDevice()) return 'it is a device';
  if (info?.isSocket()) return 'it is a socket';
  return info?.isFIFO() ? 'it is a pipe' : undefined;
}

/**
 * Reads a recording, one JSON object a line, to its end. Empty lines are skipped.
 * @param shown Path as messages should show it.
 * @param maxReplyMb Most that a row may have, in megabytes of 2^20 bytes. Default 4.
 * @throws InvalidFileError with file and line of everything that cannot be used.
 */
export async function readRecording(path: string, shown: string, maxReplyMb?: number): Promise<Recording> {
  const reader = new RecordingReader(shown);
  const what = await standsFor(path);
  if (what !== undefined) throw unreadable(shown, new TypeError(what), 'write its content to a file first');
  const { mostBytes } = replyBounds({ maxReplyMb }, {});
  try {
    for await (const { text: raw, number, garbled } of boundedLines(path, mostBytes)) {
      if (raw === undefined) {
        reader.tooLong(number, mostBytes);
        break;
      }
      if (garbled && number === 1 && UTF16.test(raw)) {
        reader.utf16();
        break;
      }
      if (garbled) {
        reader.garbled(raw, number);
        continue;
      }
      const text = number === 1 ? raw.replace(/^\uFEFF/u, '') : raw;
      if (text.trim() !== '') reader.add(text, number);
    }
  } catch (error) {
    throw unreadable(shown, error);
  }
  return reader.finish();
}
