import type { ApiReply } from '../http/api-reply.js';

export interface LabelScore {
  readonly label: string;
  /** [0, 1] */
  readonly score: number;
}

/** Shares that add up to 1. */
export function softmax(logits: readonly number[]): readonly number[] {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * The reply of a classifier: the text is the best label alone, the confidence its score. All scores
 * stand in a `tool` message before it, so that nothing but the label is judged.
 * @param scores At least one.
 */
export function labelReply(
  scores: readonly LabelScore[],
  names: Readonly<Record<string, string>> | undefined,
): Pick<ApiReply, 'text' | 'messages' | 'toolCalls' | 'confidence'> {
  const named = scores
    .map(({ label, score }) => ({
      label: names && Object.hasOwn(names, label) ? (names[label] ?? label) : label,
      score,
    }))
    .toSorted((a, b) => b.score - a.score);
  const text = named[0]?.label ?? '';
  const confidence = Math.min(Math.max(named[0]?.score ?? 0, 0), 1);
  return {
    text,
    messages: [
      {
        role: 'tool',
        name: 'label_scores',
        content: Object.fromEntries(named.map(({ label, score }) => [label, score])),
      },
      { role: 'assistant', content: text },
    ],
    toolCalls: [],
    confidence,
  };
}
