import { expect, test } from 'vitest';
import { readRubricReply } from '../generation/read-rubric-reply.js';
import { fivePointScale } from '../scales/five-point.js';
import { readReply } from './read-reply.js';

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

test.each([
  ['```json\n{"classification": "FULLY_MET"}\n```'],
  ['```json\n{"classification": "FULLY_MET"}\n\n  ```  \n'],
  ['~~~\n{"classification": "FULLY_MET"}\n~~~~'],
  ['```\n{"classification": "FULLY_MET"}'],
  [`{"classification": "FULLY_MET"}${'</s>'.repeat(20)}`],
  ['{"classification": "FULLY_MET", "reflection": "a\nb\\"\tc"}'],
])('%j is still understood', async (reply) => {
  expect(await readReply(reply, fivePointScale)).toMatchObject({ ok: true, score: 1 });
});
