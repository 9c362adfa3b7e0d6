import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { ConfigError, defineProvider, InvalidFileError, ProviderError } from '@assay/schema';
import * as v from 'valibot';
import { described } from './http/parameters/option-entries.js';
import { findRecording } from './recording/find-recording.js';
import { readRecording, type Recording } from './recording/read-recording.js';
import { recordedReply } from './replies/recorded-reply.js';

/** Replies that were recorded before, for demos, tests and scoring again without paying again. */
export const provider = defineProvider({
  name: 'replay',
  aliases: ['recording'],
  description: 'Answers from a file of recorded replies.',
  options: v.object({
    recording: described(
      v.pipe(v.string(), v.minLength(1)),
      'JSONL file with a reply a line: {id, text | output_messages, token_usage, cost_usd, duration_ms, suite?, repeat?, turn?}, or match: with texts of the prompt in place of id.',
    ),
  }),
  reach: { kind: 'files', keys: ['recording'] },
  examples: [
    {
      title: 'Recorded replies',
      value: { name: 'recorded', provider: 'replay', recording: 'recordings/gpt-4o-mini.jsonl' },
    },
  ],
  create(target, environment) {
    const { name, options } = target;
    if (options.recording === undefined) {
      throw new ConfigError(`target "${name}" names no recording`, {
        hint: 'add recording: with the path of a JSONL file',
      });
    }
    const path = resolve(environment.directory, options.recording);
    if (!existsSync(path)) {
      throw new ConfigError(`the recording ${options.recording} of target "${name}" does not exist`, {
        hint: `paths start from ${environment.directory}`,
      });
    }
    const inside = relative(environment.directory, path);
    const shown = inside === '' || inside.startsWith('..') ? path : inside;
    let recording: Promise<Recording> | undefined;
    const read = (): Promise<Recording> => (recording ??= readRecording(path, shown, target.maxReplyMb));
    // Without an identity: a recording is itself what was kept.
    return {
      name,
      provider: 'replay',
      ...(target.model === undefined ? {} : { model: target.model }),
      structuredOutput: false,
      free: true,
      emptyReply: 'final',
      async prepare() {
        return (await read()).warnings;
      },
      async generate(request) {
        if (request.signal.aborted)
          throw new ProviderError(`target "${name}" was aborted`, { kind: 'aborted', target: name });
        const row = findRecording(await usable(read(), name), request, name);
        const reply = recordedReply(row.reply);
        return { ...reply, latencyMs: reply.latencyMs ?? Number.NaN };
      },
    };
  },
});

/** The recording, for a target that was not prepared: what is wrong with it is then told by its first request. */
async function usable(recording: Promise<Recording>, target: string): Promise<Recording> {
  try {
    return await recording;
  } catch (error) {
    if (!(error instanceof InvalidFileError)) throw error;
    const { message, location, hint } = error;
    const place = location ? `${location.file}:${location.line}: ` : '';
    throw new ProviderError(`target "${target}": ${place}${message}`, { kind: 'no_recording', target, location, hint });
  }
}
