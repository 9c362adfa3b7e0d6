import type { Tensor } from '@huggingface/transformers';
import { isJsonObject } from '@assay/schema';
import { declaredLabels, labelMismatch, MISMATCH_HINT } from './check-model-folder.js';
import { softmax, type LabelScore } from '../label-scores.js';
import type { LoadedModel } from './load-model.js';
import { inputFailure, type LocalContext } from './local-errors.js';

/** What a model says about one text. */
export interface Classified {
  readonly scores: readonly LabelScore[];
  readonly inputTokens: number;
  readonly warnings: readonly string[];
}

export interface ClassifyOptions {
  readonly context: LocalContext;
  readonly numLabels: number | undefined;
}

export interface Encoded {
  readonly input_ids: Tensor;
  readonly attention_mask: Tensor;
}

/** Texts, or pairs of texts, as one tensor. */
export function encode(loaded: LoadedModel, texts: readonly string[], pairs?: readonly string[]): Encoded {
  const encoding: unknown = loaded.tokenizer([...texts], {
    ...(pairs === undefined ? {} : { text_pair: [...pairs] }),
    padding: true,
    truncation: true,
  });
  return encoding as Encoded;
}

/** The tokens of each row, without padding. */
export function tokenCounts({ attention_mask }: Encoded): readonly number[] {
  return rowsOf(attention_mask).map((row) => row.reduce((sum, one) => sum + one, 0));
}

/** A tensor of two dimensions as rows of numbers. */
export function rowsOf({ data, dims }: Tensor): readonly (readonly number[])[] {
  const [rows = 0, columns = 0] = dims;
  const all = Array.from(data as ArrayLike<number | bigint>, Number);
  return Array.from({ length: rows }, (_, row) => all.slice(row * columns, (row + 1) * columns));
}

/**
 * One pass through a model with a classification head.
 * @returns a score for each class and row.
 * @throws ProviderError when the model has no such head.
 */
export async function logitsOf(
  loaded: LoadedModel,
  encoded: Encoded,
  context: LocalContext,
): Promise<readonly (readonly number[])[]> {
  const output = (await loaded.model(encoded)) as { readonly logits?: Tensor };
  const { logits } = output;
  if (logits?.dims.length !== 2) {
    throw inputFailure(
      `the model gives no scores for labels: it is not made for ${context.task}`,
      context,
      'use a model that was trained for it, or set task_type to what the model does',
    );
  }
  const rows = rowsOf(logits);
  if (rows.every((row) => row.every(Number.isFinite))) return rows;
  throw new RangeError('a score is not a finite number');
}

/** The model's names of its classes. */
function labelNames(loaded: LoadedModel, count: number): readonly string[] {
  const { id2label } = loaded.model.config as unknown as { id2label?: unknown };
  const names = isJsonObject(id2label) ? id2label : {};
  return Array.from({ length: count }, (_, id) => String(names[id] ?? `LABEL_${id}`));
}

function checkCount(loaded: LoadedModel, found: number, { numLabels, context }: ClassifyOptions): void {
  const declared = declaredLabels(loaded.model.config as unknown as Record<string, unknown>) ?? found;
  if (numLabels !== undefined && (numLabels !== declared || numLabels !== found)) {
    const names = labelNames(loaded, found);
    throw inputFailure(labelMismatch(context.target, numLabels, found, names), context, MISMATCH_HINT);
  }
  if (declared === found) return;
  throw inputFailure(
    `config.json of the model names ${declared} labels, but its weights give ${found} scores`,
    context,
    'export the model again',
  );
}

/** Texts that do not fit into the model lose their end, which must not go unsaid. */
export function cutWarnings(loaded: LoadedModel, text: string, tokens: number): readonly string[] {
  const limit = loaded.tokenizer.model_max_length;
  if (tokens < limit || loaded.tokenizer.encode(text).length <= limit) return [];
  return [`the input was cut to its first ${limit} tokens: the model takes no more`];
}

/**
 * Classifies texts in one pass.
 * @throws ProviderError when the model is not made for it or has another number of labels.
 */
export async function classifyTexts(
  loaded: LoadedModel,
  texts: readonly string[],
  options: ClassifyOptions,
): Promise<readonly Classified[]> {
  const encoded = encode(loaded, texts);
  const rows = await logitsOf(loaded, encoded, options.context);
  const count = rows[0]?.length ?? 0;
  checkCount(loaded, count, options);
  const names = labelNames(loaded, count);
  const { problem_type } = loaded.model.config as unknown as { problem_type?: unknown };
  const independent = problem_type === 'multi_label_classification' || count === 1;
  const tokens = tokenCounts(encoded);
  return rows.map((logits, row) => {
    const shares = independent ? logits.map((logit) => 1 / (1 + Math.exp(-logit))) : softmax(logits);
    const inputTokens = tokens[row] ?? 0;
    return {
      scores: shares.map((score, id) => ({ label: names[id] ?? '', score })),
      inputTokens,
      warnings: cutWarnings(loaded, texts[row] ?? '', inputTokens),
    };
  });
}
