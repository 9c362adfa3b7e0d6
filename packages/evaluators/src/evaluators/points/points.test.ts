import { ConfigError, type EvaluationScore, type JsonObject, type JsonValue, type JudgeRequest, type PanelResult } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeCase, makeResponse, problems, type Surroundings } from '../../../test/evaluation-input.js';
import { installed } from '../../../test/installed.js';
import { panelResult, scriptedPanel, type ScriptedPanel } from '../../../test/scripted-panel.js';
import { pointsEvaluator } from './points.js';

const points = pointsEvaluator(installed.pointFunctions);

/** Scores each criterion by its text. */
function panelOf(scores: Readonly<Record<string, number | null | PanelResult>>): ScriptedPanel {
  return scriptedPanel((request: JudgeRequest) => {
    const score = request.kind === 'criterion' ? scores[request.criterion] : null;
    return typeof score === 'object' && score !== null ? score : panelResult(score ?? null);
  });
}

function evaluate(options: JsonObject, text = '', surroundings: Surroundings = {}): Promise<EvaluationScore> {
  return evaluateWith(points, options, { response: makeResponse({ text }), ...surroundings });
}

/** Constant points. */
const js = (score: number): JsonObject => ({ $js: String(score) });

describe('points that are judged', () => {
  test('each is one request with the conversation and the reply, and without a reference answer', async () => {
    const panel = panelOf({ 'Is polite': 1, 'Is short': 0.5 });
    const score = await evaluate({ should: ['Is polite', { text: 'Is short', weight: 3 }] }, 'It is 4.', { services: panel });
    const shared = {
      kind: 'criterion',
      scale: 'five_point',
      input: [{ role: 'user', content: 'What is 2+2?' }],
      candidate: 'It is 4.',
    };
    expect(panel.requests).toEqual([
      { ...shared, criterion: 'Is polite' },
      { ...shared, criterion: 'Is short' },
    ]);
    expect(score).toMatchObject({
      score: 0.625,
      hits: ['Is polite'],
      misses: ['Is short (0.5): worth 0.5'],
      judgeUsage: { inputTokens: 20, outputTokens: 4 },
      judgeCostUsd: 0.002,
    });
    expect(score.points).toEqual([
      { text: 'Is polite', score: 1, weight: 1, reasoning: 'worth 1', judges: [{ id: 'judge-a', model: 'a', score: 1 }] },
      { text: 'Is short', score: 0.5, weight: 3, reasoning: 'worth 0.5', judges: [{ id: 'judge-a', model: 'a', score: 0.5 }] },
    ]);
  });

  test('judges see the turns that were generated, with their marks', async () => {
    const panel = panelOf({ a: 1 });
    const inputMessages = [
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi', generated: true },
      { role: 'user', content: 'And?' },
    ] as const;
    await evaluate({ should: ['a'] }, 'So.', { services: panel, evalCase: makeCase({ inputMessages }) });
    expect(panel.requests[0]).toMatchObject({ input: inputMessages });
  });

  test('all are asked at once, before anything is computed', async () => {
    let waiting = 0;
    let release = (): void => undefined;
    const allAsked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const panel = scriptedPanel(async () => {
      waiting += 1;
      if (waiting === 3) release();
      await allAsked;
      return panelResult(1);
    });
    expect(await evaluate({ should: ['a', js(1), 'b', ['c']] }, '', { services: panel })).toMatchObject({ score: 1 });
  });

  test('the scale of the options is asked for', async () => {
    const panel = panelOf({ a: 0.625 });
    await evaluate({ should: ['a'], scale: 'nine_point' }, '', { services: panel });
    expect(panel.requests[0]?.scale).toBe('nine_point');
  });

  test('the judges of the options are asked, those of the run otherwise, and nobody when nothing is judged', async () => {
    const named = panelOf({ a: 1 });
    await evaluate({ should: ['a', 'a'], judges: [{ id: 'x', model: 'm1' }, { model: 'm2' }] }, '', { services: named });
    expect(named.models).toEqual([
      ['m1', 'm2'],
      ['m1', 'm2'],
    ]);
    const run = panelOf({ a: 1 });
    await evaluate({ should: ['a'] }, '', { services: run });
    expect(run.models).toEqual([undefined]);
    const nobody = panelOf({});
    await evaluate({ should: [js(1)] }, '', { services: nobody });
    expect(nobody.models).toEqual([]);
  });

  test('a lost judge degrades the score, and the panel’s warning names the point', async () => {
    const votes = [
      { id: 'a', model: 'a', score: 1, reflection: 'Yes.' },
      { id: 'b', model: 'b', score: null, error: { code: 'timeout', message: 'slow' } },
    ];
    const services = panelOf({ kind: panelResult(1, { votes, warnings: ['judge b was lost'] }) });
    const score = await evaluate({ should: ['kind'] }, '', { services });
    expect(score).toMatchObject({ degraded: true, warnings: ['kind: judge b was lost'] });
    expect(score.points?.[0]?.judges).toEqual(votes);
  });

  test('judges that cannot be made ready cost the judged points alone', async () => {
    const services = {
      judges: () => {
        throw new ConfigError('no key for the judge', { hint: 'set OPENAI_API_KEY' });
      },
    };
    expect(await evaluate({ should: ['kind', js(0.5)] }, '', { services })).toMatchObject({
      score: 0.5,
      bounds: { worst: 0.25, best: 0.75 },
      points: [{ text: 'kind', score: null, error: { message: 'no key for the judge', hint: 'set OPENAI_API_KEY' } }, { score: 0.5 }],
    });
  });
});

