/** Cases that a reply passes when it says that it is good. */
export const suiteOf = (cases: number): string =>
  `evalcases:\n${Array.from({ length: cases }, (_, index) => `  - {id: case-${index}, expected_outcome: x, input: question ${index}, evaluators: [{type: contains, value: good}]}\n`).join('')}`;

/** Replies of which a share is good, as a list in YAML; a case and a repeat always get the same one. */
export function drawnReplies(draw: number, good: number): string {
  let state = 97 * draw + 5;
  const replies = Array.from({ length: 1000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 8) % 1000) / 1000 < good ? 'good' : 'bad';
  });
  return `[${replies.join(', ')}]`;
}
