import { RunSummarySchema } from '@assay/schema';
import { reporterConformance, sampleRow, sampleRunStart, sampleSummary } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { createJsonReporter } from './json.js';

function record(): { readonly stdout: { write(text: string): void }; readonly text: () => string } {
  let text = '';
  return { stdout: { write: (part) => void (text += part) }, text: () => text };
}

describe('a JSON reporter', () => {
  test.each(
    reporterConformance(() => ({ reporter: createJsonReporter(record()) })).map((check) => [check.name, check]),
  )('%s', async (_name, check) => {
    await expect(check.run()).resolves.toBeUndefined();
  });

  test('prints one document at the end, in wire form', async () => {
    const { stdout, text } = record();
    const reporter = createJsonReporter({ stdout });
    reporter.runStarted?.(sampleRunStart());
    reporter.trialFinished?.(sampleRow());
    expect(text()).toBe('');
    await reporter.runFinished?.(sampleSummary({ threshold: 0.8, variants: [] }));
    const document: Record<string, unknown> = JSON.parse(text());
    expect(document).toMatchObject({ schema_version: 1, run_id: 'run-1', exit_code: 0, threshold: 0.8 });
    expect(Object.keys(document).toSorted()).toEqual(Object.keys(RunSummarySchema.entries).toSorted());
    expect(text().endsWith('}\n')).toBe(true);
  });
});
