/** A file with the case `c`, which passes when the reply says the word. */
export const saying = (word: string): string =>
  `evalcases:\n  - {id: c, expected_outcome: x, input: Say it, evaluators: [{type: contains, value: ${word}}]}\n`;

/** A blueprint of one prompt. */
export const BLUEPRINT = 'prompts:\n  - id: p\n    messages: [{role: user, content: Say it}]\n    should: [{$contains: sky}]\n';

/** A file of one test case, with the name for its id and input. */
export const testCase = (name: string): string => `id: ${name}\ntask: Say it.\ninput: ${name}\nexpected: sky\nrubric: {label: {description: Right?, weight: 1, rule: exact_match}}\n`;
