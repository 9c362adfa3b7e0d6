import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, isJsonObject, type JsonObject } from '@assay/schema';
import { WEIGHT_SUFFIXES, type Task, type WeightType } from '../huggingface-options.js';

export interface FolderCheck {
  readonly target: string;
  /** Absolute. */
  readonly folder: string;
  /** The folder as the target has it. */
  readonly written: string;
  readonly task: Task;
  readonly dtype: WeightType;
  readonly numLabels: number | undefined;
}

const FOUR_FILES = 'onnx/model.onnx, tokenizer.json, tokenizer_config.json and config.json';
const OTHER_WEIGHTS = /\.(?:bin|safetensors|pt|pth|h5|msgpack)$/u;

/** The command that turns weights of other frameworks into what is read here. */
export function exportCommand(model: string, task: Task, output: string): string {
  const quoted = [model, output].map((path) => (/^[\w@%+=:,./-]+$/u.test(path) ? path : `'${path}'`));
  return `optimum-cli export onnx --model ${quoted[0]} --task ${task} ${quoted[1]}`;
}

function filesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function readConfig({ target, folder }: FolderCheck): JsonObject {
  const path = join(folder, 'config.json');
  try {
    const config: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isJsonObject(config)) return config;
  } catch (error) {
    throw new ConfigError(`${path}, which target "${target}" uses, cannot be read: ${(error as Error).message}`, {
      hint: 'export the model again',
      cause: error,
    });
  }
  throw new ConfigError(`${path}, which target "${target}" uses, is not a JSON object`, {
    hint: 'export the model again',
  });
}

/** What to do about weights that are not there: export them, or choose those that are. */
function weightsHint({ folder, written, task }: FolderCheck, files: readonly string[]): string {
  const inOnnx = filesIn(join(folder, 'onnx')) ?? [];
  const stored = Object.entries(WEIGHT_SUFFIXES).filter(([, suffix]) =>
    [...files, ...inOnnx].includes(`model${suffix}.onnx`),
  );
  if (stored.length > 0) return `there are weights for dtype: ${stored.map(([dtype]) => dtype).join(', ')}`;
  if (files.some((file) => OTHER_WEIGHTS.test(file))) {
    const output = `${written.replace(/[/\\]+$/u, '')}-onnx`;
    return `its weights are not in the ONNX format; export them: ${exportCommand(written, task, output)} and use fine_tuned_weights: ${output}`;
  }
  return `a model needs ${FOUR_FILES}`;
}

/** The number of classes that a model's own config.json tells. */
export function declaredLabels(config: Readonly<Record<string, unknown>>): number | undefined {
  const { id2label } = config;
  return isJsonObject(id2label) ? Object.keys(id2label).length : undefined;
}

/** Says that a model has another number of classes than its target expects. */
export function labelMismatch(target: string, expected: number, actual: number, names: readonly string[]): string {
  return `target "${target}" has num_labels ${expected}, but the model has ${actual} labels${names.length > 0 ? `: ${names.join(', ')}` : ''}`;
}

export const MISMATCH_HINT = 'correct num_labels, or use the weights that were trained for these labels';

/**
 * Looks whether a folder has everything that a model needs.
 * @returns the folder of the ONNX files inside of it: `onnx`, or none when they lie beside config.json.
 * @throws ConfigError that names what is missing and how to get it.
 */
export function checkModelFolder(check: FolderCheck): string {
  const { target, folder, dtype, numLabels } = check;
  const files = filesIn(folder);
  if (files === undefined) {
    throw new ConfigError(`target "${target}" takes its model from ${folder}, which is no folder`, {
      hint: `make it a folder with ${FOUR_FILES}`,
    });
  }
  const weights = `model${WEIGHT_SUFFIXES[dtype]}.onnx`;
  const subfolder = ['onnx', ''].find((inside) => isFile(join(folder, inside, weights)));
  const missing = ['tokenizer.json', 'tokenizer_config.json', 'config.json'].filter(
    (file) => !isFile(join(folder, file)),
  );
  if (subfolder === undefined) missing.unshift(`onnx/${weights}`);
  if (subfolder === undefined || missing.length > 0) {
    throw new ConfigError(`the model of target "${target}" lacks ${missing.join(', ')} in ${folder}`, {
      hint: subfolder === undefined ? weightsHint(check, files) : `a model needs ${FOUR_FILES}`,
    });
  }
  const config = readConfig(check);
  const actual = declaredLabels(config);
  if (check.task === 'text-classification' && numLabels !== undefined && actual !== undefined && actual !== numLabels) {
    const names = Object.values(config['id2label'] as JsonObject).map(String);
    throw new ConfigError(labelMismatch(target, numLabels, actual, names), { hint: MISMATCH_HINT });
  }
  return subfolder;
}
