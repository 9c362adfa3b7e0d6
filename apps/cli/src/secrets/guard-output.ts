import { StringDecoder } from 'node:string_decoder';
import type { Redactor } from '@assay/schema';
import { printsDocument } from '../streams/printed-documents.js';
import { commandsAreRead, createLogGuard, type LogGuard } from './log-guard.js';
import { outputRedactor } from './output-redactor.js';
import { createPieceGuard } from './piece-guard.js';

/** The end of a text that may begin a secret waits for what follows; so few letters not for long. */
const FEW_LETTERS = 4;
const WAIT_MS = 50;

type Write = (text: string, callback?: (error?: Error | null) => void) => boolean;

/** True while a command to a CI server is written, which is to reach it. */
let isCommand = false;

/** Takes secrets out of what is written to a stream, also of those that come in two pieces, and commands to a CI server. */
function guardStream(stream: NodeJS.WriteStream, redactor: Redactor, json: boolean, guardLog: LogGuard | undefined): () => void {
  const write = stream.write.bind(stream) as Write;
  const decoder = new StringDecoder('utf8');
  const pieces = createPieceGuard(redactor, json);
  let timer: NodeJS.Timeout | undefined;

  function release(take: () => string): void {
    clearTimeout(timer);
    // A stream that was lost has another way of writing by then.
    const text = stream.write === guarded ? take() : '';
    if (text !== '') write(guardLog?.(text) ?? text);
  }

  function guarded(chunk: string | Uint8Array, ...more: readonly unknown[]): boolean {
    clearTimeout(timer);
    const clean = pieces.take(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)));
    if (pieces.waiting > 0 && pieces.waiting < FEW_LETTERS) timer = setTimeout(() => release(pieces.show), WAIT_MS).unref();
    const callback = more.find((one) => typeof one === 'function') as Parameters<Write>[1];
    return write(guardLog && !isCommand ? guardLog(clean) : clean, callback);
  }

  stream.write = guarded as typeof stream.write;
  return () => release(pieces.end);
}

/** The command whose output is guarded, by its arguments: each has its own. */
let guarded: { readonly argv: readonly string[]; readonly release: () => void } | undefined;

/** Writes a line to standard error that a CI server takes for a command. Its secrets are taken out too. */
export function writeCommand(line: string): void {
  isCommand = true;
  try {
    process.stderr.write(line);
  } finally {
    isCommand = false;
  }
}

/**
 * Makes standard output and error the last place that a secret could pass, and does not: those of
 * the environment at once, those that files name as soon as they are read. Called again for the same command it changes
 * nothing; another command in the same process knows nothing of the secrets of the one before.
 * @returns what writes the rest when nothing more will come.
 */
export function guardOutput(): () => void {
  if (guarded?.argv === process.argv) return guarded.release;
  outputRedactor.forget();
  outputRedactor.addEnvironment(process.env);
  // Messages repeat what was typed, also where it does not belong.
  outputRedactor.addArguments(process.argv.slice(2));
  const json = printsDocument(process.argv);
  const guardLog = (): LogGuard | undefined => (commandsAreRead(process.env) ? createLogGuard() : undefined);
  const ends = [guardStream(process.stdout, outputRedactor, json, guardLog()), guardStream(process.stderr, outputRedactor, false, guardLog())];
  const release = (): void => {
    for (const end of ends) end();
  };
  process.once('exit', release);
  guarded = { argv: process.argv, release };
  return release;
}
