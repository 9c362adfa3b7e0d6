import { defineProvider } from '@assay/schema';
import { huggingFaceOptions } from './huggingface/huggingface-options.js';

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
  create: async (target, environment) => (await import('./huggingface/model-target.js')).createModel(target, environment),
  createEmbedder: async (target, environment) => (await import('./huggingface/model-target.js')).createModelEmbedder(target, environment),
});
