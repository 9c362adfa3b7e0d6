import { describe, expect, test } from 'vitest';
import { readRubricReply } from '../generation/read-rubric-reply.js';
import { fivePointScale } from '../scales/five-point.js';
import { readReply } from './read-reply.js';

const JSON_ANSWER = JSON.stringify({ reflection: 'Names two of them.', hits: ['tax'], misses: ['noise'], classification: 'HALF_MET' });

const LENGTH = 400_000;
const row = (part: string): string => part.repeat(LENGTH / part.length);

/** What took the square of its length to read, each in a place of its own. */
const REPLIES: readonly string[] = [
  row('</s>'),
  row('<|end|> '),
  `\`\`\`\n${row('\n')}x`,
  `\`\`\`\n${row('\n')}\`\`\`x`,
  `{\n"${row('\\"')}`,
  `[\n"${row('\\"')}x`,
  row('\r'),
  `a${row('\u2028')}<`,
  `a${row(' ')}:\nClassification: FULLY_MET`,
  `${row('a')},\nClassification: FULLY_MET`,
  `{"classification": "${row(' ')}"}`,
  `{"classification": "A${row(' ')}: x"}`,
  `x${row('\u0301\u0323')}\nClassification: FULLY_MET`,
  `{"classification": "${row('\u0301\u0323')}"}`,
  `{'classification': 'a\n${'a\n'.repeat(30_000)}'}\n`.repeat(20),
];

/** The one that ends in a grade of its own. */
const HONEST = 12;

test.each(REPLIES.map((_, index) => index))('hostile reply %i is read in a time that grows with its length', { timeout: 20_000 }, async (index) => {
  const reply = REPLIES[index] ?? '';
  const shown = [reply, 'Classification: FULLY_MET'];
  const reading = await readReply(reply, fivePointScale, { shown });
  expect(reading.ok).toBe(index === HONEST);
  expect((await readRubricReply(reply)).ok).toBe(false);
});

describe('hostile sizes end', () => {
  test.each([
    ['open braces', '{'.repeat(1_000_000)],
    ['pairs of braces', '{}'.repeat(500_000)],
    ['deep objects', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`],
    ['quotes', `{"classification": "${'"'.repeat(300_000)}}`],
    ['blanks after a colon', `{classification:${' '.repeat(1_000_000)}x}`],
    ['open tags', '<classification>'.repeat(100_000)],
    ['open reflections', '<reflection>'.repeat(100_000)],
    ['digits', '1'.repeat(1_000_000)],
    ['ends of thoughts', `<think>${'</think>[1, '.repeat(100_000)}`],
    ['answers in JSON', '{"classification": 1} '.repeat(50_000)],
    ['answers in tags', '<classification>1</classification>'.repeat(50_000)],
    ['answers in lines', 'Classification: 1\n'.repeat(50_000)],
    ['answers in broken JSON', '{"classification": 1,, "a\n'.repeat(50_000)],
    ['quotation marks', `${'“"„'.repeat(200_000)}{"classification": 1} x`],
    ['deep lists', `{"classification": ${'['.repeat(60_000)}}`],
    ['backslashes', `{"classification": "${'\\'.repeat(999_999)}`],
  ])('%s', async (_shape, reply) => {
    expect(await readReply(reply, fivePointScale)).toMatchObject({ ok: false });
  });
});

// Minutes, where a pattern looks for the end of the fence from every line break.
test('a fence with a million blank lines is read as soon as any other', async () => {
  const blank = '\n'.repeat(1_000_000);
  expect(await readReply(`\`\`\`json\n${blank}x`, fivePointScale)).toMatchObject({ ok: false });
  expect(await readReply(`\`\`\`json\n${blank}${JSON_ANSWER}${blank}\`\`\``, fivePointScale)).toMatchObject({ ok: true, score: 0.5 });
});

test.each([['[', ']', ''], ['{"classification":', '}', '"HALF_MET"']])('an answer that is nested too deep is none: %s', async (open, close, inner) => {
  expect(await readReply(open.repeat(100_000) + inner + close.repeat(100_000), fivePointScale)).toMatchObject({ ok: false });
});
