/** Twenty cases that a reply passes or fails by one word. */
export const SUITE = `evalcases:\n${Array.from({ length: 20 }, (_, index) => `  - {id: case-${index}, expected_outcome: x, input: question ${index}, evaluators: [{type: contains, value: good}]}\n`).join('')}`;

/** The targets of a project whose agent says these. */
export const targets = (replies: readonly string[]): string => `targets:\n  - {name: agent, provider: mock, replies: [${replies.join(', ')}]}\n`;

/** Replies of an agent that passes three times of four; each draw of them is another one. A case and a repeat always get the same place in the list. */
export function drawn(draw: number, good = 0.75): string[] {
  let state = 97 * draw + 5;
  return Array.from({ length: 1000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return ((state >>> 8) % 1000) / 1000 < good ? 'good' : 'bad';
  });
}

/** What the agent says before anything about it changes. */
export const AGENT = drawn(0);