describe('points that are computed', () => {
  test('see the text, the tool calls and the context of the case', async () => {
    const should = [{ $contains: 'four' }, { $tool_called: 'calculator' }, { $js: 'context.answer === 4 && toolCalls.length' }];
    const score = await evaluate({ should }, '', {
      response: makeResponse({ text: 'four', toolCalls: [{ tool: 'calculator' }] }),
      evalCase: makeCase({ context: { answer: 4 } }),
    });
    expect(score).toMatchObject({ score: 1, hits: ['$contains "four"', '$tool_called "calculator"', expect.any(String)] });
  });

  test('show their function and argument, or the words that the file has for them', async () => {
    const long = 'x'.repeat(500);
    const should = [{ $contains: 'a' }, { fn: 'is_json' }, { fn: 'contains', arg: 'a', text: 'Has an a' }, { $contains: long }];
    const { points: scored } = await evaluate({ should }, 'a');
    expect(scored?.map(({ text }) => text)).toEqual([
      '$contains "a"',
      '$is_json',
      'Has an a',
      `$contains "${'x'.repeat(118)}…`,
    ]);
    expect(scored?.map((point) => point.function)).toEqual(['contains', 'is_json', 'contains', 'contains']);
  });

  test('their explanation is the point’s reasoning, and stands with the miss', async () => {
    const score = await evaluate({ should: [{ $js: '({ score: 0.5, explain: "two of four" })' }, { $js: '({score: 1, explain: "all"})' }] });
    expect(score.points).toMatchObject([{ reasoning: 'two of four' }, { reasoning: 'all' }]);
    expect(score.misses).toEqual(['$js "({ score: 0.5, explain: \\"two of four\\" })" (0.5): two of four']);
  });

  test.each([
    ['a function that does not exist', { $contians: 'x' }, 'there is no point function "contians"'],
    ['an argument that the function does not take', { $word_count_between: 'many' }, 'word_count_between'],
    ['a pattern that does not compile', { $matches: '(' }, 'is not a valid pattern'],
    ['a script that throws', { $js: 'nothing.at.all' }, 'the script threw ReferenceError'],
    ['a script that gives no score', { $js: '"yes"' }, 'it must be true, false or a number'],
    ['$call', { $call: { service: 'x' } }, '$call, which asks services over the network, is not built'],
    ['$not_call', { $not_call: { service: 'x' } }, 'is not built'],
    ['$factcheck', { $factcheck: 'x' }, '$factcheck, which asks a service over the network, is not built'],
  ])('%s is unscored with the reason, and costs no other point', async (_, point, message) => {
    const score = await evaluate({ should: [{ $contains: 'a' }, point, js(0)] }, 'a');
    expect(score).toMatchObject({ score: 0.5, bounds: { worst: 1 / 3, best: 2 / 3 } });
    expect(score.points?.[1]).toMatchObject({ score: null, error: { message: expect.stringContaining(message) } });
    expect(score.warnings).toEqual([expect.stringContaining('not scored, left out of the score')]);
    expect([...(score.hits ?? []), ...(score.misses ?? [])]).toHaveLength(2);
  });
});

