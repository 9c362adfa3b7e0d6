import { describe, expect, test } from 'vitest';
import { panelResult } from '../../test/scripted-panel.js';
import { scoreFromPanel } from './score-from-panel.js';

const good = { id: 'a', model: 'a', score: 0.8 };
const lost = { id: 'b', model: 'b', score: null, error: { code: 'timeout', message: 'too slow' } };

describe('scoreFromPanel', () => {
  test('keeps score, votes, hits, misses, reasoning, warnings, usage and cost', () => {
    const result = panelResult(0.8, { hits: ['right'], misses: ['late'], warnings: ['note'] });
    expect(scoreFromPanel(result)).toEqual({
      score: 0.8,
      judges: result.votes,
      hits: ['right'],
      misses: ['late'],
      reasoning: 'worth 0.8',
      warnings: ['note'],
      judgeUsage: { inputTokens: 10, outputTokens: 2 },
      judgeCostUsd: 0.001,
    });
  });

  test('a lost primary judge degrades a score that stands', () => {
    expect(scoreFromPanel(panelResult(0.8, { votes: [good, lost] })).degraded).toBe(true);
    expect(scoreFromPanel(panelResult(0.8, { votes: [good] })).degraded).toBeUndefined();
    expect(
      scoreFromPanel(panelResult(0.8, { votes: [lost, { ...good, backup: true }], usedBackup: true })).degraded,
    ).toBe(true);
  });

  test('without a usable vote the score is null with the error, and not degraded', () => {
    const score = scoreFromPanel(panelResult(null, { votes: [lost] }));
    expect(score).toMatchObject({ score: null, error: { message: 'no judge answered' }, judges: [lost] });
    expect(score.degraded).toBeUndefined();
    expect(scoreFromPanel(panelResult(null, { error: undefined })).error).toEqual({
      code: 'unscored',
      message: 'no judge gave a usable answer',
    });
  });

  test('puts the name of the evaluator before warnings, where it is given', () => {
    const result = panelResult(0.5, { warnings: ['judges disagree: 0 to 1'] });
    expect([scoreFromPanel(result).warnings, scoreFromPanel(result, 'tone').warnings]).toEqual([['judges disagree: 0 to 1'], ['tone: judges disagree: 0 to 1']]);
  });
});
