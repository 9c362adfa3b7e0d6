import { describe, expect, test } from 'vitest';
import { recordingContext } from '@assay/schema/testing';
import { readEvaluationConfig } from './evaluation-config.js';

function readWhole(raw: unknown) {
  const { context, found } = recordingContext();
  return { ...readEvaluationConfig(context, raw, ['ec']), found };
}

const read = (coverage: unknown) => readWhole({ 'llm-coverage': coverage });
const A = { id: 'a', model: 'openai:m', approach: 'holistic' };
const B = { model: 'anthropic:n', approach: 'prompt-aware' };

describe('llm-coverage', () => {
  test('names judges, their scale and a backup', () => {
    const { rubric, found } = read({ judges: [A, B], backup: { model: 'x:y', approach: 'standard' }, useExperimentalScale: true });
    expect(rubric).toEqual({ scale: 'nine_point', judges: [A, B], backup: { model: 'x:y', approach: 'standard' } });
    expect(found).toEqual([]);
  });

  test.each([undefined, null, {}, { 'llm-coverage': null }, { llm_coverage: {} }, { 'llm-coverage': { useExperimentalScale: false } }])('%j says nothing', (raw) => {
    expect(readWhole(raw)).toMatchObject({ rubric: {}, found: [] });
  });

  test('llm_coverage is the same', () => {
    expect(readWhole({ llm_coverage: { judges: [A] } })).toMatchObject({ rubric: { judges: [A] }, found: [] });
  });
});

describe('the older names', () => {
  const deprecated = 'info lint-deprecated-judge-models at key ec.llm-coverage.judgeModels: judgeModels is an old way to name judges -> write judges: a list of - model: … and approach: …';

  test('judgeModels are judges when there are no others', () => {
    const { rubric, found } = read({ judgeModels: ['openai:m', 'OpenAI:n'] });
    expect(rubric).toEqual({ judges: [{ model: 'openai:m', approach: 'holistic' }, { model: 'openai:n', approach: 'holistic' }] });
    expect(found).toEqual([deprecated, expect.stringContaining('read "OpenAI:n" as "openai:n"')]);
  });

  test('judges win over judgeModels', () => {
    const { rubric, found } = read({ judges: [A], judgeModels: ['openai:z'] });
    expect(rubric).toEqual({ judges: [A] });
    expect(found).toEqual([deprecated, expect.stringMatching(/^warning alias-conflict at key ec\.llm-coverage\.judgeModels: judges and judgeModels are both given; judges is used/u)]);
  });

  test.each(['consensus', 'failover'])('judgeMode: %s has no effect, which is a note', (judgeMode) => {
    expect(read({ judgeMode }).found).toEqual(['info lint-deprecated-judge-mode at key ec.llm-coverage.judgeMode: judgeMode has no effect: judges always agree by consensus -> remove it']);
  });

  test('at the wrong level they are unknown, with advice', () => {
    expect(readWhole({ judgeModels: ['openai:m'] }).found).toEqual([
      'warning unknown-key at key ec.judgeModels: unknown key "judgeModels" in ec; it is ignored -> write it under llm-coverage: in evaluationConfig',
    ]);
  });
});

describe('what is wrong', () => {
  const at = 'ec.llm-coverage';
  test.each<[unknown, string]>([
    ['x', `error invalid-field at ${at}: llm-coverage must be a mapping, not a string -> keys: judges, backup, useExperimentalScale, judgeModels, judgeMode`],
    [{ judges: 'x' }, `error invalid-field at ${at}.judges: judges must be a list, not a string -> start each judge with - model: …`],
    [{ judges: [] }, `warning empty-list at ${at}.judges: judges is empty and left out -> write judges in it, or remove it`],
    [{ judges: [{ approach: 'holistic' }] }, `error invalid-field at ${at}.judges.0: the judge has no model -> add model: provider:model`],
    [{ judges: [3] }, `error invalid-field at ${at}.judges.0: a judge must be a mapping with model and approach, not a number -> write - model: provider:model and approach: holistic`],
    [{ judges: [{ model: 'a:b' }] }, `warning missing-approach at ${at}.judges.0: the judge has no approach; holistic is used -> add approach: standard | prompt-aware | holistic`],
    [{ judges: ['a:b'] }, `warning missing-approach at ${at}.judges.0: the judge has no approach; holistic is used -> add approach: standard | prompt-aware | holistic`],
    [{ judges: [{ model: 'a:b', approach: 'wholistic' }] }, `error invalid-field at ${at}.judges.0.approach: approach must be one of standard, prompt-aware, holistic, not "wholistic" -> did you mean holistic?`],
    [{ judges: [A, { ...B, id: 'a' }] }, `error duplicate-name at ${at}.judges.1.id: two judges have the id "a" (the first one is here: key ${at}.judges.0.id) -> give each judge its own id, or leave the ids out`],
    [{ judges: [A], backup: { ...A, id: 'b' } }, `error invalid-field at ${at}.backup: the backup must differ from the judges, but one of them is "openai:m" too (the judge is here: key ${at}.judges.0) -> name another model as the backup`],
    [{ backup: A }, `warning no-effect at key ${at}.backup: a backup stands in for judges that the file names, and it names none; it is not used -> add judges, or remove backup: the default judges have a backup of their own`],
    [{ useExperimentalScale: 'yes' }, `error invalid-field at ${at}.useExperimentalScale: useExperimentalScale must be true or false, not "yes" -> write useExperimentalScale: true, or leave it out`],
    [{ judgeModels: 'a:b' }, expect.stringContaining('judgeModels must be a list') as unknown as string],
    [{ judgeMode: 'vote' }, `warning no-effect at ${at}.judgeMode: judgeMode "vote" is unknown and ignored -> remove it: judges always agree by consensus`],
    [{ judgse: [A] }, `warning unknown-key at key ${at}.judgse: unknown key "judgse" in llm-coverage; it is ignored -> did you mean judges?`],
  ])('%j', (coverage, finding) => {
    expect(read(coverage).found).toContainEqual(finding);
  });

  test('an evaluationConfig that is no mapping', () => {
    expect(readWhole([]).found).toEqual(['error invalid-field at ec: evaluationConfig must be a mapping, not a list -> write llm-coverage: and judges: under it']);
  });
});
