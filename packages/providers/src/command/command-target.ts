import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  ConfigError,
  fileParts,
  JsonBoundsError,
  parseJson,
  ProviderError,
  type GenerateRequest,
  type JsonObject,
  type JsonValue,
  type Provider,
  type ProviderEnvironment,
  type ProviderResponse,
  type Redactor,
  type ResolvedTarget,
} from '@assay/schema';
import { commandArgv } from './command-argv.js';
import type { CommandOptions } from './command-options.js';
import { misspeltPlaceholders, placeholderValues, usesPlaceholder } from './placeholders.js';
import { readOutputFile } from './read-output-file.js';
import { runCommand } from './run-command.js';
import { promptMessages } from '../conversation/prompt-messages.js';
import { findReply, looksLikeReply } from '../replies/find-reply.js';
import type { ReadText } from '../reply-size/read-text.js';
import { saidWords } from '../http/errors/failure-words.js';
import { statedError } from '../replies/stated-error.js';
import { replyBounds } from '../reply-size/reply-bounds.js';
import { recordedReply } from '../replies/recorded-reply.js';

function commandOf(options: CommandOptions, target: string): string | readonly string[] {
  const found = options.command ?? options.command_template;
  if (found === undefined) {
    throw new ConfigError(`target "${target}" has no command`, {
      hint: 'add command: [program, argument, "{PROMPT}"]',
    });
  }
  if (typeof found === 'string' && process.platform === 'win32') {
    throw new ConfigError(`command of target "${target}" is a line for sh, which Windows does not have`, {
      hint: 'write it as a list: [program, argument, …]',
    });
  }
  return found;
}

const SHOWN_CHARACTERS = 80;
/** Most of an error in a reply that a message shows. */
const ERROR_CHARACTERS = 500;
/** Longer outputs are answers, whatever keys they have. */
const LONGEST_ERROR = 10_000;
/** What stands beside an error where there is nothing else to tell. */
const BESIDE_ERRORS: ReadonlySet<string> = new Set(['error', 'code', 'status', 'type', 'message', 'details', 'success', 'ok']);

function shown(line: string): string {
  return JSON.stringify(line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line);
}

/** What an error says, in one line. */
function wordsOf(error: JsonValue): string {
  return (saidWords(error) ?? JSON.stringify(error)).replaceAll(/\s+/gu, ' ').trim();
}

/** True for an output that is nothing but an object with an error: it may be an answer all the same. */
function isErrorAlone(text: string): boolean {
  if (!text.trimStart().startsWith('{') || text.length > LONGEST_ERROR) return false;
  try {
    const value: unknown = parseJson(text);
    return statedError(value) !== undefined && Object.keys(value as JsonObject).every((key) => BESIDE_ERRORS.has(key));
  } catch {
    return false;
  }
}

/** A reply in JSON beside which its program says that something went wrong, however it ended: as that of an API it is no answer. */
function failedReply(error: JsonValue, target: string, redactor: Redactor | undefined): ProviderError {
  const said = (redactor?.text(wordsOf(error)) ?? wordsOf(error)).slice(0, ERROR_CHARACTERS);
  return new ProviderError(`target "${target}": the reply of the command says that it failed: ${said}`, {
    kind: 'process',
    target,
    hint: 'leave error out of the reply in JSON, or null, where what it says beside it is an answer',
  });
}

/**
 * An answer as a program gives it: a reply in JSON, which other lines may surround, or plain text.
 * @throws ProviderError (process) for a reply in JSON that tells of an error.
 */