describe('should_not', () => {
  test('points count in reverse, and say so', async () => {
    const should_not = [{ $contains: 'sorry' }, { $js: '0.25', weight: 2 }, 'Is rude'];
    const score = await evaluate({ should_not }, 'I am sorry', { services: panelOf({ 'Is rude': 0.25 }) });
    expect(score.points).toMatchObject([
      { text: '$contains "sorry"', score: 0, inverted: true },
      { score: 0.75, inverted: true, weight: 2 },
      { text: 'Is rude', score: 0.75, inverted: true },
    ]);
    expect(score.score).toBeCloseTo((0 + 1.5 + 0.75) / 4, 12);
    expect(score.misses?.[0]).toBe('not: $contains "sorry"');
    expect(score.verdict).toBeUndefined();
  });

  test('an unscored point stays unscored', async () => {
    const score = await evaluate({ should: [js(1)], should_not: [{ $js: 'throw 1' }] });
    expect(score).toMatchObject({ score: 1, bounds: { worst: 0.5, best: 1 }, points: [{}, { score: null, inverted: true }] });
  });

  test.each(['contains', 'icontains_any_of', 'matches', 'js', 'word_count_between', 'is_json', 'starts_with'])(
    '$%s in it is the same as its $not_ form in should',
    async (name) => {
      const arg = ({ icontains_any_of: ['a', 'b'], js: 'r.length / 10', word_count_between: [3, 4] } as Record<string, JsonValue>)[name] ?? 'a';
      for (const text of ['', 'a', 'b c', 'abc def']) {
        const reverse = await evaluate({ should_not: [{ [`$${name}`]: name === 'is_json' ? true : arg }] }, text);
        const negated = await evaluate({ should: [{ [`$not_${name}`]: name === 'is_json' ? true : arg }] }, text);
        expect(reverse.score).not.toBeNull();
        expect(reverse.score).toBe(negated.score);
      }
    },
  );

  test('a path that is met in full fails the case and keeps the score', async () => {
    const should_not = [[{ $contains: 'sorry' }, { $contains: 'never' }], [{ $contains: 'whatever' }]];
    const failed = await evaluate({ should: [js(1)], should_not }, 'sorry, never');
    expect(failed).toMatchObject({ score: 0.5, requirements: { missed: 'default' } });
    expect(failed.misses?.[0]).toBe('should_not path 1 is met in full, which fails the case');
    const inPart = await evaluate({ should: [js(1)], should_not }, 'sorry');
    expect(inPart).toMatchObject({ score: 0.75 });
    expect(inPart.verdict).toBeUndefined();
    expect(inPart.requirements).toBeUndefined();
  });

  test('a path that may be met in full leaves the case open', async () => {
    const should_not = [[{ $contains: 'sorry' }, { $js: 'nonsense(' }], [{ $contains: 'whatever' }]];
    expect((await evaluate({ should: [js(1)], should_not }, 'sorry')).requirements).toEqual({ open: 'default' });
    expect((await evaluate({ should: [js(1)], should_not }, 'fine')).requirements).toBeUndefined();
    expect(points.mustHold?.({ should_not }, { rubricRequired: true })).toBe('default');
    expect(points.mustHold?.({ should_not: ['is rude'] }, { rubricRequired: true })).toBeUndefined();
  });
});

describe('paths and blocks', () => {
  test('the worked example gives 0.425, and the details show how', async () => {
    const should = [js(1), js(0.75), js(0.5), [js(0.2), js(0)], [js(0), js(0)]];
    const score = await evaluate({ should });
    expect(score.score).toBeCloseTo(0.425, 12);
    expect(score.points?.map(({ path }) => path)).toEqual([undefined, undefined, undefined, 'path 1', 'path 1', 'path 2', 'path 2']);
    expect(JSON.parse(JSON.stringify(score.details))).toEqual({
      components: [
        {
          kind: 'required',
          score: 0.75,
          bounds: { worst: 0.75, best: 0.75 },
          members: [0, 1, 2].map((point) => ({ kind: 'point', point })),
        },
        {
          kind: 'should_paths',
          score: 0.1,
          bounds: { worst: 0.1, best: 0.1 },
          chosen: 'path 1',
          paths: [
            { name: 'path 1', points: [3, 4], score: 0.1, bounds: { worst: 0.1, best: 0.1 } },
            { name: 'path 2', points: [5, 6], score: 0, bounds: { worst: 0, best: 0 } },
          ],
        },
      ],
      score: 0.425,
      bounds: { worst: 0.425, best: 0.425 },
      failed_by: [],
      could_fail_by: [],
    });
  });

  test('a list of lists is a block', async () => {
    const score = await evaluate({ should: [js(1), [[js(0.75), js(0.25)], [js(0)]], js(1)] });
    expect(score.score).toBeCloseTo(2.5 / 3, 12);
    expect(score.points?.slice(1, 4)).toMatchObject([
      { block: 'block 1', path: 'path 1' },
      { block: 'block 1', path: 'path 1' },
      { block: 'block 1', path: 'path 2' },
    ]);
  });

  test('paths and blocks of should and should_not have names of their own', async () => {
    const items = [[js(1)], [[js(1)]], [js(1)], [[js(1)]]];
    const { points: scored } = await evaluate({ should: items, should_not: items });
    expect(new Set(scored?.map(({ block = '', path = '' }) => `${block} ${path}`)).size).toBe(8);
  });
});

