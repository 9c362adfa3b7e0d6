import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { isPartList, messageText, UnscoredError, type ContentPart, type EvaluationInput, type FilePart, type JsonValue, type Message, type ProviderResponse } from '@assay/schema';
import { runScript } from '../processes/run-script.js';
import { findContainedFile } from '../files/find-contained-file.js';
import { readTextFile } from '../files/read-text-file.js';
import { scriptArgv } from '../processes/script-argv.js';
import { meantType, typeOfFile } from './file-type.js';
import { DEFAULT_TIMEOUT_SECONDS, type Preprocessor } from './preprocessors-schema.js';

/** Files of one reply: each may start a program. */
const MOST_FILES = 50;
/** What judges are shown of all files of a reply. */
const MOST_CHARACTERS = 1_000_000;
/** How much of each text stands in the row. */
const KEPT_CHARACTERS = 4_000;

type Place = Pick<EvaluationInput, 'services' | 'signal'>;

/** The answer among the messages: the last one of the assistant that says anything. */
function answerIndex(messages: readonly Message[]): number {
  return messages.findLastIndex(({ role, content }) => role === 'assistant' && content !== null && content !== undefined);
}

function localPath({ value, path: resolved }: FilePart): string {
  if (resolved !== undefined) return resolved;
  if (/^file:\/\//iu.test(value)) {
    try {
      return fileURLToPath(value);
    } catch {
      // Reported below, as every address that is none of this machine.
    }
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//iu.test(value)) throw new UnscoredError(`the reply names ${JSON.stringify(value)}, which is no file of this machine`, { hint: 'let the target write the file into the folder that it works in, and name it there' });
  return value;
}

async function digestOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash, { signal });
  return hash.digest('hex');
}

const GONE = 'a file is read where the target left it, when its reply is scored; run the case again: assay run';

/** Finds a file of a reply, and sees to it that it is the one that was replied. */
async function findFile(part: FilePart, { services, signal }: Place): Promise<{ readonly path: string; readonly size: number }> {
  const folder = services.workspace ?? services.projectRoot;
  const subject = `the file ${JSON.stringify(part.value)} of the reply`;
  const found = await findContainedFile(localPath(part), { directory: folder, projectRoot: folder, fileRule: services.fileRule }, false);
  if (found.kind === 'missing') throw new UnscoredError(`${subject} is not there; it was looked for at ${found.tried.join(', ')}`, { hint: GONE });
  if (found.kind === 'refused') throw new UnscoredError(`${subject} ${found.reason}, and is not shown to judges without trust`, { reason: 'refused' });
  if (found.kind === 'outside') throw new UnscoredError(`${subject} leads to ${found.leadsTo}, outside of ${folder}`, { hint: 'let the target write its files into the folder that it works in' });
  if (part.digest !== undefined && (await digestOf(found.path, signal)) !== part.digest) {
    throw new UnscoredError(`${subject} is another one by now: it was changed after the reply`, { hint: 'let every trial write a file of its own, into {WORKSPACE} or with {EVAL_ID} in its name; then run the case again' });
  }
  return found;
}

/** The text of a file of a reply. */
async function textOf(part: FilePart, preprocessors: readonly Preprocessor[], place: Place): Promise<string> {
  const { services, signal } = place;
  const file = await findFile(part, place);
  const type = typeOfFile(part.value, part.mediaType);
  const subject = `the file ${JSON.stringify(part.value)} (${type}) of the reply`;
  const preprocessor = preprocessors.find((entry) => meantType(entry.type) === type);
  if (!preprocessor) {
    try {
      return (await readTextFile(file, subject)).replaceAll('\r\n', '\n');
    } catch (error) {
      if (!(error instanceof UnscoredError)) throw error;
      throw new UnscoredError(error.message, { hint: `if it is no text, add a preprocessor: - type: ${type} with a command that prints its text` });
    }
  }
  const { stdout } = await runScript({
    argv: scriptArgv(preprocessor.command),
    cwd: services.directory,
    env: services.env,
    stdin: JSON.stringify({ path: file.path, original_path: part.value, media_type: part.mediaType ?? type }),
    timeoutSeconds: preprocessor.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS,
    signal,
    processes: services.processes,
    redactor: services.redactor,
  });
  const text = stdout.trim();
  if (text === '') throw new UnscoredError(`the preprocessor of ${subject} printed nothing`, { hint: 'let it print the text of the file; for a file with nothing in it, words that say so' });
  return text;
}

function kept(part: FilePart, text: string): JsonValue {
  return { path: part.value, media_type: typeOfFile(part.value, part.mediaType), characters: text.length, text: text.slice(0, KEPT_CHARACTERS) };
}

/** What is said without the files. */
function spoken(parts: readonly ContentPart[]): string {
  return messageText(parts.filter(({ type }) => type === 'text'));
}

/**
 * The reply of which the answer has its files as text, and what to tell of each of them.
 * @throws UnscoredError when a file cannot be had, is not the one that was replied, or does not become text: nobody is asked about
 * an answer of which a part cannot be shown.
 */
export async function withFileTexts(input: Place & Pick<EvaluationInput, 'response'>, preprocessors: readonly Preprocessor[]): Promise<{ readonly response: ProviderResponse; readonly files: JsonValue }> {
  const { response } = input;
  const at = answerIndex(response.messages);
  const content = response.messages[at]?.content;
  const parts: readonly ContentPart[] = content !== null && typeof content === 'object' && isPartList(content) ? content : [];
  if (parts.filter(({ type }) => type === 'file').length > MOST_FILES) throw new UnscoredError(`the reply names more than ${MOST_FILES} files`);
  const read: ContentPart[] = [];
  const files: JsonValue[] = [];
  let characters = 0;
  for (const part of parts) {
    if (part.type === 'text') {
      read.push(part);
      continue;
    }
    // One after the other: programs of several trials run already.
    // oxlint-disable-next-line no-await-in-loop
    const text = await textOf(part, preprocessors, input);
    characters += text.length;
    if (characters > MOST_CHARACTERS) throw new UnscoredError(`the files of the reply are longer than ${MOST_CHARACTERS} characters`, { hint: 'let the preprocessor print what is to be judged of them' });
    read.push({ ...part, text });
    files.push(kept(part, text));
  }
  const shown = messageText(read);
  const onlyFiles = messageText(read.filter(({ type }) => type === 'file'));
  const text = spoken(parts).trim() === response.text.trim() ? shown : [response.text, onlyFiles].filter((piece) => piece.trim() !== '').join('\n\n');
  return { response: { ...response, text, messages: response.messages.map((message, index) => (index === at ? { ...message, content: shown } : message)) }, files };
}
