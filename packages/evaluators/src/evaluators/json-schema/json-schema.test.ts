import type { EvaluationScore, JsonObject } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { evaluateWith, findings, makeResponse, problems } from '../../../test/evaluation-input.js';
import { withShortLimit } from '../../../test/short-limit.js';
import { temporaryFolder } from '../../../test/temporary-folder.js';
import { jsonSchema } from './json-schema.js';

const schema: JsonObject = {
  type: 'object',
  required: ['riskLevel'],
  additionalProperties: false,
  properties: { riskLevel: { enum: ['Low', 'High'] }, note: { type: 'string' } },
};

function score(written: JsonObject | string, text: string, directory = process.cwd()): Promise<EvaluationScore> {
  return evaluateWith(jsonSchema, { schema: written }, { response: makeResponse({ text }), services: { directory } });
}

describe('json_schema', () => {
  test('JSON that fits scores 1, also inside other text', async () => {
    expect(await score(schema, '{"riskLevel":"High"}')).toEqual({
      score: 1,
      hits: ['the JSON fits the schema'],
      misses: [],
    });
    expect(await score(schema, 'Sure:\n```json\n{"riskLevel":"Low"}\n```')).toMatchObject({ score: 1 });
  });

  test('JSON that does not fit scores 0, and the misses say all that is wrong', async () => {
    expect(await score(schema, '{"riskLevel":"Huge","note":3,"extra":1}')).toEqual({
      score: 0,
      hits: [],
      misses: [
        '/ must NOT have additional properties ("extra")',
        '/riskLevel must be equal to one of the allowed values: ["Low","High"]',
        '/note must be string',
      ],
    });
    expect(await score(schema, '{}')).toMatchObject({ misses: ["/ must have required property 'riskLevel'"] });
  });

  test('a long list of problems is cut', async () => {
    const list = { type: 'array', items: { type: 'string' } };
    const { misses = [] } = await score(list, JSON.stringify(Array.from({ length: 50 }, () => 1)));
    expect(misses).toHaveLength(21);
    expect(misses.at(-1)).toBe('and 30 more');
  });

  test('a response without JSON scores 0', async () => {
    expect(await score(schema, 'no')).toEqual({ score: 0, hits: [], misses: ['the response has no JSON'] });
  });

  test.each([
    'http://json-schema.org/draft-07/schema#',
    'https://json-schema.org/draft/2019-09/schema',
    'https://json-schema.org/draft/2020-12/schema',
  ])('reads schemas of %s', async ($schema) => {
    expect(await score({ $schema, ...schema }, '{"riskLevel":"High"}')).toMatchObject({ score: 1 });
    expect(await score({ $schema, ...schema }, '{}')).toMatchObject({ score: 0 });
  });

  test('2020-12 schemas have prefixItems', async () => {
    const tuple = { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{ type: 'string' }] };
    expect(await score(tuple, '[1, {}]')).toMatchObject({ score: 0, misses: ['/0 must be string'] });
  });

  test('reads a schema file, relative to the suite', async () => {
    const folder = await temporaryFolder({ 'schemas/risk.json': JSON.stringify(schema) });
    expect(await score('schemas/risk.json', '{"riskLevel":"High"}', folder)).toMatchObject({ score: 1 });
  });

  test('a schema file that cannot be used is unscored and named', async () => {
    const folder = await temporaryFolder({ 'broken.json': '{', 'list.json': '[]' });
    await expect(score('none.json', '{}', folder)).rejects.toThrow(
      `the schema file "none.json" was not found; tried ${folder}/none.json`,
    );
    await expect(score('broken.json', '{}', folder)).rejects.toThrow(/"broken\.json" is not JSON/u);
    await expect(score('list.json', '{}', folder)).rejects.toThrow(/"list\.json" does not hold a JSON object/u);
  });

  test.each([
    [{ type: 'nonsense' }],
    [{ $ref: 'https://example.org/other.json' }],
    [{ $schema: 'https://example.org/unknown' }],
  ])('the schema %j is unscored: it cannot be used', async (broken) => {
    await expect(score(broken as JsonObject, '{}')).rejects.toMatchObject({
      code: 'unscored',
      reason: 'config',
      message: expect.stringMatching(/^the JSON Schema cannot be used/u),
    });
  });

  describe('a pattern that never ends', () => {
    // That it is a second stands in the tests of patterns.
    withShortLimit(250);

    test('a pattern in a schema runs under a deadline', async () => {
      const slow = { type: 'string', pattern: '^(a+)+$' };
      await expect(score(slow, JSON.stringify(`${'a'.repeat(40)}b`))).rejects.toThrow(/did not finish within/u);
      expect(await score(slow, '"aaa"')).toMatchObject({ score: 1 });
    });
  });

  test('what is wrong with a schema is found before the first response, in the words of scoring', async () => {
    const folder = await temporaryFolder({
      'evals/suite.yaml': '',
      'risk.json': JSON.stringify(schema),
      'broken.json': '{',
      'nonsense.json': '{"type": "nonsense"}',
    });
    const evals = `${folder}/evals`;
    const written = ['none.json', '../broken.json', '../nonsense.json', '../../out.json', { type: 'nonsense' }];
    for (const wrong of written) {
      const [problem, ...more] = await problems(jsonSchema, { schema: wrong }, evals, folder);
      expect(more).toEqual([]);
      expect(problem?.path).toEqual(['schema']);
      const scoring = evaluateWith(jsonSchema, { schema: wrong }, { services: { directory: evals, projectRoot: folder } });
      await expect(scoring).rejects.toMatchObject({ code: 'unscored', reason: 'config', message: problem?.message, hint: problem?.hint });
    }
    expect(await problems(jsonSchema, { schema: '../risk.json' }, evals, folder)).toEqual([]);
    expect(await problems(jsonSchema, { schema })).toEqual([]);
  });

  test('a schema file outside the project root is refused', async () => {
    const folder = await temporaryFolder({ 'project/suite.yaml': '', 'out.json': '{}' });
    const [problem] = await problems(jsonSchema, { schema: '../out.json' }, `${folder}/project`);
    expect(problem).toMatchObject({
      message: `the schema file "../out.json" leads to ${folder}/out.json, outside the project root ${folder}/project`,
      hint: expect.stringMatching(/^move it into the project/u),
    });
  });

  test('options are checked with messages that name them', () => {
    expect(findings(jsonSchema, {})).toEqual(['schema is required']);
    expect(findings(jsonSchema, { schema: 3 })).toEqual([
      'schema must be a JSON Schema, or the path of a file with one',
    ]);
  });
});
