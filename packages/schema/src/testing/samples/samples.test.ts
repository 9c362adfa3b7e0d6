import { describe, expect, test } from 'vitest';
import { decodeManifest, decodeRow, encodeManifest, encodeRow } from '../../row/row-codec.js';
import {
  edgeCaseRows,
  sampleCase,
  sampleErrorRow,
  sampleGroup,
  sampleManifest,
  sampleResponse,
  sampleRow,
  sampleRunStart,
  sampleSummary,
  sampleTarget,
  sampleTrial,
} from '../index.js';

describe('samples', () => {
  test('rows and manifests have the format of the files', () => {
    for (const row of [sampleRow(), sampleErrorRow(), ...edgeCaseRows()]) {
      expect(decodeRow(encodeRow(row))).toEqual(row);
    }
    expect(decodeManifest(encodeManifest(sampleManifest()))).toEqual(sampleManifest());
  });

  test('they belong together: the row and the summary are those of the trial', () => {
    const trial = sampleTrial();
    const row = sampleRow();
    expect(row).toMatchObject({
      trialKey: trial.key,
      caseId: trial.evalCase.id,
      suite: trial.suite,
      target: trial.target.name,
      repeat: trial.repeat,
      input: trial.evalCase.inputMessages,
    });
    expect(sampleGroup()).toMatchObject({ suite: row.suite, target: row.target });
    expect([sampleSummary().runId, sampleRunStart().runId, sampleManifest().runId]).toEqual(Array(3).fill(row.runId));
  });

  test('overrides win, and every call makes a new value', () => {
    expect(sampleCase({ id: 'x' }).id).toBe('x');
    expect(sampleTarget({ provider: 'cli' }).provider).toBe('cli');
    expect(sampleRow({ score: null }).score).toBeNull();
    expect(sampleRow()).not.toBe(sampleRow());
    expect(sampleRow().evaluators).not.toBe(sampleRow().evaluators);
  });

  test('a response says its text and makes its calls in one message', () => {
    const toolCalls = [{ tool: 'search' }];
    expect(sampleResponse({ text: 'Rome', toolCalls })).toMatchObject({
      text: 'Rome',
      toolCalls,
      messages: [{ role: 'assistant', content: 'Rome', toolCalls }],
    });
    expect(sampleResponse({ text: 'Rome', messages: [] }).messages).toEqual([]);
  });

  test('odd rows have keys of their own', () => {
    const keys = edgeCaseRows().map(({ trialKey }) => trialKey);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
