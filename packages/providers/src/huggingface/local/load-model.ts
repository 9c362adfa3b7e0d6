import type { PreTrainedModel, PreTrainedTokenizer } from '@huggingface/transformers';
import type { Runtime } from './find-runtime.js';
import type { Task } from '../huggingface-options.js';
import type { ModelSource } from './model-source.js';

/** A model in memory. */
export interface LoadedModel {
  readonly runtime: Runtime;
  readonly tokenizer: PreTrainedTokenizer;
  readonly model: PreTrainedModel;
}

export interface ModelRequest {
  readonly source: ModelSource;
  readonly task: Task;
  readonly load: () => Promise<Runtime>;
}

/** One user's hold on a model that others may use too. */
export interface ModelHold {
  readonly loaded: LoadedModel;
  /** Frees the model when nobody else holds it. */
  release(): Promise<void>;
}

interface Shared {
  readonly loading: Promise<LoadedModel>;
  holders: number;
}

/** All models of this process. Targets that ask for the same one share it. */
const models = new Map<string, Shared>();

function autoModel(runtime: Runtime, task: Task) {
  if (task === 'text-generation') return runtime.AutoModelForCausalLM;
  if (task === 'feature-extraction') return runtime.AutoModel;
  return runtime.AutoModelForSequenceClassification;
}

/** The library has settings for the whole process only. */
function configure({ env, LogLevel }: Runtime, { hub, token }: ModelSource): void {
  // It would print the inputs of a failed request.
  env.logLevel = LogLevel.NONE;
  env.remoteHost = hub;
  // By itself it looks for a token in the environment of the process, and sends it to huggingface.co alone.
  env.fetch = (input: string | URL | Request, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (token !== undefined && String(input).startsWith(hub)) headers.set('authorization', `Bearer ${token}`);
    return fetch(input, { ...init, headers });
  };
}

async function loadModel({ source, task, load }: ModelRequest): Promise<LoadedModel> {
  const runtime = await load();
  configure(runtime, source);
  const { location, local, subfolder, dtype, revision, cacheDir } = source;
  const options = { local_files_only: local, revision, cache_dir: cacheDir, subfolder, dtype, device: 'cpu' } as const;
  // One after the other: a failure leaves nothing behind that would have to be freed.
  const tokenizer = await runtime.AutoTokenizer.from_pretrained(location, options);
  const model = await autoModel(runtime, task).from_pretrained(location, options);
  return { runtime, tokenizer, model };
}

function keyOf({ source, task }: ModelRequest): string {
  const use = task === 'zero-shot-classification' ? 'text-classification' : task;
  const { location, dtype, revision, hub, subfolder } = source;
  return JSON.stringify([use, location, dtype, revision, hub, subfolder]);
}

/**
 * Takes hold of a model, and loads it unless it is in memory already. Several first calls at once
 * load it once; a load that failed is tried again by the next call.
 * @throws whatever the library throws.
 */
export async function holdModel(request: ModelRequest): Promise<ModelHold> {
  const key = keyOf(request);
  const shared = models.get(key) ?? { loading: loadModel(request), holders: 0 };
  models.set(key, shared);
  shared.holders++;
  try {
    const loaded = await shared.loading;
    return {
      loaded,
      async release() {
        shared.holders--;
        if (shared.holders > 0) return;
        if (models.get(key) === shared) models.delete(key);
        await loaded.model.dispose();
      },
    };
  } catch (error) {
    if (models.get(key) === shared) models.delete(key);
    throw error;
  }
}
