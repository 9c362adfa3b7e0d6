import { addCost, addSpending, addUsage, type Embeddings, type Vector } from '@assay/schema';
import type { EmbeddedTexts } from './embedded-texts.js';

/** What came of asking for vectors. */
export interface Answer {
  /** By text. */
  readonly found: ReadonlyMap<string, Vector>;
  readonly spent: Omit<EmbeddedTexts, 'vectors'>;
}

export const NOTHING: Answer = { found: new Map(), spent: {} };

/** Half the memory of a list of numbers, and exact enough for an angle. */
function compact(vector: readonly number[] | undefined): Vector {
  return Float32Array.from(vector ?? []);
}

/** @param texts that the vectors are of, in their order. */
export function answerOf({ vectors, usage, costUsd, costIncomplete, saved, warnings }: Embeddings, texts: readonly string[]): Answer {
  return {
    found: new Map(texts.map((text, index) => [text, compact(vectors[index])])),
    spent: { usage, costUsd, ...(costUsd === undefined || costIncomplete ? { costIncomplete: true } : {}), ...(saved ? { saved } : {}), ...(warnings ? { warnings } : {}) },
  };
}

export function sum(a: Answer['spent'], b: Answer['spent']): Answer['spent'] {
  return {
    usage: addUsage(a.usage, b.usage),
    costUsd: addCost(a.costUsd, b.costUsd),
    ...(a.costIncomplete || b.costIncomplete ? { costIncomplete: true } : {}),
    ...(a.saved || b.saved ? { saved: addSpending(a.saved, b.saved) } : {}),
    ...(a.warnings || b.warnings ? { warnings: [...(a.warnings ?? []), ...(b.warnings ?? [])] } : {}),
  };
}

/** One answer of several. */
export function joined(answers: readonly Answer[]): Answer {
  return {
    found: new Map(answers.flatMap(({ found }) => [...found])),
    spent: answers.reduce((spent, answer) => sum(spent, answer.spent), NOTHING.spent),
  };
}
