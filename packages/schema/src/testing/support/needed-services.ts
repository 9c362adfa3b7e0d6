import assert from 'node:assert/strict';
import type { EvaluatorDefinition, EvaluatorServices } from '../../contracts/evaluator.js';

/** What a definition can say that it uses, and the service that it is. */
const SERVICES = { judge: 'judges', embeddings: 'embed' } as const;

type Need = keyof typeof SERVICES;

/** Services that note which of them are asked for. */
export interface NotedServices<T> {
  readonly services: T;
  readonly asked: ReadonlySet<Need>;
}

export function notedServices<T extends Pick<EvaluatorServices, 'judges' | 'embed'>>(given: T): NotedServices<T> {
  const asked = new Set<Need>();
  const services: T = {
    ...given,
    judges(panel: Parameters<EvaluatorServices['judges']>[0]) {
      asked.add('judge');
      return given.judges(panel);
    },
    embed(texts: readonly string[]) {
      asked.add('embeddings');
      return given.embed(texts);
    },
  };
  return { services, asked };
}

/** What nobody says that it is needed is not there in a run: it is made ready before the first request. */
export function assertSaysItsNeeds({ uses = [], judgesOf, judgementsOf }: EvaluatorDefinition, asked: ReadonlySet<Need>): void {
  for (const need of asked) assert.ok(uses.includes(need), `it asks for services.${SERVICES[need]}(), and its "uses" has no "${need}"`);
  const about = judgesOf ? 'judgesOf' : judgementsOf && 'judgementsOf';
  if (about !== undefined) assert.ok(uses.includes('judge'), `it has ${about}(), and its "uses" has no "judge"`);
}
