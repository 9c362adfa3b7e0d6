import { ConfigError, type Embedder, type Provider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { createEndpointEmbedder, createEndpointProvider, hasEndpoint } from './endpoint/endpoint-provider.js';
import { findRuntime } from './local/find-runtime.js';
import { taskOf, type HuggingFaceOptions, type Task } from './huggingface-options.js';
import { createLocalEmbedder } from './local/local-embedder.js';
import { createLocalProvider, type LocalProviderOptions } from './local/local-provider.js';
import { modelSource } from './local/model-source.js';

function localSettings(
  target: ResolvedTarget<HuggingFaceOptions>,
  task: Task,
  environment: ProviderEnvironment,
): LocalProviderOptions {
  const source = modelSource(target, task, environment);
  return {
    context: { target: target.name, task, source },
    model: target.model ?? target.options.fine_tuned_weights ?? source.location,
    options: target.options,
    load: findRuntime(target.name, [environment.directory, process.cwd()]),
  };
}

export function createModel(target: ResolvedTarget<HuggingFaceOptions>, environment: ProviderEnvironment): Provider {
  const task = taskOf(target.options, target.name);
  return hasEndpoint(target.options)
    ? createEndpointProvider(target, task, environment)
    : createLocalProvider(localSettings(target, task, environment));
}

export function createModelEmbedder(target: ResolvedTarget<HuggingFaceOptions>, environment: ProviderEnvironment): Embedder {
  const { task_type = 'feature-extraction' } = target.options;
  if (task_type !== 'feature-extraction') {
    throw new ConfigError(`target "${target.name}" is made for ${task_type} and gives no vectors`, {
      hint: 'set task_type: feature-extraction in a target for embeddings',
    });
  }
  return hasEndpoint(target.options)
    ? createEndpointEmbedder(target, environment)
    : createLocalEmbedder(localSettings(target, task_type, environment));
}
