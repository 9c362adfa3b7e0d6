import { expect, test } from 'vitest';
import { runAssay } from '../../support/commands/warm-assay.js';
import { outputLines, pointScores, type Replies } from '../../support/projects/blueprints.js';
import { rowOf } from '../../support/projects/scored-together.js';
import { createWorkspace } from '../../support/projects/workspace.js';

/** Every function of the format, each on replies that it finds something in and on others. */

/** A point in YAML, and replies with the scores that they must have. */
type Line = readonly [point: string, scores: Readonly<Record<string, number>>];

const close = (score: number): unknown => expect.closeTo(score, 12);

/** Scores a table with the command: a prompt for every reply of every line. */
async function scoreTable(lines: readonly Line[]): Promise<{ scores: object; expected: object; stderr: string }> {
  const replies: Record<string, string> = {};
  const expected: Record<string, unknown> = {};
  const prompts = lines.flatMap(([point, scores], line) =>
    Object.entries(scores).map(([reply, score], at) => {
      // Ids are read in their composed form.
      const id = `${line + 1}.${at + 1} ${point} on ${JSON.stringify(reply)}`.normalize('NFC');
      replies[id] = reply;
      expected[id] = close(score);
      return `- id: ${JSON.stringify(id)}\n  prompt: Well?\n  should:\n    - ${point}\n`;
    }),
  );
  const workspace = await createWorkspace({ 'table.yml': prompts.join(''), 'out.jsonl': outputLines(replies satisfies Replies) });
  const { stderr } = await runAssay(['score', 'table.yml', '--outputs', 'out.jsonl', '--strict'], { cwd: workspace.folder });
  const rows = await workspace.rows();
  return { scores: Object.fromEntries(rows.map(({ caseId, score }) => [caseId, score])), expected, stderr };
}

test('functions on texts: a hit and a miss of each', async () => {
  const { scores, expected, stderr } = await scoreTable([
    ['$contains: "duty of care"', { 'A duty of care.': 1, 'A Duty of Care.': 0 }],
    ['$icontains: "duty of care"', { 'A DUTY of care.': 1, 'A duty.': 0 }],
    ['$contains_any_of: ["keeper", "duty"]', { 'a duty': 1, 'a Duty': 0 }],
    ['$contains_all_of: ["keeper", "duty"]', { 'a keeper’s duty': 1, 'a keeper': 0.5, Keeper: 0 }],
    ['$contains_at_least_n_of: [2, ["apples", "oranges", "pears"]]', { 'apples and pears': 1, 'apples, pears, oranges': 1, pears: 0.5, Apples: 0 }],
    ['$icontains_any_of: ["Keeper", "DUTY"]', { 'a duty': 1, none: 0 }],
    ['$icontains_all_of: ["Keeper", "DUTY"]', { 'keeper, duty': 1, duty: 0.5, none: 0 }],
    ['$icontains_at_least_n_of: [2, ["Apples", "ORANGES", "pears"]]', { 'apples, oranges': 1, APPLES: 0.5, none: 0 }],
    ['$starts_with: "The ruling"', { 'The ruling is': 1, 'the ruling is': 0, 'In The ruling': 0 }],
    ['$istarts_with: "the ruling"', { 'THE RULING is': 1, 'A ruling': 0 }],
    ['$ends_with: "conclusion."', { 'a conclusion.': 1, 'a Conclusion.': 0, 'conclusion. No': 0 }],
    ['$iends_with: "CONCLUSION."', { 'a conclusion.': 1, conclusion: 0 }],
    ['$matches: "^The ruling states"', { 'The ruling states x': 1, 'the ruling states x': 0 }],
    ['$imatches: "^the ruling"', { 'The Ruling': 1, 'A ruling': 0 }],
    ['$matches_all_of: ["^The ruling", "states that$"]', { 'The ruling states that': 1, 'The ruling': 0.5, 'the ruling': 0 }],
    ['$imatches_all_of: ["^the ruling", "states that$"]', { 'THE RULING states THAT': 1, 'the ruling': 0.5, none: 0 }],
    ['$match_all_of: ["a", "b"]', { ab: 1, a: 0.5 }],
    ['$imatch_all_of: ["a", "b"]', { AB: 1, B: 0.5 }],
    ['$contains_word: "Paraná"', { 'The Paraná River': 1, 'The Parana\u0301 River': 1, Paranáque: 0, Parana: 0, 'paraná': 0 }],
    ['$icontains_word: "são paulo"', { 'In São Paulo, yes': 1, 'SÃO PAULO': 1, 'São Paulos': 0 }],
    ['$contains_word: "长江"', { '中国最长的河流是长江。': 1, '黄河': 0 }],
    ['$contains_word: "Москва"', { 'Москва — столица': 1, Москвабад: 0 }],
    ['$js: "r.length > 10"', { 'more than ten': 1, few: 0 }],
  ]);
  expect(scores).toEqual(expected);
  expect(stderr).not.toMatch(/error|warning/u);
});