function readReply(output: string, elapsedMs: number, target: string, redactor: Redactor | undefined): ProviderResponse {
  const text = output.replace(/^\uFEFF/u, '').replace(/\r?\n$/u, '');
  const found = findReply(text);
  if (found) {
    const error = statedError(found.value);
    if (error !== undefined) throw failedReply(error, target, redactor);
    const reply = recordedReply(found.value);
    const left = `the output has other lines than its reply in JSON, which were left out: ${shown(found.other ?? '')}`;
    const warnings = [...(reply.warnings ?? []), ...(found.other === undefined ? [] : [left])];
    return { ...reply, latencyMs: reply.latencyMs ?? elapsedMs, ...(warnings.length > 0 ? { warnings } : {}) };
  }
  const meant = looksLikeReply(text) && !text.includes('```');
  const warnings = [
    ...(meant ? ['the output looks like a reply in JSON, but has no complete one; it is taken as text'] : []),
    ...(isErrorAlone(text) ? ['the output is an object with an error and no text; it is taken as the answer: a program that fails ends with another exit code than 0, or prints text beside its error'] : []),
  ];
  return {
    text,
    messages: [{ role: 'assistant', content: text }],
    toolCalls: [],
    latencyMs: elapsedMs,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** A reply that is scored with signs in it that nobody wrote says so. */
function withGarbled(reply: ProviderResponse, garbled: boolean): ProviderResponse {
  if (!garbled) return reply;
  return { ...reply, warnings: [...(reply.warnings ?? []), `the output has \uFFFD in it, which stands for what is no UTF-8: programs have to write UTF-8`] };
}

function usableReply({ text, garbled }: ReadText, elapsedMs: number, target: string, redactor: Redactor | undefined): ProviderResponse {
  try {
    return withGarbled(readReply(text, elapsedMs, target, redactor), garbled);
  } catch (error) {
    if (!(error instanceof JsonBoundsError)) throw error;
    throw new ProviderError(`target "${target}": the reply in JSON cannot be used: ${error.message}`, { kind: 'bad_reply', target, retryable: false });
  }
}

function requestVariables(request: GenerateRequest, options: CommandOptions): Record<string, string> {
  const settings = {
    ASSAY_TEMPERATURE: request.temperature ?? options.temperature,
    ASSAY_MAX_TOKENS: request.maxTokens ?? options.max_tokens,
    ASSAY_SEED: request.seed ?? options.seed,
  };
  const stated = Object.entries(settings).filter(([, value]) => value !== undefined);
  return {
    ASSAY_CASE_ID: request.caseId ?? '',
    ASSAY_SUITE: request.suite ?? '',
    ASSAY_ATTEMPT: String(request.attempt ?? 1),
    ASSAY_REPEAT: String(request.repeat ?? 1),
    ...(request.workspace ? { ASSAY_WORKSPACE: request.workspace.path } : {}),
    ...Object.fromEntries(stated.map(([name, value]) => [name, String(value)])),
  };
}

/** The target's own system prompt stands before all that the case says. */
function withSystemPrompt(request: GenerateRequest, systemPrompt: string | undefined): GenerateRequest {
  return systemPrompt ? { ...request, messages: promptMessages(request.messages, systemPrompt) } : request;
}

export function createCommand(target: ResolvedTarget<CommandOptions>, environment: ProviderEnvironment): Provider {
  const { options, name } = target;
  const parts = commandOf(options, name);
  const cwd = resolve(environment.directory, options.cwd ?? '.');
  const replies = replyBounds(target, environment);
  const misspelt = misspeltPlaceholders(parts).map(([written, meant]) => `the command has ${written} in it, which stands for nothing: the placeholder is written {${meant}}`);
  // Without an identity: what a program does depends on files and tools that no request tells of, and it may leave something behind.
  return {
    name,
    provider: 'cli',
    ...(target.model === undefined ? {} : { model: target.model }),
    structuredOutput: false,
    free: true,
    emptyReply: 'final',
    servedBy: { kind: 'programs' },
    systemPrompt: options.system_prompt,
    async generate(request) {
      const asked = withSystemPrompt(request, options.system_prompt);
      const kept = { ...replies, memory: request.replies ?? replies.memory };
      const toFile = usesPlaceholder(parts, 'OUTPUT_FILE');
      const folder = toFile ? await mkdtemp(join(await realpath(tmpdir()), 'assay-cli-')) : undefined;
      const outputFile = folder === undefined ? '' : join(folder, 'output');
      try {
        const folderOfCommand = request.workspace?.path ?? cwd;
        const values = placeholderValues(asked, parts, options.files_format, { outputFile, targetFolder: cwd });
        const { stdout, garbled, elapsedMs } = await runCommand({
          target: name,
          argv: commandArgv(parts, values),
          cwd: folderOfCommand,
          env: { ...process.env, ...environment.env, ...options.env, ...requestVariables(asked, options) },
          stdin: usesPlaceholder(parts, 'PROMPT') ? undefined : values.PROMPT.join(''),
          signal: request.signal,
          // With an answer file the output is noise, and nothing of it is kept.
          replies: toFile ? replies : kept,
          processes: environment.processes,
          redactor: environment.redactor,
          keepDaemons: options.keep_daemons,
        });
        const read = usableReply(toFile ? await readOutputFile(outputFile, name, kept) : { text: stdout, garbled }, elapsedMs, name, environment.redactor);
        const reply = misspelt.length === 0 ? read : { ...read, warnings: [...(read.warnings ?? []), ...misspelt] };
        return fileParts(reply.messages).length === 0 ? reply : await (await import('./reply-files.js')).withFilePlaces(reply, folderOfCommand, request.signal);
      } finally {
        if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      }
    },
  };
}
