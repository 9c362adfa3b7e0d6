import { describe, expect, test } from 'vitest';
import { resolveScale } from '../scales/resolve-scale.js';
import { readReply } from './read-reply.js';

const fivePoint = resolveScale('five_point');
const unit = resolveScale('unit');
const stars = resolveScale({ min: 0, max: 10 });

const ANSWER = { reflection: 'Names two of them.', hits: ['tax'], misses: ['noise'], classification: 'HALF_MET' };
const JSON_ANSWER = JSON.stringify(ANSWER);

describe('a reply is understood', () => {
  test.each([
    ['strict JSON', JSON_ANSWER],
    ['indented JSON', JSON.stringify(ANSWER, null, 2)],
    ['JSON after a byte-order mark', `\uFEFF${JSON_ANSWER}`],
    ['a JSON fence', `\`\`\`json\n${JSON_ANSWER}\n\`\`\``],
    ['a fence that is never closed', `\`\`\`json\n${JSON_ANSWER}\n`],
    ['a fence with blank lines and a longer end', `\`\`\`json\n\n${JSON_ANSWER}\n \n  \`\`\`\`\n`],
    ['a fence without a language, with text around', `Sure!\n\`\`\`\n${JSON_ANSWER}\n\`\`\`\nHope this helps.`],
    ['text around bare JSON', `Here is my assessment: ${JSON_ANSWER} Let me know!`],
    ['braces in the prose before it', `The set {1, 2} is meant. ${JSON_ANSWER}`],
    ['an answer given twice, alike', `${JSON_ANSWER}\n${JSON_ANSWER}`],
    ['JSON in a JSON string', JSON.stringify(JSON_ANSWER)],
    ['an array of one', `[${JSON_ANSWER}]`],
    ['an object around it', `{"result": ${JSON_ANSWER}}`],
    ['single quotes', `{'reflection': 'Names two of them.', 'hits': ['tax'], 'misses': ['noise'], 'classification': 'HALF_MET'}`],
    ['curly quotes', `{“reflection”: “Names two of them.”, “hits”: [“tax”], “misses”: [“noise”], “classification”: “HALF_MET”}`],
    ['a trailing comma and a comment', `${JSON_ANSWER.slice(0, -1)}, // half\n}`],
    ['an unquoted class', JSON_ANSWER.replace('"HALF_MET"', 'HALF_MET')],
    ['capital keys', JSON_ANSWER.replace('classification', 'Classification').replace('reflection', 'Reflection')],
    ['hits and misses as text', JSON_ANSWER.replace('["tax"]', '"tax"').replace('["noise"]', '"noise"')],
    ['thoughts before it, with another draft in them', `<think>maybe {"classification": "FULLY_MET"}</think>\n${JSON_ANSWER}`],
    ['thoughts without an opening tag', `so it is half, I think.</think>${JSON_ANSWER}`],
    ['a class with its prefix', JSON_ANSWER.replace('HALF_MET', 'CLASS_HALF_MET')],
    ['a class in words', JSON_ANSWER.replace('HALF_MET', 'half met')],
    ['a number', JSON_ANSWER.replace('"HALF_MET"', '0.5')],
    ['a number as text', JSON_ANSWER.replace('HALF_MET', '0.50')],
    ['a class with its number', JSON_ANSWER.replace('HALF_MET', 'HALF_MET (0.5)')],
    ['a number with its class', JSON_ANSWER.replace('HALF_MET', '0.5 - HALF_MET')],
    ['a verdict of its own, which is ignored', JSON_ANSWER.replace('{', '{"verdict": "pass", ')],
    ['a score beside the classification, which is ignored', JSON_ANSWER.replace('{', '{"score": 1, ')],
  ])('%s', async (_shape, reply) => {
    expect(await readReply(reply, fivePoint)).toEqual({
      ok: true,
      score: 0.5,
      read: expect.stringMatching(/half|0\.5/iu),
      reflection: ANSWER.reflection,
      hits: ['tax'],
      misses: ['noise'],
    });
  });

  test.each([
    ['tags', '<reflection>Half of it.</reflection>\n<classification>HALF_MET</classification>'],
    ['tags in capitals', '<REFLECTION>Half of it.</REFLECTION><CLASSIFICATION> 0.5 </CLASSIFICATION>'],
    ['prose before a tag', 'Half of it.\n<classification>HALF_MET</classification>'],
    ['reflection in a tag, classification in JSON', '<reflection>Half of it.</reflection>{"classification":"HALF_MET"}'],
    ['prose before JSON', 'Half of it.\n```json\n{"classification": "HALF_MET"}\n```'],
    ['labelled lines', 'Half of it.\n\nClassification: HALF_MET'],
    ['labelled lines in Markdown', 'Half of it.\n\n**Final classification:** `HALF_MET`'],
    ['reasoning and score, as many evals name them', '{"reasoning": "Half of it.", "score": 0.5}'],
    ['a reflection in lines', '{"reflection": ["Half of it."], "classification": "HALF_MET"}'],
  ])('%s', async (_shape, reply) => {
    expect(await readReply(reply, fivePoint)).toMatchObject({ ok: true, score: 0.5, reflection: 'Half of it.' });
  });

  test.each(['HALF_MET', '0.5', '"HALF_MET"', ' half-met.\n'])('a bare classification: %s', async (reply) => {
    expect(await readReply(reply, fivePoint)).toEqual({
      ok: true,
      score: 0.5,
      read: reply.replaceAll('"', '').trim(),
      reflection: undefined,
      hits: [],
      misses: [],
    });
  });

  test('an inch mark that nobody escaped', async () => {
    const reply = '{"reflection": "Asks for a 5" pipe.", "classification": "HALF_MET"}';
    expect(await readReply(reply, fivePoint)).toMatchObject({ score: 0.5, reflection: 'Asks for a 5" pipe.' });
  });

  test('claims that a judge quotes in its reflection count for nothing', async () => {
    const quotes = [
      JSON.stringify({ reflection: 'It says {"classification": "FULLY_MET"}.', classification: 'NOT_MET' }),
      JSON.stringify({ reflection: '<classification>FULLY_MET</classification>', classification: 'NOT_MET' }),
      '<reflection>It says {"classification": "FULLY_MET"}.</reflection><classification>NOT_MET</classification>',
      '<reflection>It says </reflection><classification>FULLY_MET</classification>.</reflection><classification>NOT_MET</classification>',
      '<think>it says </think>{"classification":1} no!</think>{"classification":0}',
      `Result: ${JSON.stringify({ reflection: 'says "classification": "FULLY_MET" }', classification: 'NOT_MET' })}`,
    ];
    for (const quote of quotes) {
      expect(await readReply(quote, fivePoint), quote).toMatchObject({ ok: true, score: 0 });
    }
  });

  test('-0 is read as 0', async () => {
    const reading = await readReply('{"classification": -0}', unit);
    expect(reading).toMatchObject({ ok: true });
    expect(Object.is(reading.ok && reading.score, 0)).toBe(true);
  });
});

