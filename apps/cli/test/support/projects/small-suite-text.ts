/** Of a case, what it cannot do without. */
export const CASE = 'id: one, expected_outcome: Says hello, input: Say hello';

/** A suite of one case that is to say hello, with more of it. */
export const suite = (entry: string): string => `evalcases:\n  - {${CASE}${entry === '' ? '' : `, ${entry}`}}\n`;

/** What checks that it does. */
export const check = 'evaluators: [{type: contains, value: hello}]';

/** A file of one target. */
export const target = (options: string): string => `targets:\n  - {name: agent, ${options}}\n`;

/** That suite, checked by a script. */
export const script = (value: string, more = ''): string => suite(`evaluators: [{type: code_judge, script: ${value}${more}}]`);
