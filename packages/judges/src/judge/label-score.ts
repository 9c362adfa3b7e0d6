import { isJsonObject, UnscoredError, type Message, type ProviderResponse } from '@assay/schema';
import { heldBack } from '../verdict-parsing/held-back.js';
import { isIncomplete } from '../verdict-parsing/is-incomplete.js';

/** Most labels that a message lists. */
const MOST_NAMES = 20;

function folded(label: string): string {
  return label.trim().toLowerCase();
}

/** The scores of all labels that a classifier hands over beside its reply; undefined for those that name the best alone. */
function scoresOf(messages: readonly Message[]): ReadonlyMap<string, number> | undefined {
  const content = messages.findLast(({ role, name }) => role === 'tool' && name === 'label_scores')?.content;
  if (!isJsonObject(content)) return undefined;
  return new Map(Object.entries(content).flatMap(([label, score]) => (typeof score === 'number' ? [[label, score] as const] : [])));
}

/**
 * How likely a label is by the reply of a classifier, from 0 to 1, and the label that it thinks likeliest. One that only names its
 * label says 0 of any other, and of that how sure it is, or 1.
 * @throws UnscoredError for a label that the classifier does not have, and for a reply that is none: it names nothing, was held back, or ends
 * in the middle of the label.
 */
export function labelScore({ text, messages, confidence, finishReason }: ProviderResponse, label: string): { readonly score: number; readonly read: string } {
  const scores = scoresOf(messages);
  if (scores) {
    const own = [...scores.keys()].find((name) => folded(name) === folded(label));
    if (own !== undefined) return { score: Math.min(Math.max(scores.get(own) ?? 0, 0), 1), read: text };
    const names = [...scores.keys()];
    throw new UnscoredError(`the classifier has no label ${JSON.stringify(label)}; it has ${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`, {
      reason: 'config',
      hint: 'write one of them as value, or give them other names with label_names of the target',
    });
  }
  const [said, wanted] = [folded(text), folded(label)];
  if (said !== '' && said === wanted) return { score: confidence ?? 1, read: text };
  const held = heldBack(finishReason);
  if (held !== undefined) throw new UnscoredError(`the classifier named no label: ${held}`, { hint: 'have another model classify it' });
  if (said === '') throw new UnscoredError('the classifier named no label', { hint: 'its reply must be the label alone' });
  if (isIncomplete(finishReason) && wanted.startsWith(said)) {
    throw new UnscoredError(`the classifier named no label: ${JSON.stringify(text)} was cut off before its end`, { hint: 'raise max_tokens of the target that classifies' });
  }
  return { score: 0, read: text };
}
