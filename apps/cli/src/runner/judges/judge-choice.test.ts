import type { TargetDefinition } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { chooseJudges, type JudgeChoiceOptions } from './judge-choice.js';

const defaults = { judges: [{ id: 'd1', model: 'x:1' }, { id: 'd2', model: 'x:2' }], backup: { id: 'db', model: 'y:1' } };
const configured = { judges: [{ id: 'c', model: 'z:1', approach: 'holistic' as const }], quorum: 1 };
const target: TargetDefinition = { name: 't', provider: 'openai', model: 'm', options: {} };

const choose = (given: Partial<JudgeChoiceOptions> = {}, of: TargetDefinition = target, unnamed: 'panel' | 'target' = 'panel') =>
  chooseJudges({ target: of, provider: of.provider, judgeTarget: of.judgeTarget }, unnamed, { judges: [], defaults, ...given });

describe('who judges where an evaluator names nobody', () => {
  test('--judge > judge_target > configuration > the default panel of blueprints, with its backup', () => {
    const judging = { ...target, judgeTarget: 'boss' };
    expect(choose({ judges: ['a', 'b'], configured }, judging)).toEqual({ judges: [{ model: 'a', vouched: true }, { model: 'b', vouched: true }], namedBy: '--judge' });
    expect(choose({ configured }, judging)).toMatchObject({ judges: [{ model: 'boss' }] });
    expect(choose({ configured })).toMatchObject(configured);
    expect(choose()).toMatchObject(defaults);
  });

  test('the default backup stands in for the default judges only', () => {
    expect(choose({ judges: ['a'] })?.backup).toBeUndefined();
    expect(choose({ configured })?.backup).toBeUndefined();
    expect(choose()).toMatchObject({ backup: defaults.backup, spareBackup: true });
  });

  test('--backup-judge names another one', () => {
    expect(choose({ backupJudge: 'b' })?.backup).toEqual({ model: 'b', namedBy: '--backup-judge', vouched: true });
    expect(choose({ judges: ['a'], backupJudge: 'b' })?.backup).toEqual({ model: 'b', namedBy: '--backup-judge', vouched: true });
  });

  test('for eval cases the model judges itself, and a target that is no model has no judge', () => {
    expect(choose({}, target, 'target')).toMatchObject({ judges: [{ model: 't', target }], self: true });
    expect(choose({}, { ...target, provider: 'cli' }, 'target')).toBeUndefined();
  });

  test('a classifier judges nothing unless it is named', () => {
    const classifier = { ...target, provider: 'huggingface' };
    expect(choose({}, classifier, 'target')).toBeUndefined();
    expect(choose({ judges: ['t'] }, classifier, 'target')).toMatchObject({ judges: [{ model: 't' }] });
  });
});
