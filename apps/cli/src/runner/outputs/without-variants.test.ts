import type { LocatedCase, Suite } from '@assay/schema';
import { sampleCase } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { withoutVariants } from './without-variants.js';

test('replies that exist already are scored once, whatever the file varies', async () => {
  const execution = { targets: ['CORE'], temperatures: [0, 1], temperature: 0.3, systems: ['a', null], noCache: true };
  const suite: Suite = {
    name: 's',
    path: 'suite.yaml',
    dialect: 'blueprint',
    file: '/s.yml',
    description: '',
    execution,
    targets: [],
    size: 1,
    async *cases() {
      yield { evalCase: sampleCase({ execution }), location: { file: 's.yml', line: 1, column: 1 } };
    },
  };
  const fixed = withoutVariants(suite);
  const cases: LocatedCase[] = [];
  for await (const located of fixed.cases()) cases.push(located);
  expect(fixed.execution).toEqual({ targets: ['CORE'], noCache: true });
  expect(cases).toEqual([{ evalCase: sampleCase({ execution: { targets: ['CORE'], noCache: true } }), location: { file: 's.yml', line: 1, column: 1 } }]);
});
