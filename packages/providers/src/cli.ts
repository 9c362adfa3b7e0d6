import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigError, defineProvider, JsonBoundsError, ProviderError, type GenerateRequest, type ProviderResponse, recordOf } from '@assay/schema';
import * as v from 'valibot';
import { commandArgv } from './command/command-argv.js';
import { placeholderValues, usesPlaceholder } from './command/placeholders.js';
import { readOutputFile } from './command/read-output-file.js';
import { runCommand } from './command/run-command.js';
import { described, range, seed, wholeNumber } from './http/parameters/option-entries.js';
import { promptMessages } from './conversation/prompt-messages.js';
import { findReply } from './replies/find-reply.js';
import { replyBounds } from './reply-size/reply-bounds.js';
import { recordedReply } from './replies/recorded-reply.js';

const command = v.union([v.pipe(v.string(), v.minLength(1)), v.pipe(v.array(v.string()), v.minLength(1))]);

const cliOptions = v.object({
  command: described(
    command,
    'Program and arguments as a list, or a line for sh. Placeholders: {PROMPT} {GUIDELINES} {EVAL_ID} {ATTEMPT} {FILES} {OUTPUT_FILE}.',
  ),
  command_template: described(command, 'Another name of command.'),
  cwd: described(v.string(), 'Folder to run in. Default: the folder of the project.'),
  env: described(recordOf(v.string()), 'Environment variables to add.'),
  system_prompt: described(v.string(), 'Text that stands before the system text of every case.'),
  temperature: described(
    range('temperature', 0, 2),
    'Told to the program as ASSAY_TEMPERATURE, unless the case says another one.',
  ),
  max_tokens: described(wholeNumber('max_tokens', 1), 'Told to the program as ASSAY_MAX_TOKENS.'),
  seed: described(seed(), 'Told to the program as ASSAY_SEED.'),
  keep_daemons: described(
    v.boolean(),
    'Leaves alone what the program puts into the background and leaves there, such as a build daemon. Default: false.',
  ),
  files_format: described(
    v.string(),
    'How each of {FILES} is written, e.g. "--file {path}"; {basename} is the name alone.',
  ),
});

type CliOptions = v.InferOutput<typeof cliOptions>;

function commandOf(options: CliOptions, target: string): string | readonly string[] {
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

function shown(line: string): string {
  return JSON.stringify(line.length > SHOWN_CHARACTERS ? `${line.slice(0, SHOWN_CHARACTERS)}…` : line);
}

/** What begins like a reply in JSON: an object on a line of its own, or a key that answers hardly have. */
const MEANT = /"(?:output_messages|token_usage)"\s*:|^[ \t]*\{\s*"(?:text|tool_calls)"\s*:/mu;

/** An answer as a program gives it: a reply in JSON, which other lines may surround, or plain text. */
function readReply(output: string, elapsedMs: number): ProviderResponse {
  const text = output.replace(/^\uFEFF/u, '').replace(/\r?\n$/u, '');
  const found = findReply(text);
  if (found) {
    const reply = recordedReply(found.value);
    const left = `the output has other lines than its reply in JSON, which were left out: ${shown(found.other ?? '')}`;
    const warnings = [...(reply.warnings ?? []), ...(found.other === undefined ? [] : [left])];
    return { ...reply, latencyMs: reply.latencyMs ?? elapsedMs, ...(warnings.length > 0 ? { warnings } : {}) };
  }
  const meant = MEANT.test(text) && !text.includes('```');
  return {
    text,
    messages: [{ role: 'assistant', content: text }],
    toolCalls: [],
    latencyMs: elapsedMs,
    ...(meant ? { warnings: ['the output looks like a reply in JSON, but has no complete one; it is taken as text'] } : {}),
  };
}

function usableReply(output: string, elapsedMs: number, target: string): ProviderResponse {
  try {
    return readReply(output, elapsedMs);
  } catch (error) {
    if (!(error instanceof JsonBoundsError)) throw error;
    throw new ProviderError(`target "${target}": the reply in JSON cannot be used: ${error.message}`, { kind: 'bad_reply', target, retryable: false });
  }
}

function requestVariables(request: GenerateRequest, options: CliOptions): Record<string, string> {
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
    ...Object.fromEntries(stated.map(([name, value]) => [name, String(value)])),
  };
}

/** The target's own system prompt stands before all that the case says. */
function withSystemPrompt(request: GenerateRequest, systemPrompt: string | undefined): GenerateRequest {
  return systemPrompt ? { ...request, messages: promptMessages(request.messages, systemPrompt) } : request;
}

/** Agents and other programs that are run once for each question. */
export const provider = defineProvider({
  name: 'cli',
  description: 'Runs a program for each case; its output is the reply.',
  options: cliOptions,
  reach: { kind: 'programs' },
  examples: [
    {
      title: 'An agent that takes the prompt as an argument',
      value: { name: 'agent', provider: 'cli', command: ['my-agent', '--prompt', '{PROMPT}'] },
    },
    {
      title: 'A script that reads standard input',
      value: { name: 'script', provider: 'cli', command: 'python3 agent.py | tail -n 1', cwd: 'agents' },
    },
    {
      title: 'Files and an answer file',
      value: {
        name: 'files-agent',
        provider: 'cli',
        command: 'my-agent {FILES} --out {OUTPUT_FILE}',
        files_format: '--file {path}',
        env: { LOG: 'off' },
      },
    },
  ],
  create(target, environment) {
    const { options, name } = target;
    const parts = commandOf(options, name);
    const cwd = resolve(environment.directory, options.cwd ?? '.');
    const replies = replyBounds(target, environment);
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
          const values = placeholderValues(asked, parts, options.files_format, outputFile);
          const { stdout, elapsedMs } = await runCommand({
            target: name,
            argv: commandArgv(parts, values),
            cwd,
            env: { ...process.env, ...environment.env, ...options.env, ...requestVariables(asked, options) },
            stdin: usesPlaceholder(parts, 'PROMPT') ? undefined : values.PROMPT.join(''),
            signal: request.signal,
            // With an answer file the output is noise, and nothing of it is kept.
            replies: toFile ? replies : kept,
            processes: environment.processes,
            redactor: environment.redactor,
            keepDaemons: options.keep_daemons,
          });
          return usableReply(toFile ? await readOutputFile(outputFile, name, kept) : stdout, elapsedMs, name);
        } finally {
          if (folder !== undefined) await rm(folder, { recursive: true, force: true });
        }
      },
    };
  },
});
