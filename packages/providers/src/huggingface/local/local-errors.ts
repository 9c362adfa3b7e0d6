import { errorText, isError, ProviderError } from '@assay/schema';
import { exportCommand } from './check-model-folder.js';
import type { Task } from '../huggingface-options.js';
import type { ModelSource } from './model-source.js';

/** What messages about a local model tell. */
export interface LocalContext {
  readonly target: string;
  readonly task: Task;
  readonly source: ModelSource;
}

function codeOf(error: unknown): string | undefined {
  for (let current: unknown = error; isError(current); current = current.cause) {
    const { code } = current as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
  }
  return undefined;
}

interface Explanation {
  readonly kind: 'network' | 'auth' | 'bad_request' | 'server';
  readonly message: string;
  readonly hint?: string;
}

function missingFile(said: string, status: unknown, { source, task }: LocalContext): Explanation {
  const { location, dtype, hub } = source;
  if (/\.onnx["' ]/u.test(said)) {
    const folder = `models/${location.split('/').at(-1) ?? location}-onnx`;
    return {
      kind: 'bad_request',
      message: `"${location}" has no ONNX weights for dtype ${dtype} at ${hub}`,
      hint: `export them: ${exportCommand(location, task, folder)} and use fine_tuned_weights: ${folder}; or use a model with a folder onnx`,
    };
  }
  return {
    kind: status === 404 ? 'bad_request' : 'auth',
    message: `there is no model "${location}" at ${hub}, or it is private (HTTP ${String(status)})`,
    hint: 'check its name; a private model needs a token in HF_TOKEN, or api_key of the target',
  };
}

function explain(error: Error, context: LocalContext): Explanation {
  const { source, task } = context;
  const said = error.message.replaceAll(/\s+/gu, ' ').slice(0, 500);
  if (error.name === 'ModelFileNotFoundError') {
    return missingFile(error.message, (error as Error & { status?: unknown }).status, context);
  }
  const code = codeOf(error);
  if (error.name === 'TypeError' && (code !== undefined || error.message === 'fetch failed')) {
    return {
      kind: 'network',
      message: `the hub at ${source.hub} cannot be reached (${code ?? said})`,
      hint: 'check the connection (proxy, firewall), or download the model and use fine_tuned_weights: FOLDER',
    };
  }
  if (said.includes(source.hub)) return { kind: 'server', message: said, hint: 'try again later' };
  if (/unsupported model type|could not locate (?:class|model)/iu.test(said)) {
    return {
      kind: 'bad_request',
      message: `the model is not made for ${task}: ${said}`,
      hint: 'set task_type to what the model does',
    };
  }
  return { kind: 'bad_request', message: said };
}

/** The error for a model that could not be loaded. Trying again at once would not help. */
export function loadFailure(error: unknown, context: LocalContext): ProviderError {
  const { kind, message, hint } = explain(isError(error) ? error : new TypeError(String(error)), context);
  return new ProviderError(`target "${context.target}": the model cannot be loaded: ${message}`, {
    kind,
    target: context.target,
    retryable: false,
    hint,
    cause: error,
  });
}

/** The error for an input that the model failed on, or for an answer that is none. */
export function inputFailure(message: string, { target }: LocalContext, hint?: string): ProviderError {
  return new ProviderError(`target "${target}": ${message}`, { kind: 'bad_request', target, retryable: false, hint });
}

/** Brings whatever went wrong with one input to a {@link ProviderError}. */
export function localFailure(error: unknown, context: LocalContext, signal: AbortSignal): ProviderError {
  const { target } = context;
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    return isError(reason) && reason.name === 'TimeoutError'
      ? new ProviderError(`target "${target}": no answer in time`, {
          kind: 'timeout',
          target,
          hint: 'raise timeout_seconds of the target; loading a model counts too',
        })
      : new ProviderError(`target "${target}": the request was aborted`, { kind: 'aborted', target });
  }
  if (error instanceof ProviderError) return error;
  const said = errorText(error).replaceAll(/\s+/gu, ' ').slice(0, 500);
  return inputFailure(`the model failed on this input: ${said}`, context);
}
