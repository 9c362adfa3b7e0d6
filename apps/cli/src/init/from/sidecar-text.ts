import type { Scoring, TableGuess } from './guess-table.js';
import { mark } from './template-mark.js';

/** A text as YAML has it. */
function quoted(text: string): string {
  return /[\n\r\t]|[^\P{C}]/u.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

function promptOf(input: string, scoring: Scoring): readonly string[] {
  if (scoring.by !== 'label' || scoring.labels.length === 0) return [`  - ${quoted(input)}`];
  const lines = [`Answer with one of these labels and nothing else: ${scoring.labels.join(', ')}`, '', input];
  return ['  - |-', ...lines.map((line) => (line === '' ? '' : `    ${line}`))];
}

function scoringLines(scoring: Scoring, expected: string | undefined): readonly string[] {
  switch (scoring.by) {
    case 'label': {
      const labels = scoring.labels.length > 0 ? `, labels: [${scoring.labels.map(quoted).join(', ')}]` : '';
      return ['# The reply says the right label. The run has accuracy, F1 and a confusion matrix.', 'evaluators:', `  - { type: label${labels} }`];
    }
    case 'text':
      return ['# The right answer stands in the reply, in upper or lower case.', 'evaluators:', `  - { type: icontains, value: ${quoted(expected ?? '')} }`];
    case 'reference':
      return ['# A judge compares the reply with the right answer: name one with --judge.', 'evaluators:', '  - { type: factuality }'];
    case 'columns':
      return ['# Each row is scored by its columns __expected.'];
    case 'nothing':
      return ['# No column holds a right answer: a judge reads the reply by itself. Name one with --judge.', 'rubrics:', '  - Answers what it is asked, correctly and completely'];
  }
}

/** The sidecar of a table: the prompt that its rows are asked with, its columns, and how replies are scored. */
export function sidecarText({ input, expected, scoring, columns }: TableGuess): string {
  const asked = mark(input);
  const fields = Object.entries(asked === undefined ? { input, ...columns } : columns);
  const answer = expected === undefined ? undefined : mark(expected);
  const names = fields.map(([field, column]) => `${field}: ${column === null ? 'null' : quoted(column)}`);
  const parts = [
    asked === undefined ? [] : ['# What each row is asked: every {{column}} can be used. Several prompts are compared.', 'prompts:', ...promptOf(asked, scoring)],
    names.length === 0 ? [] : ['# What is called otherwise in the table, or is something else (null).', `columns: { ${names.join(', ')} }`],
    scoringLines(scoring, answer),
  ];
  return `${parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
