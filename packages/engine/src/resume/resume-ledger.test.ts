import { NOTHING_TO_SCORE, WAITS_FOR_OTHERS, type ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { row } from '../../test/samples.js';
import { ResumeLedger, type ResumeMode } from './resume-ledger.js';

const SAME = 'aaaaaaaa11111111cccccccc22222222';
const OTHER = 'aaaaaaaa33333333cccccccc22222222';
const EMPTY = { text: ' ', messages: [], toolCalls: [] };
const LOST = { status: 'error', score: null, verdict: null } as const;
const WAITING = { name: 'best', type: 'best', weight: 0, score: null, error: { code: WAITS_FOR_OTHERS, message: 'x' } } as const;
const FAILED: Partial<ResultRow> = { ...LOST, output: null, error: { code: 'network', message: 'x' } };

function fateOf(stored: Partial<ResultRow>, mode: ResumeMode = 'resume'): { fate: string; asks: boolean; place: boolean } {
  const ledger = new ResumeLedger(mode);
  ledger.plan('one', SAME);
  const fate = ledger.found(row({ trialKey: 'one', assessmentKey: SAME, ...stored }), { start: 5, length: 7 });
  // Whatever becomes of a row, it is stored.
  expect(ledger.stored).toBe(1);
  return { fate, asks: !ledger.has('one'), place: ledger.placeOf('one') !== undefined };
}

describe('what a stored row is worth', () => {
  test.each<[string, Partial<ResultRow>, string, string]>([
    ['with a verdict', {}, 'kept', 'rescored'],
    ['with a verdict that a lost judge does not change', { status: 'partial' }, 'kept', 'rescored'],
    ['that failed its case', { verdict: 'fail', score: 0 }, 'kept', 'rescored'],
    ['held against something else', { assessmentKey: OTHER }, 'rescored', 'rescored'],
    ['of which nobody knows what it was held against', { assessmentKey: undefined }, 'rescored', 'rescored'],
    ['whose judges failed', { ...LOST, error: { code: 'unscored', message: 'x' } }, 'rescored', 'rescored'],
    ['whose verdict is open', { status: 'partial', verdict: null }, 'rescored', 'rescored'],
    ['that has not been compared with others, whatever its verdict', { evaluators: [WAITING] }, 'rescored', 'rescored'],
    ['without a reply', FAILED, 'replaced', 'kept'],
    ['with a reply that says nothing', { ...LOST, output: EMPTY }, 'replaced', 'kept'],
    ['with nothing to say on purpose', { ...LOST, output: { ...EMPTY, finishReason: 'refusal' } }, 'rescored', 'rescored'],
    ['with an empty reply that is an answer', { output: EMPTY }, 'kept', 'rescored'],
    ['of a case that nothing scores', { ...LOST, error: { code: NOTHING_TO_SCORE, message: 'x' } }, 'kept', 'rescored'],
  ])('a row %s', (_, stored, resumed, rescored) => {
    expect(fateOf(stored)).toEqual({ fate: resumed, asks: resumed !== 'kept', place: resumed === 'rescored' });
    const again = fateOf(stored, 'rescore');
    expect(again.fate).toBe(rescored);
    // Nobody is asked for a reply when replies are scored again.
    expect(again.asks).toBe(again.place);
  });
});

test('where whole rows are wanted, a reply that a judge was lost on is scored again though its verdict is certain', () => {
  const fate = (wholeRows: boolean, stored: Partial<ResultRow>): string => {
    const ledger = new ResumeLedger('resume', { wholeRows });
    ledger.plan('one', SAME);
    return ledger.found(row({ trialKey: 'one', assessmentKey: SAME, ...stored }), { start: 5, length: 7 });
  };
  expect([fate(false, { status: 'partial' }), fate(true, { status: 'partial' }), fate(true, {})]).toEqual(['kept', 'rescored', 'kept']);
});

test('a plan of many trials: each is told by its own numbers, and what is not planned is outside', () => {
  const ledger = new ResumeLedger('resume');
  const count = 5000;
  for (let index = 0; index < count; index += 1) ledger.plan(`t${index}`, index.toString(16).padStart(32, '0').slice(-16).padEnd(32, '0'));
  ledger.plan('t7', SAME);
  expect(ledger.planned).toBe(count);
  for (let index = 0; index < count; index += 2) {
    const key = index.toString(16).padStart(32, '0').slice(-16).padEnd(32, '0');
    const stored = row({ trialKey: `t${index}`, assessmentKey: index % 4 === 0 ? key : OTHER });
    expect(ledger.found(stored, { start: index * 2 ** 33, length: index })).toBe(index % 4 === 0 ? 'kept' : 'rescored');
  }
  expect(ledger.found(row({ trialKey: 'gone' }), { start: 0, length: 0 })).toBe('outside');
  expect([ledger.size, ledger.rescored, ledger.outside, ledger.stored]).toEqual([count / 4, count / 4, 1, count / 2]);
  for (const key of ['t1', 't1', 't4996', 't4998', 'gone']) ledger.added(key);
  expect(ledger.stored).toBe(count / 2 + 1);
  // Beyond what fits 32 bits.
  expect(ledger.placeOf('t4998')).toEqual({ start: 4998 * 2 ** 33, length: 4998 });
  expect([ledger.has('t4996'), ledger.has('t4998'), ledger.has('t1'), ledger.has('gone')]).toEqual([true, false, false, false]);
});
