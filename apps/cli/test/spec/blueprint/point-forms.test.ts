import type { JsonValue } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { onlyPrompt, pointScores, pointsOf } from '../../support/projects/blueprints.js';
import { rowOf } from '../../support/projects/scored-together.js';
import { load } from '../composed-loader.js';

/** The ways to write a point, and what each is scored as. */

async function shouldOf(points: string, header?: string): Promise<{ should: JsonValue | undefined; findings: readonly string[] }> {
  const { cases, findings } = await load('b.yml', { 'b.yml': onlyPrompt(`should:\n${points}`, header) });
  return {
    should: cases[0]?.evaluators[0]?.options['should'],
    findings: findings.map(({ severity, code, message }) => `${severity} ${code}: ${message}`),
  };
}

describe.concurrent('1: a text, which judges assess', () => {
  test('each is asked about on its own, and scored by the class', async () => {
    const row = await rowOf('should:\n  - "be warm and patient."\n  - "see how hard it is for the guest."', 'I see.', {
      'be warm': 'FULLY_MET',
      'how hard': 'SLIGHTLY_MET',
    });
    expect(pointsOf(row).map(({ text, score, judges }) => [text, score, judges?.length])).toEqual([
      ['be warm and patient.', 1, 1],
      ['see how hard it is for the guest.', 0.25, 1],
    ]);
    expect(row.score).toBe(0.625);
  });
});

describe.concurrent('2: a text with its source', () => {
  test('as key and value, the key also of several lines', async () => {
    const points = `  - "Names the 'careful keeper' rule.": "Keepers Act of 1911"
  - ? |
      Lists both duties of a keeper:
      1. Care
      2. Honesty
    : "Rule on duties"`;
    expect(await shouldOf(points)).toEqual({
      should: [
        { text: "Names the 'careful keeper' rule.", citation: 'Keepers Act of 1911' },
        { text: 'Lists both duties of a keeper:\n1. Care\n2. Honesty\n', citation: 'Rule on duties' },
      ],
      findings: [],
    });
    const row = await rowOf(`should:\n${points}`, 'Care and honesty.', { 'careful keeper': 'NOT_MET', '2. Honesty': 'FULLY_MET' });
    expect(pointsOf(row).map(({ score, citation }) => [score, citation])).toEqual([[0, 'Keepers Act of 1911'], [1, 'Rule on duties']]);
  });
});

describe.concurrent('3: a function with its argument', () => {
  test('needs the $: without it, a mapping is a text with its source, and a warning asks whether it was meant', async () => {
    const { should, findings } = await shouldOf('  - $contains: "duty"\n  - contains: "duty"');
    expect(should).toEqual([{ fn: 'contains', arg: 'duty' }, { text: 'contains', citation: 'duty' }]);
    expect(findings).toEqual(['warning point-like-a-key: "contains" is read as a point, and what stands after it as its citation']);
  });

  test('written as one text it is read as the call that it plainly is, with a warning', async () => {
    const { should, findings } = await shouldOf(`  - "$contains: duty"\n  - '$contains_any_of: ["duty", "care"]'`);
    expect(should).toEqual([{ fn: 'contains', arg: 'duty' }, { fn: 'contains_any_of', arg: ['duty', 'care'] }]);
    expect(findings).toEqual([expect.stringMatching(/^warning call-as-text: /u), expect.stringMatching(/^warning call-as-text: /u)]);
  });

  test('$js is an expression or statements; it may return a number, true or false, or { score, explain }', async () => {
    const row = await rowOf(
      `should:
  - $js: "r.length > 3"
  - $js: "r.length > 300"
  - $js: "0.4"
  - $js: |
      const words = r.split(' ').length;
      return words / 4;
  - $js: "({ score: 0.5, explain: 'half of ' + r.length })"
  - $js: "return { score: 1, explain: 'all of it' }"`,
      'three small words',
    );
    expect(pointScores(row)).toEqual([1, 0, 0.4, 0.75, 0.5, 1]);
    expect(pointsOf(row).map(({ reasoning }) => reasoning).slice(4)).toEqual(['half of 17', 'all of it']);
  });
});

describe.concurrent('4: a full object', () => {
  test('with weight and citation, by their names and aliases', async () => {
    const points = `  - point: "Covers the 'careful keeper' rule."
    weight: 3.0
  - fn: "contains"
    arg: "duty of care"
    weight: 1.5
    citation: "Keepers Act of 1911"
  - text: "Is short."
    multiplier: 2
    reference: "Style"
  - fn: contains
    fnArgs: "keeper"
    multiplier: 0.5`;
    expect(await shouldOf(points)).toEqual({
      should: [
        { text: "Covers the 'careful keeper' rule.", weight: 3 },
        { fn: 'contains', arg: 'duty of care', weight: 1.5, citation: 'Keepers Act of 1911' },
        { text: 'Is short.', weight: 2, citation: 'Style' },
        { fn: 'contains', arg: 'keeper', weight: 0.5 },
      ],
      findings: [],
    });
    const row = await rowOf(`should:\n${points}`, 'A keeper has a duty of care.', { 'careful keeper': 'HALF_MET', 'Is short': 'FULLY_MET' });
    expect(row.score).toBe((0.5 * 3 + 1 * 1.5 + 1 * 2 + 1 * 0.5) / 7);
    expect(pointsOf(row)[1]).toMatchObject({ weight: 1.5, citation: 'Keepers Act of 1911', function: 'contains' });
  });

  test('weight and citation may stand beside a function, too', async () => {
    const row = await rowOf('should:\n  - $contains: a\n    weight: 3\n    citation: Book\n  - $contains: b', 'a');
    expect(row.score).toBe(0.75);
    expect(pointsOf(row)[0]).toMatchObject({ weight: 3, citation: 'Book' });
  });

  test.each(['-1', '.inf', '"2"'])('a weight of %s is an error', async (weight) => {
    expect((await shouldOf(`  - { fn: contains, arg: a, weight: ${weight} }`)).findings).toEqual([expect.stringMatching(/^error .*weight/u)]);
  });
});