describe('written forms', () => {
  test.each<[JsonValue, JsonObject]>([
    ['Is kind', { text: 'Is kind' }],
    [{ text: 'Is kind', weight: 2, citation: 'Rules, 3' }, { text: 'Is kind', weight: 2, citation: 'Rules, 3' }],
    [{ point: 'Is kind', multiplier: 2 }, { text: 'Is kind', weight: 2 }],
    [{ 'Is kind': 'Rules, 3' }, { text: 'Is kind', citation: 'Rules, 3' }],
    [{ text: 'Is kind', citation: { title: 'Rules', url: 'https://example.com' } }, { citation: 'Rules, https://example.com' }],
    [{ text: 'Is kind', citation: ['A', { name: 'B' }] }, { citation: 'A; B' }],
    [{ $contains: 'a', weight: 0.5, citation: 'B' }, { function: 'contains', weight: 0.5, citation: 'B' }],
    [{ fn: 'contains', arg: 'a' }, { function: 'contains', text: '$contains "a"' }],
    [{ fn: '$contains', fnArgs: 'a', reference: 'B' }, { function: 'contains', text: '$contains "a"', citation: 'B' }],
  ])('%j', async (written, expected) => {
    const { points: scored } = await evaluate({ should: [written] }, 'a', { services: panelOf({ 'Is kind': 1 }) });
    expect(scored).toMatchObject([{ score: 1, ...expected }]);
  });

  const FORMS = 'a point is a text, {$function: argument}, {text, multiplier, citation} or {fn, fnArgs, multiplier, citation}';
  const MIXED = 'this list mixes points and lists of points';

  test.each<[JsonObject, string]>([
    [{ should: 'Is kind' }, 'should must be a list of points'],
    [{ should_not: 3 }, 'should_not must be a list of points'],
    [{ should: [3] }, FORMS],
    [{ should: [['a', 3]] }, 'a point must be a text or a mapping, not a number'],
    [{ should: [[['a', { weight: 2 }]]] }, 'a point says neither a text nor a function'],
    [{ should: [''] }, 'a point must not be empty'],
    [{ should: [{ $contains: 'a', $icontains: 'b' }] }, 'a point says one thing, but this one has "$contains" and "$icontains"'],
    [{ should: [{ $contains: 'a', weight: -1 }] }, 'a point: weight must be >= 0, not the number -1'],
    [{ should: [{ $contains: 'a', weight: 'much' }] }, 'a point: weight must be a finite number, not "much"'],
    [{ should: [{ $ref: 'a' }] }, '$ref: there are no definitions here, so there is no "a"'],
    [{ should: [['a', ['b']]] }, MIXED],
    [{ should: [[['a'], 'b']] }, MIXED],
    [{ should: ['a'], scale: 'ten' }, 'scale must be five_point or nine_point'],
    [{ should: ['a'], judges: [] }, 'judges must list at least one judge'],
    [{ should: ['a'], judges: [{ id: 'x' }] }, 'model is required'],
    [{ should: ['a'], judges: [{ model: 'm', approach: 'gut' }] }, 'approach must be standard, prompt-aware or holistic'],
    [{ should: ['a'], backup: { model: 'm' } }, 'backup stands beside judges: name them too'],
  ])('%j is refused: %s', (options, message) => {
    expect(findings(points, options)).toEqual([message]);
  });
});

