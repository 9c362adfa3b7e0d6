import { ConfigError, recordOf } from '@assay/schema';
import * as v from 'valibot';
import { apiKeySchema } from '../http/keys/check-headers.js';
import { apiEntries, described, range, seed, wholeNumber } from '../http/parameters/option-entries.js';

const TASKS = ['text-classification', 'zero-shot-classification', 'text-generation', 'feature-extraction'] as const;
export type Task = (typeof TASKS)[number];

/** How the weights are stored, with the end that the name of their file has for it. */
export const WEIGHT_SUFFIXES = {
  fp32: '',
  fp16: '_fp16',
  int8: '_int8',
  uint8: '_uint8',
  q8: '_quantized',
  q4: '_q4',
  q4f16: '_q4f16',
  bnb4: '_bnb4',
} as const;
export type WeightType = keyof typeof WEIGHT_SUFFIXES;

const weightTypes = Object.keys(WEIGHT_SUFFIXES) as WeightType[];

export const huggingFaceOptions = v.object({
  task_type: described(
    v.picklist(TASKS),
    'What the model does. Default: zero-shot-classification when labels are given, else text-classification.',
  ),
  num_labels: described(
    wholeNumber('num_labels', 1),
    'Number of classes that the model must have; anything else is an error.',
  ),
  labels: described(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1)),
    'Candidate labels, for zero-shot-classification.',
  ),
  hypothesis_template: described(
    v.pipe(v.string(), v.includes('{}')),
    'Sentence in which each candidate label is tested, for zero-shot-classification; {} is the label. Default "This example is {}."',
  ),
  label_names: described(
    recordOf(v.string()),
    "Other names for the model's own labels, e.g. {LABEL_0: NEGATIVE}.",
  ),
  fine_tuned_weights: described(
    v.nullable(v.string()),
    'Folder with the weights to use (ONNX) and their tokenizer, relative to the folder of the target. null for none.',
  ),
  dtype: described(
    v.picklist(weightTypes),
    'How the weights are stored, which determines the ONNX file to read. Default fp32.',
  ),
  batch_size: described(wholeNumber('batch_size', 1), 'Maximum number of inputs that go through the model at once. Default 8.'),
  seed: described(
    seed(),
    'Makes sampled text repeatable on one machine. Has no effect on classification, which is always repeatable.',
  ),
  temperature: described(
    range('temperature', 0, 2),
    'Sampling temperature of text-generation, 0 to 2. Default 0: the most likely text. Has no effect on other tasks.',
  ),
  max_tokens: described(
    wholeNumber('max_tokens', 1),
    'Maximum number of tokens in a generated text. Default 256. Has no effect on other tasks.',
  ),
  system_prompt: described(
    v.string(),
    'Text to put before the system text of every case, for text-generation. Classifiers take no instructions.',
  ),
  revision: described(v.string(), 'Branch, tag or commit of the model on the hub. Default main.'),
  cache_dir: described(
    v.string(),
    'Folder for models from the hub, relative to the folder of the target. Default: assay/huggingface in the cache folder of the user.',
  ),
  endpoint: described(
    v.string(),
    'URL of an inference endpoint that runs the model instead of this process. If it ends in /models, the model is added.',
  ),
  url: described(v.string(), 'The complete URL of the inference endpoint, used as it is.'),
  api_key: described(
    apiKeySchema(),
    'Token for the endpoint and for private models of the hub, preferably as a reference: ${VARIABLE}. Default: HF_TOKEN.',
  ),
  headers: apiEntries.headers,
  parameters: described(
    recordOf(v.unknown()),
    'Entries to set in "parameters" of requests to an endpoint; they override all others. null leaves one out.',
  ),
});

export type HuggingFaceOptions = v.InferOutput<typeof huggingFaceOptions>;

export const DEFAULT_BATCH_SIZE = 8;
export const DEFAULT_MAX_TOKENS = 256;
export const DEFAULT_HYPOTHESIS = 'This example is {}.';

/**
 * The task of a target.
 * @throws ConfigError when its options contradict each other.
 */
export function taskOf(options: HuggingFaceOptions, target: string): Task {
  const { labels, num_labels } = options;
  const task = options.task_type ?? (labels === undefined ? 'text-classification' : 'zero-shot-classification');
  if (labels !== undefined && task !== 'zero-shot-classification') {
    throw new ConfigError(`target "${target}" has labels, which ${task} does not take`, {
      hint: 'labels are the candidates of zero-shot-classification; the labels of a classifier stand in its config.json, label_names renames them',
    });
  }
  if (task === 'zero-shot-classification' && labels === undefined) {
    throw new ConfigError(`target "${target}" has no labels to choose from`, {
      hint: 'add labels: [first, second, …] for zero-shot-classification',
    });
  }
  if (labels !== undefined && num_labels !== undefined && labels.length !== num_labels) {
    throw new ConfigError(`target "${target}" has ${labels.length} labels, but num_labels is ${num_labels}`, {
      hint: 'make the two agree, or leave num_labels out',
    });
  }
  return task;
}
