import { sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import { expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { reporter as definition } from './terminal.js';

test('progress goes to one stream, the summary to the other', async () => {
  const { reporter, written, said } = await makeReporter(definition, {});
  await reporter.runStarted?.(sampleRunStart());
  await reporter.trialFinished?.(sampleRow());
  expect(written()).toBe('');
  await reporter.runFinished?.(sampleSummary());
  expect(said()).toMatch(/^Run run-1: 1 trial/u);
  expect(written()).toMatch(/^Suite\s+Target|\nSuite\s+Target/u);
  expect(written()).not.toContain('contains "Paris"');
});

test('explains every score on demand', async () => {
  const { reporter, written } = await makeReporter(definition, { explain: true });
  await reporter.runStarted?.(sampleRunStart());
  await reporter.trialFinished?.(sampleRow());
  await reporter.runFinished?.(sampleSummary());
  expect(written()).toContain('contains "Paris"');
});
