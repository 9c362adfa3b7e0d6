import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { isJsonObject, parseWithIds, ProviderError, type JsonObject } from '@assay/schema';
import { isRecordedReply } from '../replies/recorded-reply.js';

export interface RecordedRow {
  readonly line: number;
  readonly id: string | undefined;
  readonly suite: string | undefined;
  readonly repeat: number | undefined;
  /** Texts that must all stand in the prompt; empty when the row is found by its id. */
  readonly match: readonly string[];
  readonly reply: JsonObject;
}

export interface Recording {
  readonly file: string;
  readonly byId: ReadonlyMap<string, readonly RecordedRow[]>;
  /** Rows without an id, in file order. */
  readonly byPrompt: readonly RecordedRow[];
}

function matchOf(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.every((text): text is string => typeof text === 'string' && text !== '') ? texts : undefined;
}

function readId(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** One row, or what is wrong with it. */
function readRow(text: string, line: number): RecordedRow | string {
  let value: unknown;
  try {
    value = parseWithIds(text);
  } catch (error) {
    return `invalid JSON: ${(error as Error).message}`;
  }
  if (!isJsonObject(value)) return 'a row must be an object';
  const id = readId(value['id']);
  const match = matchOf(value['match']);
  if (!match) return 'match must be a text or a list of texts';
  if (id === undefined && match.length === 0) return 'a row needs an id, or match with texts of the prompt';
  if (!isRecordedReply(value)) return 'a row needs text, output_messages or tool_calls';
  const { suite, repeat } = value;
  return {
    line,
    id,
    suite: typeof suite === 'string' ? suite : undefined,
    repeat: typeof repeat === 'number' ? repeat : undefined,
    match,
    reply: value,
  };
}

function rowError(file: string, line: number, problem: string, target: string): ProviderError {
  return new ProviderError(`target "${target}": ${file}:${line}: ${problem}`, {
    kind: 'no_recording',
    target,
    location: { file, line, column: 1 },
    hint: 'each line is one object: {"id": "case-1", "text": "…"}',
  });
}

/**
 * Reads a recording, one JSON object a line. Empty lines are skipped.
 * @param shown Path as messages should show it.
 * @throws ProviderError (no_recording) with file and line for a row that cannot be used.
 */
export async function readRecording(path: string, shown: string, target: string): Promise<Recording> {
  const byId = new Map<string, RecordedRow[]>();
  const byPrompt: RecordedRow[] = [];
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
  let line = 0;
  for await (const raw of lines) {
    line++;
    const text = line === 1 ? raw.replace(/^\uFEFF/u, '') : raw;
    if (text.trim() === '') continue;
    const row = readRow(text, line);
    if (typeof row === 'string') throw rowError(shown, line, row, target);
    if (row.id === undefined) {
      byPrompt.push(row);
      continue;
    }
    const rows = byId.get(row.id) ?? [];
    const twin = rows.find(
      (other) =>
        other.suite === row.suite && other.repeat === row.repeat && other.match.join('\n') === row.match.join('\n'),
    );
    if (twin) throw rowError(shown, line, `id "${row.id}" is recorded twice, first on line ${twin.line}`, target);
    rows.push(row);
    byId.set(row.id, rows);
  }
  return { file: shown, byId, byPrompt };
}
