import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { ConfigError, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { findApiKey } from '../../http/keys/api-key.js';
import { checkEndpoint } from '../../http/connection/target-address.js';
import { checkModelFolder } from './check-model-folder.js';
import { HUB, HUB_KEYS, hubHosts } from '../hub-hosts.js';
import type { HuggingFaceOptions, Task, WeightType } from '../huggingface-options.js';

/** Where a model comes from. */
export interface ModelSource {
  /** Absolute folder, or the model's name on the hub. */
  readonly location: string;
  readonly local: boolean;
  /** Folder of the ONNX files inside of it. */
  readonly subfolder: string;
  readonly dtype: WeightType;
  readonly revision: string;
  /** Absolute. */
  readonly cacheDir: string;
  /** Address of the hub, with a slash at its end. */
  readonly hub: string;
  readonly token: string | undefined;
}

const ON_DISK = /^\.{1,2}(?:[/\\]|$)/u;

function cacheFolder(env: ProviderEnvironment['env']): string {
  const caches = env['XDG_CACHE_HOME']?.trim() || env['LOCALAPPDATA']?.trim() || join(homedir(), '.cache');
  return join(caches, 'assay', 'huggingface');
}

/** The folder that the target's weights are in, if they are on disk. */
function folderOf(target: ResolvedTarget<HuggingFaceOptions>, directory: string): string | undefined {
  const { model, options } = target;
  const weights = options.fine_tuned_weights?.trim();
  if (weights) return resolve(directory, weights);
  return model !== undefined && (ON_DISK.test(model) || isAbsolute(model)) ? resolve(directory, model) : undefined;
}

/**
 * Finds out where a target's model comes from. Folders are looked into; nothing is sent.
 * @throws ConfigError when no model is named, or when a folder lacks something.
 */
export function modelSource(
  target: ResolvedTarget<HuggingFaceOptions>,
  task: Task,
  environment: ProviderEnvironment,
): ModelSource {
  const { options } = target;
  const { env, directory } = environment;
  const dtype = options.dtype ?? 'fp32';
  const hosts = hubHosts(environment);
  const hub = checkEndpoint(hosts.base?.url?.trim() || HUB, target).replace(/\/*$/u, '/');
  const { apiKey: token } = findApiKey(
    { ...hosts, target: target.name, provider: 'huggingface', written: options.api_key, variables: HUB_KEYS, options, address: hub },
    environment,
  );
  const cacheDir = options.cache_dir === undefined ? cacheFolder(env) : resolve(directory, options.cache_dir);
  const common = { dtype, revision: options.revision ?? 'main', cacheDir, hub, token };
  const folder = folderOf(target, directory);
  if (folder !== undefined) {
    const written = options.fine_tuned_weights ?? target.model ?? folder;
    const subfolder = checkModelFolder({
      target: target.name,
      folder,
      written,
      task,
      dtype,
      numLabels: options.num_labels,
    });
    return { ...common, location: folder, local: true, subfolder };
  }
  if (!target.model) {
    throw new ConfigError(`target "${target.name}" names no model`, {
      hint: 'add model: with its name on huggingface.co, or fine_tuned_weights: with a folder',
    });
  }
  return { ...common, location: target.model, local: false, subfolder: 'onnx' };
}
