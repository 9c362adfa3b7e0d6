import type { EvalCase, LocatedCase } from '@assay/schema';
import { expect, it } from 'vitest';
import { CaseIterator, DONE, type Step } from './case-iterator.js';

const caseOf = (id: string): LocatedCase => {
  const evalCase: EvalCase = {
    id, expectedOutcome: '', inputMessages: [], expectedMessages: [], evaluators: [], execution: {}, weight: 1, tags: [],
  };
  return { evalCase, location: { file: 'a.jsonl', line: 1, column: 1 } };
};

/** Each part is what one read brings: ids, or a failure that the read or the look at what it brought ends with. */
class Parts extends CaseIterator {
  closed = 0;
  reads = 0;
  readonly #parts: (readonly (string | Error)[])[];
  #ready: (string | Error)[] = [];

  constructor(parts: (readonly (string | Error)[])[]) {
    super();
    this.#parts = parts;
  }

  protected override takeReady(): Step | undefined {
    const next = this.#ready.shift();
    if (next instanceof Error) throw next;
    return next === undefined ? undefined : { done: false, value: caseOf(next) };
  }

  protected override async readOn(): Promise<Step> {
    for (;;) {
      const step = this.takeReady();
      if (step) return step;
      await new Promise((resolve) => setImmediate(resolve));
      this.reads += 1;
      const part = this.#parts.shift();
      if (!part) return DONE;
      this.#ready = [...part];
    }
  }

  protected override async close(): Promise<void> {
    this.closed += 1;
  }
}

const idOf = ({ value }: Step): string | undefined => value?.evalCase.id;

it('answers in the order of asking, also those who did not wait, and reads what is asked for only', async () => {
  const cases = new Parts([['a', 'b'], ['c'], ['d']]);
  const steps = await Promise.all([cases.next(), cases.next(), cases.next()]);
  expect(steps.map(idOf)).toEqual(['a', 'b', 'c']);
  expect([cases.reads, cases.closed]).toEqual([2, 0]);
  expect(idOf(await cases.next())).toBe('d');
  expect(await cases.next()).toEqual(DONE);
  expect(cases.closed).toBe(1);
});

it.each([
  { when: 'waiting', parts: [[new Error('broken')]], before: 0 },
  { when: 'looking at what is in memory', parts: [['a', new Error('broken')]], before: 1 },
])('lets go of the file when it fails while $when', async ({ parts, before }) => {
  const cases = new Parts(parts);
  for (let count = 0; count < before; count += 1) await cases.next();
  expect(cases.closed).toBe(0);
  await expect(cases.next()).rejects.toThrow('broken');
  expect(cases.closed).toBe(1);
});

it('lets go of the file when nobody asks on', async () => {
  const cases = new Parts([['a'], ['b']]);
  for await (const { evalCase } of { [Symbol.asyncIterator]: () => cases }) {
    expect(evalCase.id).toBe('a');
    break;
  }
  expect([cases.reads, cases.closed]).toEqual([1, 1]);
});
