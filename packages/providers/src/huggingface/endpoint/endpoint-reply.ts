import { isJsonObject } from '@assay/schema';
import { apiError, badReply, type CallContext } from '../../http/errors/api-error.js';
import { checkedVectors } from '../../embeddings/checked-vectors.js';
import type { ApiReply } from '../../http/api-reply.js';
import { labelMismatch, MISMATCH_HINT } from '../local/check-model-folder.js';
import { normalized } from '../local/embed-texts.js';
import type { HuggingFaceOptions } from '../huggingface-options.js';
import { labelReply, type LabelScore } from '../label-scores.js';
import { finishReasonOf } from '../../replies/finish-reason.js';
import { ToldFigures } from '../../replies/told-figures.js';

/** Answers come bare or in a list of one. */
function unwrapped(json: unknown): unknown {
  return Array.isArray(json) && json.length === 1 ? (json[0] as unknown) : json;
}

function isLabelScore(value: unknown): value is LabelScore & Record<string, never> {
  return isJsonObject(value) && typeof value['label'] === 'string' && Number.isFinite(value['score']);
}

/** `[{label, score}, …]`, or the older `{labels: […], scores: […]}`. */
function labelScores(json: unknown): readonly LabelScore[] | undefined {
  const answer = unwrapped(json);
  if (isJsonObject(answer) && Array.isArray(answer['labels']) && Array.isArray(answer['scores'])) {
    const { labels, scores } = answer;
    return labelScores(labels.map((label, index) => ({ label, score: scores[index] })));
  }
  const list = isLabelScore(answer) ? [answer] : answer;
  return Array.isArray(list) && list.length > 0 && list.every(isLabelScore) ? list : undefined;
}

/** @throws ProviderError for an answer without labels, or with more than the model should have. */
export function classificationReply(json: unknown, options: HuggingFaceOptions, context: CallContext): ApiReply {
  const scores = labelScores(json);
  if (!scores) throw badReply('the reply has no labels with scores', context);
  const { num_labels } = options;
  if (num_labels !== undefined && scores.length > num_labels) {
    const names = scores.map(({ label }) => label);
    throw apiError(labelMismatch(context.target, num_labels, scores.length, names), context, {
      kind: 'bad_request',
      hint: MISMATCH_HINT,
    });
  }
  return { ...labelReply(scores, options.label_names), model: context.model };
}

/** @throws ProviderError for an answer without a text. */
export function generationReply(json: unknown, context: CallContext): ApiReply {
  const answer = unwrapped(json);
  const text = isJsonObject(answer) ? answer['generated_text'] : undefined;
  if (!isJsonObject(answer) || typeof text !== 'string') throw badReply('the reply has no generated_text', context);
  const details = isJsonObject(answer['details']) ? answer['details'] : {};
  const figures = new ToldFigures();
  const outputTokens = figures.count(details, 'generated_tokens');
  const { prefill } = details;
  const finishReason = finishReasonOf(details['finish_reason']);
  return {
    text,
    messages: [{ role: 'assistant', content: text }],
    toolCalls: [],
    model: context.model,
    ...(outputTokens === undefined || !Array.isArray(prefill)
      ? {}
      : { usage: { inputTokens: prefill.length, outputTokens } }),
    ...(finishReason === undefined ? {} : { finishReason }),
    ...(figures.warnings.length > 0 ? { warnings: figures.warnings } : {}),
  };
}

type Rows = readonly (readonly number[])[];

function isRows(value: unknown): value is Rows {
  return (
    Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row) && typeof row[0] === 'number')
  );
}

/** The mean of vectors, one for each token, which servers may wrap in a list of one; anything else as it is. */
function pooled(value: unknown): unknown {
  const rows = isRows(value) ? value : unwrapped(value);
  if (!isRows(rows)) return value;
  return rows[0]?.map((_, column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length);
}

/** Vectors of length 1. @throws ProviderError unless there is one for each text. */
export function embeddingReply(json: unknown, count: number, context: CallContext): Rows {
  const list: readonly unknown[] = Array.isArray(json) ? json : [];
  return checkedVectors(list.map(pooled), { count }, context).map(normalized);
}