test('every negative function: met by what the positive one does not find', async () => {
  const { scores, expected, stderr } = await scoreTable([
    ['$not_contains: "ERROR"', { fine: 1, 'an ERROR': 0, 'an error': 1 }],
    ['$not_icontains: "warning"', { fine: 1, 'a WARNING': 0 }],
    ['$not_contains_any_of: ["spam", "scam"]', { fine: 1, 'a scam': 0, 'a SCAM': 1 }],
    ['$not_icontains_any_of: ["ERROR", "warning"]', { fine: 1, 'an error': 0 }],
    ['$not_contains_all_of: ["bad", "worse", "worst"]', { fine: 1, bad: 2 / 3, 'bad, worse': 1 / 3, 'bad, worse, worst': 0 }],
    ['$not_icontains_all_of: ["ERROR", "FAIL"]', { fine: 1, error: 0.5, 'error: fail': 0 }],
    ['$not_matches: "\\\\d{3}-\\\\d{2}-\\\\d{4}"', { fine: 1, 'It is 123-45-6789.': 0 }],
    ['$not_imatches: "ssn.*\\\\d{4}"', { fine: 1, 'SSN: 6789': 0 }],
    ['$not_starts_with: "I apologize"', { fine: 1, 'I apologize, but': 0, 'i apologize': 1 }],
    ['$not_istarts_with: "sorry"', { 'not sorry': 1, 'SORRY!': 0 }],
    ['$not_ends_with: "..."', { 'done.': 1, 'well...': 0 }],
    ['$not_iends_with: "tbc"', { done: 1, 'more TBC': 0 }],
    ['$not_contains_word: "outdated"', { 'not outdatedness': 1, 'It is outdated.': 0, 'It is Outdated.': 1 }],
    ['$not_icontains_word: "ERROR"', { terrors: 1, 'no error here': 0 }],
    ['$not_matches: "(?i)not a (financial|tax) advisor"', { fine: 1, 'I am NOT a tax advisor': 0 }],
    ['$not_word_count_between: [1, 2]', { 'one two three four': 0.5, one: 0 }],
    ['$not_contains_at_least_n_of: [2, ["a1", "b1", "c1"]]', { x1: 1, a1: 0.5, 'a1 b1': 0 }],
    ['$not_matches_all_of: ["a", "b"]', { x: 1, a: 0.5, ab: 0 }],
    ['$not_js: "r.length > 3"', { abc: 1, abcd: 0 }],
  ]);
  expect(scores).toEqual(expected);
  expect(stderr).not.toMatch(/error|warning/u);
});

test('(?i) at the start of a pattern leaves case aside; so do the other prefixes what they stand for', async () => {
  const { scores, expected, stderr } = await scoreTable([
    ['$matches: "(?i)tokyo"', { TOKYO: 1, kyoto: 0 }],
    ['$matches: "(?s)a.b"', { 'a\nb': 1 }],
    ['$matches: "(?m)^b$"', { 'a\nb': 1, ab: 0 }],
    ['$matches_all_of: ["(?i)A", "B"]', { 'a B': 1, 'a b': 0.5 }],
  ]);
  expect(scores).toEqual(expected);
  expect(stderr).not.toMatch(/error|warning/u);
});

test.concurrent('word_count_between: 1 inside of the bounds, below and above less the further away', async () => {
  const scoreOf = async (count: number): Promise<number> => {
    const row = await rowOf('should:\n  - $word_count_between: [50, 100]', Array.from({ length: count }, () => 'word').join(' '));
    return row.score ?? expect.fail('there is no score');
  };
  expect(await Promise.all([50, 75, 100].map(scoreOf))).toEqual([1, 1, 1]);
  expect(await Promise.all([1, 25, 49].map(scoreOf))).toEqual([close(0.02), close(0.5), close(0.98)]);
  expect(await Promise.all([101, 200, 1000].map(scoreOf))).toEqual([close(100 / 101), close(0.5), close(0.1)]);
});

test.concurrent('positive and negative points in one rubric, as they are best written', async () => {
  const rubric = `should:
  - "Is right about the facts"
  - $word_count_between: [3, 200]
  - $not_contains_any_of: ["I'm not sure", "I don't know", "uncertain"]
  - $not_icontains: "ERROR"
  - $not_starts_with: "I apologize"
  - $not_matches: "\\\\d{3}-\\\\d{2}-\\\\d{4}"  # no numbers of people`;
  const good = await rowOf(rubric, 'The Nile is long.', { facts: 'FULLY_MET' });
  expect(pointScores(good)).toEqual([1, 1, 1, 1, 1, 1]);
  const bad = await rowOf(rubric, 'I apologize, an error: 123-45-6789, uncertain.', { facts: 'NOT_MET' });
  expect(pointScores(bad)).toEqual([0, 1, 0, 0, 0, 0]);
});

test.concurrent('a rubric with should_not, and the same one with negative functions, score alike', async () => {
  const positive = 'should:\n  - "Talks of diversification"\n  - "Mentions risk"\n  - $word_count_between: [2, 300]';
  const before = `${positive}\nshould_not:\n  - $contains_any_of: ["sure gain", "risk-free", "can't lose"]\n  - $matches: "(?i)not a financial advisor"\n  - "names single stocks"`;
  const after = `${positive}\n  - $not_contains_any_of: ["sure gain", "risk-free", "can't lose"]\n  - $not_imatches: "not a financial advisor"\n  - "does NOT name single stocks"`;
  const said = { diversification: 'FULLY_MET', 'Mentions risk': 'HALF_MET' };
  for (const [reply, names] of [['Spread it out.', false], ['A sure gain! I am Not a financial advisor.', true]] as const) {
    const old = await rowOf(before, reply, { ...said, 'names single': names ? 'FULLY_MET' : 'NOT_MET' });
    const now = await rowOf(after, reply, { ...said, 'NOT name single': names ? 'NOT_MET' : 'FULLY_MET' });
    expect(now.score).toBe(old.score);
    expect(pointScores(now)).toEqual(pointScores(old));
    expect(now.score).toBe(names ? (1 + 0.5 + 1) / 6 : (1 + 0.5 + 1 + 3) / 6);
  }
});