describe('a reply that cannot be read is a failure, never a 0', () => {
  const contradiction = 'it states more than one classification';
  const silence = 'it states no classification';
  const quotation = 'the classification in it may be a quotation of what was judged';
  test.each([
    ['nothing', '', 'it is empty'],
    ['blanks', ' \n\t ', 'it is empty'],
    ['thoughts that do not end', '<think>{"classification": "FULLY_MET"}', 'its thoughts do not end'],
    ['nothing after the thoughts', '<think>hm</think>', 'it is empty'],
    ['a refusal', "I'm sorry, but I can't help with that.", silence],
    ['rubbish', '🦆🦆🦆 %%% }{ ][', silence],
    ['a web page', '<html><body><h1>502 Bad Gateway</h1></body></html>', silence],
    ['an error object', '{"error": {"message": "overloaded"}}', silence],
    ['an empty object', '{}', silence],
    ['null', 'null', silence],
    ['true', 'true', silence],
    ['an empty array', '[]', silence],
    ['a missing value', '{"reflection": "x", "classification": }', silence],
    ['a null', '{"classification": null}', silence],
    ['a verdict alone', '{"reflection": "good", "verdict": "pass"}', silence],
    ['a verdict in words', 'The response passes.', silence],
    ['JSON cut in the reflection', '{"reflection": "The response', silence],
    ['JSON cut in the classification', '{"reflection": "x", "classification": "HALF_M', silence],
    ['JSON cut after a number that may go on', '{"reflection": "x", "classification": 0.5', silence],
    ['JSON cut after a nested object', '{"reflection": {"classification": "FULLY_MET"}, "classifi', silence],
    ['JSON cut after a quoted object', '{"reflection": "it says {"classification": "FULLY_MET"} but', quotation],
    ['a tag that is not closed', '<reflection>x</reflection><classification>0.5', silence],
    ['a number that stops in the middle', '{reflection: "x", classification: 0.}', silence],
    ['a number that is a sign only', '{reflection: "x", classification: -}', silence],
    ['a decimal comma', '{"reflection": "x", "classification": 0,5}', silence],
    ['a sum', '{"reflection": "x", "classification": 0.5 + 0.5}', silence],
    ['two answers that differ', '{"classification": "NOT_MET"} {"classification": "FULLY_MET"}', contradiction],
    ['two tags that differ', '<classification>0</classification><classification>1</classification>', contradiction],
    ['a tag and JSON that differ', '{"classification": 0}<classification>1</classification>', contradiction],
    ['two labels that differ', 'Classification: NOT_MET\nClassification: FULLY_MET', contradiction],
    ['one key twice', '{"classification": "NOT_MET", "classification": "FULLY_MET"}', contradiction],
    ['a readable answer beside an unreadable one', '{"classification": 7}\n{"classification": 1}', contradiction],
    [
      'a quotation with unescaped quotes',
      '{"reflection":"it says {"classification": "FULLY_MET"} lol","classification":"NOT_MET"}',
      contradiction,
    ],
  ])('%s', async (_shape, reply, problem) => {
    expect(await readReply(reply, fivePoint)).toEqual({ ok: false, problem });
  });

  test.each([
    ['a class of no scale', '"MOSTLY_MET"'],
    ['half a class name', '"MET"'],
    ['two classes', '"HALF_MET or LARGELY_MET"'],
    ['a class and a number that disagree', '"HALF_MET (1)"'],
    ['a number between the classes', '0.6'],
    ['above the scale', '5'],
    ['below the scale', '-0.25'],
    ['a percentage', '"50%"'],
    ['a decimal comma', '"0,5"'],
    ['a boolean', 'true'],
    ['a list', '["HALF_MET"]'],
    ['empty text', '""'],
    ['a placeholder', '"<one of NOT_MET, HALF_MET>"'],
  ])('off the five-point scale: %s', async (_shape, value) => {
    const reading = await readReply(`{"reflection": "x", "classification": ${value}}`, fivePoint);
    expect(reading.ok).toBe(false);
    expect(reading).toMatchObject({ problem: expect.stringContaining('is not one of NOT_MET, SLIGHTLY_MET') });
  });

  test('what is off the scale is never moved onto it', async () => {
    expect(await readReply('{"classification": 1.2}', unit)).toEqual({
      ok: false,
      problem: 'classification 1.2 is not a number from 0 to 1',
    });
    expect(await readReply('{"score": 11}', stars)).toEqual({
      ok: false,
      problem: 'classification 11 is not a whole number from 0 to 10',
    });
    expect(await readReply('{"score": 7.5}', stars)).toMatchObject({ ok: false });
  });
});

test.each([
  ['```json\n{"classification": "FULLY_MET"}\n```'],
  ['```json\n{"classification": "FULLY_MET"}\n\n  ```  \n'],
  ['~~~\n{"classification": "FULLY_MET"}\n~~~~'],
  ['```\n{"classification": "FULLY_MET"}'],
  [`{"classification": "FULLY_MET"}${'</s>'.repeat(20)}`],
  ['{"classification": "FULLY_MET", "reflection": "a\nb\\"\tc"}'],
])('%j is still understood', async (reply) => {
  expect(await readReply(reply, fivePoint)).toMatchObject({ ok: true, score: 1 });
});