describe('without a score', () => {
  test('no points at all is an error, not a pass', async () => {
    const error = { code: 'nothing_to_score', message: 'there is nothing to score: the rubric has no points' };
    expect(await evaluate({})).toMatchObject({ score: null, error });
    expect(await evaluate({ should: [], should_not: [] })).toMatchObject({ score: null, error });
  });

  test('when no point could be scored, it says how many and why', async () => {
    expect(await evaluate({ should: [{ $js: 'throw 1' }, ['kind']] }, '', { services: panelOf({ kind: null }) })).toMatchObject({
      score: null,
      bounds: { worst: 0, best: 1 },
      error: { message: expect.stringContaining('none of the 2 points could be scored: $js "throw 1": the script threw') },
    });
    expect(await evaluate({ should: ['kind'] }, '', { services: panelOf({ kind: null }) })).toMatchObject({
      error: { message: 'the only point could not be scored: kind: no judge answered' },
    });
  });

  test('all weights 0 is null', async () => {
    expect(await evaluate({ should: [{ $contains: 'a', weight: 0 }, { $js: 'throw 1', weight: 0 }] }, 'a')).toMatchObject({
      score: null,
      error: { message: 'no point has a weight above 0' },
    });
  });

  test('an abort ends the evaluation instead of leaving points unscored', async () => {
    const controller = new AbortController();
    const services = scriptedPanel(async () => {
      controller.abort(new ConfigError('stopped'));
      throw controller.signal.reason;
    });
    await expect(evaluate({ should: ['kind'] }, '', { services, signal: controller.signal })).rejects.toThrow('stopped');
  });
});

describe('whom it asks', () => {
  test.each<[JsonObject, unknown]>([
    [{ should: [js(1)] }, 'none'],
    [{ should: [js(1), [js(1)], [[js(1)]]], judges: [{ model: 'm' }] }, 'none'],
    [{}, 'none'],
    [{ should: ['a'] }, undefined],
    [{ should_not: [[[{ text: 'a' }]]] }, undefined],
    [{ should: ['a'], judges: [{ id: 'x', model: 'm', approach: 'holistic' }] }, { judges: [{ id: 'x', model: 'm', approach: 'holistic' }] }],
    [{ should: ['a'], judges: [{ model: 'm' }], backup: { model: 'n' } }, { judges: [{ model: 'm' }], backup: { model: 'n' } }],
    [{ should: 'not a list' }, undefined],
  ])('%j: %j', (options, expected) => {
    expect(points.judgesOf?.(options)).toEqual(expected);
  });
});

describe('what it finds in a file', () => {
  test.each<[JsonObject, (string | number)[], string, string | undefined]>([
    [
      { should: ['fine', { fn: 'contians', arg: 'x' }] },
      ['should', 1, 'fn'],
      'there is no point function "contians"; the point will be unscored',
      'did you mean $contains?',
    ],
    [
      { should: [{ fn: 'not_containz_word', arg: 'x' }] },
      ['should', 0, 'fn'],
      'there is no point function "not_containz_word"; the point will be unscored',
      'did you mean $not_contains_word?',
    ],
    [
      { should: [['fine', { fn: 'word_count_between', arg: [9, 1] }]] },
      ['should', 0, 1, 'arg'],
      '$word_count_between: the argument must be [min, max]: two whole numbers >= 0, min not above max; the point will be unscored',
      'write it as in - $word_count_between: [50,100]',
    ],
    [
      { should_not: [[['fine'], [{ fn: 'imatches_all_of', arg: ['a', '('] }]]] },
      ['should_not', 0, 1, 0, 'arg', 1],
      expect.stringMatching(/^"\(" is not a valid pattern: .*; the point will be unscored$/u) as unknown as string,
      expect.any(String) as unknown as string,
    ],
    [
      { should: [{ fn: 'call', arg: {} }] },
      ['should', 0, 'fn'],
      '$call, which asks services over the network, is not built; the point will be unscored',
      'check it with other points',
    ],
    [
      { should: [{ fn: 'not_factcheck', arg: 'x' }] },
      ['should', 0, 'fn'],
      '$factcheck, which asks a service over the network, is not built; the point will be unscored',
      'check it with other points',
    ],
  ])('%j', async (options, path, message, hint) => {
    expect(await problems(points, options)).toEqual([{ path, message, ...(hint === undefined ? {} : { hint }), severity: 'warning' }]);
  });

  test('a list for a function that looks for one text', async () => {
    expect(await problems(points, { should: [{ $contains: ['a', 'b'] }, { $js: ['1'] }] })).toMatchObject([
      { path: ['should', 0, 'arg'], hint: 'did you mean - $contains_any_of: ["a","b"]?' },
      { path: ['should', 1, 'arg'], hint: 'write it as in - $js: "r.length > 100"' },
    ]);
  });

  test('nothing in what will be scored: aliases, negations, judged points', async () => {
    const should = ['text', { $imatches_all_of: ['a'] }, { $imatch_all_of: ['a'] }, { $not_contains: 'x' }, { $matches: '(?i)a' }];
    expect(await problems(points, { should, should_not: [[{ $js: 'r.length' }]] })).toEqual([]);
  });
});
