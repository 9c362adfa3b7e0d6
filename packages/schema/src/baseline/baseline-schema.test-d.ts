import type { InferOutput } from 'valibot';
import { expectTypeOf, test } from 'vitest';
import type { Baseline, BaselineCase } from './baseline.js';
import type { BaselineCaseSchema, BaselineSchema } from './baseline-schema.js';

test('the wire form of a case is BaselineCase', () => {
  type Wire = InferOutput<typeof BaselineCaseSchema>;
  expectTypeOf<Readonly<Omit<Wire, 'scores'>> & { readonly scores?: Readonly<Wire['scores']> }>().branded.toEqualTypeOf<BaselineCase>();
});

test('the wire form of a target is that of Baseline', () => {
  expectTypeOf<Readonly<InferOutput<typeof BaselineSchema>['target']>>().toEqualTypeOf<Baseline['target']>();
});
