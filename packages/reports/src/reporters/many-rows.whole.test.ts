import { sampleRow, sampleSummary } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { makeReporter } from '../../test/make-reporter.js';
import { readCsv } from '../../test/read-csv.js';
import { reporter as csv } from './csv.js';
import { reporter as junit } from './junit.js';

describe('a CSV report', () => {
  test('many rows take their time and no more memory than their places', async () => {
    const { reporter, written } = await makeReporter(csv, { columns: ['case_id', 'output'] });
    const text = 'word '.repeat(2000);
    for (let index = 0; index < 2000; index += 1) {
      void reporter.trialFinished?.(sampleRow({ caseId: `c${index}`, trialKey: `${index}`, output: { text: `${index} ${text}`, messages: [], toolCalls: [] } }));
    }
    await reporter.runFinished?.(sampleSummary());
    const rows = readCsv(written()).slice(1);
    expect(rows).toHaveLength(2000);
    expect(rows.every(([id, output]) => output === `${id?.slice(1)} ${text}`)).toBe(true);
  });
});

describe('a JUnit report', () => {
  test('many rows take no more memory than their places', async () => {
    const { reporter, written } = await makeReporter(junit, { replies: 'all' });
    const text = 'word '.repeat(1000);
    for (let index = 0; index < 2000; index += 1) {
      void reporter.trialFinished?.(sampleRow({ caseId: `c${index}`, trialKey: `${index}`, output: { text: `${index} ${text}`, messages: [], toolCalls: [] } }));
    }
    await reporter.runFinished?.(sampleSummary({ plannedTrials: 2000 }));
    expect(written().match(/<testcase /gu)).toHaveLength(2000);
    expect(written()).toContain('tests="2000"');
  });
});