const DEFINED = `title: T
point_defs:
  short: "r.length < 20"
  band: |
    return r.includes('keeper') ? 0.75 : 0;
  cited: { fn: icontains, arg: KEEPER, weight: 3, citation: Book }
  asked: { point: "Is kind.", weight: 2 }`;

describe.concurrent('points that are defined once', () => {
  test('$ref stands for a script or a full point, with its weight and citation', async () => {
    const row = await rowOf('should:\n  - $ref: short\n  - $ref: band\n  - $ref: cited\n  - $ref: asked', 'The keeper.', { 'Is kind': 'HALF_MET' }, DEFINED);
    expect(pointScores(row)).toEqual([1, 0.75, 1, 0.5]);
    expect(pointsOf(row).map(({ weight, citation }) => [weight, citation])).toEqual([[1, undefined], [1, undefined], [3, 'Book'], [2, undefined]]);
    expect(row.score).toBe((1 + 0.75 + 3 + 0.5 * 2) / 7);
  });

  test('what stands beside a $ref wins over the definition', async () => {
    const { should, findings } = await shouldOf('  - { $ref: cited, weight: 1 }', DEFINED);
    expect(should).toEqual([{ fn: 'icontains', arg: 'KEEPER', weight: 1, citation: 'Book' }]);
    expect(findings).toEqual([]);
  });

  test.each([
    ['$ref: shrt', DEFINED, /^error unknown-reference: point_defs has no "shrt"/u],
    ['$ref: a', 'title: T\npoint_defs: { a: { $ref: b }, b: { $ref: a } }', /^error circular-reference/u],
  ])('a $ref that leads nowhere is an error: %s', async (point, header, finding) => {
    expect((await shouldOf(`  - ${point}`, header)).findings).toContainEqual(expect.stringMatching(finding));
  });
});

describe.concurrent('points that cannot be scored', () => {
  const RUBRIC = `should:
  - $contains: keeper
  - $word_count_between: [5]
  - $contains_all_of: keeper
  - $matches: "(unclosed"
  - $contians: keeper
  - $js: "r.nothing.here"
  - $js: "1 +"
  - $js: "'high'"
  - $call: { service: check, endpoint: "http://127.0.0.1:1" }
  - $factcheck: "all claims"
  - $not_contains: rival`;

  test('are null with a message, never 0; the others are scored, and the row has bounds', async () => {
    const row = await rowOf(RUBRIC, 'The keeper.');
    expect(pointScores(row)).toEqual([1, null, null, null, null, null, null, null, null, null, 1]);
    expect(row).toMatchObject({ score: 1, status: 'partial' });
    expect(row.scoreBounds.worst).toBeCloseTo(2 / 11, 12);
    expect(row.scoreBounds.best).toBe(1);
    const messages = pointsOf(row).map(({ error }) => error?.message);
    expect(messages.slice(1, -1).every((message) => (message ?? '').length > 10)).toBe(true);
    expect(messages[4]).toContain('there is no point function "contians"');
    expect(messages.slice(8, 10)).toEqual([expect.stringContaining('$call'), expect.stringContaining('$factcheck')]);
    expect(row.warnings.filter((warning) => warning.includes('not scored'))).toHaveLength(9);
  });

  test('are told when the file is read, each where it stands, and the file is used', async () => {
    const { cases, findings } = await load('b.yml', { 'b.yml': onlyPrompt(RUBRIC) });
    expect(cases).toHaveLength(1);
    const told = findings.map(({ severity, message, location }) => `${location?.line} ${severity} ${message}`);
    expect(told).toEqual([
      expect.stringMatching(/^5 warning \$word_count_between: .*; the point will be unscored$/u),
      expect.stringMatching(/^6 warning \$contains_all_of: /u),
      expect.stringMatching(/^7 warning "\(unclosed" is not a valid pattern/u),
      expect.stringMatching(/^8 warning there is no point function "contians"/u),
      expect.stringMatching(/^10 warning the script is not JavaScript: /u),
      expect.stringMatching(/^12 warning \$call, .*not built; the point will be unscored$/u),
      expect.stringMatching(/^13 warning \$factcheck, .*not built; the point will be unscored$/u),
    ]);
  });

  test('a row in which nothing could be scored has no score', async () => {
    expect(await rowOf('should:\n  - $factcheck: all', 'Yes.')).toMatchObject({ score: null, verdict: null, status: 'error', scoreBounds: { worst: 0, best: 1 } });
  });

  // Alone, since it holds up all scripts of its run.
  test.sequential('a script that never ends costs only its own point', async () => {
    const row = await rowOf('should:\n  - $js: "while (true) {}"\n  - $contains: keeper', 'The keeper.');
    expect(pointScores(row)).toEqual([null, 1]);
  });
});
