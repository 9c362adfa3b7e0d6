import { expect, test } from 'vitest';
import { runAssay } from '../commands/warm-assay.js';
import { startChatServer, type ChatAnswer } from '../servers/chat-server.js';
import { createWorkspace } from './workspace.js';

/** An answer of a server that is out of order, and says so at once. */
export const DOWN: ChatAnswer = { status: 500, headers: { 'retry-after-ms': '1' }, body: '{"error":{"message":"down"}}' };
const grade = (classification: string): string => JSON.stringify({ reflection: 'Read.', classification });

/** An answer of the chat format that ended for a reason. */
export const ending = (content: string | null, finish_reason: string): ChatAnswer => ({
  raw: JSON.stringify({
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
  }),
});

/** A project whose target gives these answers, one after the other, and whose judge grades criteria by what they contain. */
export async function project(suite: string, { answers = ['It is 42.'], grades = {}, config = '', target = '' }: {
  readonly answers?: readonly ChatAnswer[];
  readonly grades?: Readonly<Record<string, string>>;
  readonly config?: string;
  readonly target?: string;
} = {}) {
  const asked: string[] = [];
  const server = await startChatServer(({ model, text }) => {
    if (model === 'judge') {
      const found = Object.keys(grades).find((criterion) => text.includes(criterion));
      const grading = found === undefined ? 'FULLY_MET' : grades[found];
      return grading === undefined || grading === 'lost' ? DOWN : grade(grading);
    }
    asked.push(text);
    return answers[Math.min(asked.length, answers.length) - 1] ?? '';
  });
  const connection = `provider: openai, endpoint: '${server.url}', api_key: secret-key-1`;
  const workspace = await createWorkspace({
    'suite.yaml': suite,
    '.assay/targets.yaml': `targets:\n  - {name: agent, model: agent, ${connection}${target}}\n  - {name: judge, model: judge, ${connection}}\n`,
    '.assay/config.yaml': config,
  });
  const run = async (...args: string[]) => {
    const { exitCode, stdout, stderr } = await runAssay(
      ['run', 'suite.yaml', '--target', 'agent', '--judge', 'judge', '--max-retries', '0', '--json', ...args],
      { cwd: workspace.folder },
    );
    const summary = (stdout.startsWith('{') ? JSON.parse(stdout) : {}) as Record<string, never>;
    return { exitCode, stderr, summary };
  };
  return { workspace, run, asked };
}

/** A suite of one case. */
export const suiteOf = (body: string, more = ''): string =>
  `evalcases:\n  - id: one\n    expected_outcome: says 42\n    input: What is the answer?\n${more}${body}`;

/** The evaluators of a case. */
export const evaluators = (...entries: readonly string[]): string => `    evaluators:\n${entries.map((entry) => `      - ${entry}\n`).join('')}`;

/** What the reply has to say, and what it has not to. */
export const SAYS = '{type: contains, value: "42"}';
export const SAYS_NOT = '{type: not_contains, value: sorry}';

/** A suite whose case is borderline. */
export const HALF = suiteOf(evaluators(SAYS, '{type: contains, value: It, weight: 2}', '{type: contains, value: nobody, weight: 1.5}'));

/** A rubric of a heavy line and of this one. */
export const rubrics = (line: string): string => `    rubrics:\n      - {description: Is exact, weight: 9}\n      - ${line}\n`;

/** What becomes of a stored reply to a case with this evaluator. */
export const scoreStored = async (entry: string, row: object) => {
  const workspace = await createWorkspace({
    'suite.yaml': suiteOf(evaluators(entry)),
    'out.jsonl': `${JSON.stringify({ id: 'one', text: 'It is 42.', ...row })}\n`,
  });
  const { exitCode } = await runAssay(['score', 'suite.yaml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
  return { exitCode, row: (await workspace.rows())[0] };
};

/** Replies that ended in these ways are scored, with a warning. */
export const testMarkedReplies = (rows: readonly (readonly [what: string, answer: ChatAnswer, finishReason: string, message: string])[]): void =>
  test.each(rows)('%s: scored, marked, and listed in the summary', async (_what, answer, finishReason, message) => {
    const { run, asked, workspace } = await project(suiteOf(evaluators(SAYS_NOT)), { answers: [answer] });
    const { exitCode, summary } = await run();
    expect(exitCode).toBe(0);
    expect(asked).toHaveLength(1);
    expect(summary).toMatchObject({ warnings: [{ message, rows: 1 }] });
    expect((await workspace.rows())[0]).toMatchObject({ score: 1, output: { finishReason }, warnings: [message] });
  });

/** How runs end whose judge did not grade these lines of a rubric. */
export const testUngradedLines = (rows: readonly (readonly [what: string, line: string, args: readonly string[], expected: number])[]): void =>
  test.each(rows)('%s that no judge graded', async (_what, line, args, expected) => {
    const { run } = await project(suiteOf(rubrics(line)), { grades: { 'Is kind': 'lost' } });
    const { exitCode, summary } = await run(...args);
    expect(exitCode).toBe(expected);
    if (expected === 3 && args.length === 0) {
      expect(summary).toMatchObject({ groups: [{ trials: 1, open: 1, passed: 0 }], problems: [{ verdict: null, score: 1 }] });
    }
  });

/** How runs end that missed these lines of a rubric. */
export const testMissedLines = (rows: readonly (readonly [what: string, line: string, args: readonly string[], expected: number])[]): void =>
  test.each(rows)('missed: %s', async (_what, line, args, expected) => {
    const { run } = await project(suiteOf(rubrics(line)), { grades: { 'Is kind': 'CLASS_NOT_MET' } });
    expect((await run(...args)).exitCode).toBe(expected);
  });

/** How runs end of a case with these evaluators beside a heavy one that passes. */
export const testEntries = (rows: readonly (readonly [what: string, entry: string, args: readonly string[], expected: number])[]): void =>
  test.each(rows)('an entry: %s', async (_what, entry, args, expected) => {
    const { run } = await project(suiteOf(evaluators(`{name: base, type: contains, value: "42", weight: 9}`, entry)));
    expect((await run(...args)).exitCode).toBe(expected);
  });

/** Limits on a figure score replies that tell the figure, and no other. */
export const testUnknownFigures = (rows: readonly (readonly [entry: string, within: object, beyond: object])[]): void =>
  test.each(rows)('%s is unscored, not 0 and not a pass', async (entry, within, beyond) => {
    const unknown = await scoreStored(entry, {});
    expect(unknown.exitCode).toBe(3);
    expect(unknown.row).toMatchObject({ score: null, latencyMs: null });
    expect((await scoreStored(entry, within)).exitCode).toBe(0);
    expect((await scoreStored(entry, beyond)).exitCode).toBe(1);
  });
