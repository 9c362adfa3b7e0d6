import { ConfigError, defineProvider, type ProviderEnvironment, type ResolvedTarget } from '@assay/schema';
import { createEndpointEmbedder, createEndpointProvider, hasEndpoint } from './huggingface/endpoint/endpoint-provider.js';
import { findRuntime } from './huggingface/local/find-runtime.js';
import { huggingFaceOptions, taskOf, type HuggingFaceOptions, type Task } from './huggingface/huggingface-options.js';
import { createLocalEmbedder } from './huggingface/local/local-embedder.js';
import { createLocalProvider, type LocalProviderOptions } from './huggingface/local/local-provider.js';
import { modelSource } from './huggingface/local/model-source.js';

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

/** Models of the Hugging Face hub and models of one's own, in this process or behind an endpoint. */
export const provider = defineProvider({
  name: 'huggingface',
  description: 'Classifiers and other models of Hugging Face, run in this process or behind an inference endpoint.',
  options: huggingFaceOptions,
  reach: { kind: 'weights' },
  examples: [
    {
      title: 'A fine-tuned classifier',
      value: {
        name: 'sentiment',
        provider: 'huggingface',
        model: 'xlm-roberta-base',
        fine_tuned_weights: './models/sentiment',
        num_labels: 3,
        batch_size: 8,
      },
    },
    {
      title: 'Labels that the model was not trained for',
      value: {
        name: 'topics',
        provider: 'huggingface',
        model: 'Xenova/nli-deberta-v3-xsmall',
        labels: ['billing', 'delivery', 'returns'],
        dtype: 'q8',
      },
    },
    {
      title: 'An inference endpoint',
      value: {
        name: 'remote-sentiment',
        provider: 'huggingface',
        model: 'cardiffnlp/twitter-xlm-roberta-base-sentiment',
        endpoint: 'https://router.huggingface.co/hf-inference/models',
        task_type: 'text-classification',
      },
    },
  ],
  create(target, environment) {
    const task = taskOf(target.options, target.name);
    return hasEndpoint(target.options)
      ? createEndpointProvider(target, task, environment)
      : createLocalProvider(localSettings(target, task, environment));
  },
  createEmbedder(target, environment) {
    const { task_type = 'feature-extraction' } = target.options;
    if (task_type !== 'feature-extraction') {
      throw new ConfigError(`target "${target.name}" is made for ${task_type} and gives no vectors`, {
        hint: 'set task_type: feature-extraction in a target for embeddings',
      });
    }
    return hasEndpoint(target.options)
      ? createEndpointEmbedder(target, environment)
      : createLocalEmbedder(localSettings(target, task_type, environment));
  },
});
