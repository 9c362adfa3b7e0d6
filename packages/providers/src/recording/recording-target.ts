import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { ConfigError, endedBySignal, InvalidFileError, ProviderError, type Provider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { recordedReply } from '../replies/recorded-reply.js';
import { findRecording } from './find-recording.js';
import { readRecording, type Recording } from './read-recording.js';

/** The recording, for a target that was not prepared: what is wrong with it is then reported by its first request. */
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

export function createRecording(target: ResolvedTarget<{ readonly recording?: string | undefined }>, environment: ProviderEnvironment): Provider {
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
      if (request.signal.aborted) throw endedBySignal(request.signal, name);
      const row = findRecording(await usable(read(), name), request, name);
      const reply = recordedReply(row.reply);
      return { ...reply, latencyMs: reply.latencyMs ?? Number.NaN };
    },
  };
}
