import { isJsonObject } from '@assay/schema';
import { cutWarnings, encode, logitsOf, tokenCounts, type Classified } from './classify-texts.js';
import { softmax } from '../label-scores.js';
import type { LoadedModel } from './load-model.js';
import { inputFailure, type LocalContext } from './local-errors.js';

export interface ChooseOptions {
  readonly context: LocalContext;
  /** Candidates. */
  readonly labels: readonly string[];
  /** With `{}` for the label. */
  readonly template: string;
}

/** Places of the scores for "follows" and "contradicts" in what a model of natural language inference says. */
function inferenceIds(
  { model }: LoadedModel,
  context: LocalContext,
): { readonly follows: number; readonly contradicts: number } {
  const { id2label } = model.config as unknown as { id2label?: unknown };
  const names = Object.entries(isJsonObject(id2label) ? id2label : {}).map(
    ([id, label]) => [Number(id), String(label)] as const,
  );
  const find = (pattern: RegExp): number | undefined => names.find(([, label]) => pattern.test(label))?.[0];
  const follows = find(/^entail/iu);
  const contradicts = find(/^(?:contradict|not[ _]entail)/iu);
  if (follows !== undefined && contradicts !== undefined) return { follows, contradicts };
  const told = names.map(([, label]) => label).join(', ');
  throw inputFailure(
    `zero-shot-classification needs a model of natural language inference (labels entailment and contradiction); this one has ${told || 'none'}`,
    context,
    'use such a model, or set task_type: text-classification',
  );
}

/**
 * Chooses among candidate labels: each is written into a sentence, and the model says how well that
 * follows from the text. All texts with all labels are one pass.
 * @throws ProviderError when the model cannot do that.
 */
export async function chooseLabels(
  loaded: LoadedModel,
  texts: readonly string[],
  options: ChooseOptions,
): Promise<readonly Classified[]> {
  const { labels, template, context } = options;
  const { follows, contradicts } = inferenceIds(loaded, context);
  const hypotheses = labels.map((label) => template.replaceAll('{}', () => label));
  const encoded = encode(
    loaded,
    texts.flatMap((text) => labels.map(() => text)),
    texts.flatMap(() => hypotheses),
  );
  const rows = await logitsOf(loaded, encoded, context);
  const tokens = tokenCounts(encoded);
  return texts.map((text, index) => {
    const start = index * labels.length;
    const own = rows.slice(start, start + labels.length);
    const counts = tokens.slice(start, start + labels.length);
    const follow = own.map((row) => row[follows] ?? 0);
    const [only] = own;
    const shares =
      own.length === 1 && only ? [softmax([only[contradicts] ?? 0, only[follows] ?? 0])[1] ?? 0] : softmax(follow);
    return {
      scores: labels.map((label, place) => ({ label, score: shares[place] ?? 0 })),
      inputTokens: counts.reduce((sum, count) => sum + count, 0),
      warnings: cutWarnings(loaded, text, Math.max(...counts)),
    };
  });
}
