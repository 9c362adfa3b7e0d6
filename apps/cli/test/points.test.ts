import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

/** The points of a rubric in every kind of file, from the command line. */

const REPLY = '42 1.0 007 True [TODO] "label": "x" Paraná';

/** Each should score as it says, in a blueprint and in a `points` entry alike. */
const POINTS: readonly (readonly [written: string, score: number | null])[] = [
  ['$contains: 42', 1],
  ['$contains: 43', 0],
  ['$contains: 1.0', 1],
  ['$contains: 1.00', 0],
  ['$contains: 007', 1],
  ['$contains: True', 1],
  ['$contains: [a, b]', null],
  ['"$contains: 42"', 1],
  ['"$contains: 007"', 1],
  ['"$contains: [TODO]"', 1],
  [`'$icontains: "LABEL": "x"'`, 1],
  ['"$contains_any_of: [x1, 007]"', 1],
  ['$contain_any_of: [1.00, 1.0]', 1],
  ['$not_icontain_all_of: [todo, nope]', 0.5],
  ['$imatch: todo', 1],
  ['$start_with: 42', 1],
  ['{ fn: contains, arg: zzz, fnArgs: 42 }', 1],
  ['{ fn: contains, args: 007, weight: 2 }', 1],
  ['"$not_is_json"', 1],
  ['$contains: "Parana\\u0301"', 1],
  ['$js: context.messages[0].content === "Hi" && context.messages.at(-1).content === r', 1],
  ['$js: context.modelId.length > 0', 1],
];

const list = (indent: string): string => POINTS.map(([written]) => `${indent}- ${written}\n`).join('');
const BLUEPRINTS = {
  'structures/header.yml': `title: T\n---\n- id: p1\n  prompt: Hi\n  should:\n${list('    ')}`,
  'structures/stream.yml': `id: p1\nprompt: Hi\nshould:\n${list('  ')}---\nprompt: Other\nshould: [$contains: x]\n`,
  'structures/list.yml': `- id: p1\n  prompt: Hi\n  should:\n${list('    ')}`,
  'structures/prompts.yml': `title: T\nprompts:\n  - id: p1\n    prompt: Hi\n    should:\n${list('      ')}`,
} as const;
const CASES = `evalcases:
  - id: p1
    expected_outcome: ok
    input: Hi
    evaluators:
      - type: points
        should:
${list('          ')}      - type: composite
        aggregator: { type: weighted_average }
        evaluators:
          - type: points
            name: inner
            should:
${list('              ')}`;

async function scoresOf(file: string, content: string) {
  const workspace = await createWorkspace({ [file]: content, 'out.jsonl': `${JSON.stringify({ id: 'p1', text: REPLY })}\n` });
  const { stderr, exitCode } = await runAssay(['score', file, '--outputs', 'out.jsonl', '--id', 'p1'], { cwd: workspace.folder });
  const [row] = await workspace.rows().catch(() => expect.fail(`exit ${String(exitCode)}: ${stderr}`));
  return row;
}

const atEnd = removeAtEnd();

/** The rows of all blueprints, by their files: one run scores them. */
async function rowsOfBlueprints() {
  const workspace = await createWorkspace({ ...BLUEPRINTS, 'out.jsonl': `${JSON.stringify({ id: 'p1', text: REPLY })}\n` }, atEnd);
  const { stderr, exitCode } = await runAssay(['score', ...Object.keys(BLUEPRINTS), '--outputs', 'out.jsonl', '--id', 'p1'], { cwd: workspace.folder });
  const rows = await workspace.rows().catch(() => expect.fail(`exit ${String(exitCode)}: ${stderr}`));
  return new Map(rows.map((row) => [row.suitePath, row]));
}

let ofBlueprints: ReturnType<typeof rowsOfBlueprints> | undefined;

const EXPECTED = POINTS.map(([written, score]) => [written, score]);
const shown = (points: readonly { readonly score: number | null }[] | undefined) => points?.map(({ score }, index) => [POINTS[index]?.[0], score]);

describe('points mean the same wherever they are written', () => {
  test.each(['structures/header.yml', 'structures/stream.yml', 'structures/list.yml', 'structures/prompts.yml'] as const)('%s', async (file) => {
    expect(shown((await (ofBlueprints ??= rowsOfBlueprints())).get(file)?.evaluators[0]?.points)).toEqual(EXPECTED);
  });

  test('a points entry of an eval case, and one inside a composite', async () => {
    const row = await scoresOf('cases.yaml', CASES);
    expect(shown(row?.evaluators[0]?.points)).toEqual(EXPECTED);
    expect(shown(row?.evaluators[1]?.evaluators?.[0]?.points)).toEqual(EXPECTED);
  });

  test('a JSON blueprint and a line of JSONL', async () => {
    const points = '[{"$contains": 42}, {"$contains": 1.0}, {"$contains": 1.00}, "$contains: 007", {"$contain_any_of": [1.0, 9]}]';
    const scores = [1, 1, 0, 1, 1];
    const json = await scoresOf('b.json', `{"prompts": [{"id": "p1", "promptText": "Hi", "points": ${points}}]}`);
    expect(json?.evaluators[0]?.points?.map(({ score }) => score)).toEqual(scores);
    const line = await scoresOf('c.jsonl', `{"id": "p1", "expected_outcome": "ok", "input": "Hi", "evaluators": [{"type": "points", "should": ${points}}]}\n`);
    expect(line?.evaluators[0]?.points?.map(({ score }) => score)).toEqual(scores);
  });

  test('what is wrong is said at its place, in both', async () => {
    const wrong = '- $contians: x\n- contains: x\n- { fn: contains, fnArgs: 42, arg: 43 }\n- - { $matches: "(" }\n';
    const indented = (by: string): string => wrong.replaceAll(/^/gmu, by);
    const { folder } = await createWorkspace({
      'b.yml': `- prompt: Hi\n  should:\n${indented('    ')}`.trimEnd(),
      'c.yaml': `evalcases:\n  - id: a\n    expected_outcome: ok\n    input: Hi\n    evaluators:\n      - type: points\n        should:\n${indented('          ')}`.trimEnd(),
    });
    for (const [file, line, column] of [['b.yml', 3, 7], ['c.yaml', 8, 13]] as const) {
      const { stderr, stdout, exitCode } = await runAssay(['validate', file], { cwd: folder });
      const said = stderr + stdout;
      expect(said).toContain(`${file}:${line}:${column + 11}: warning: `);
      expect(said).toContain('there is no point function "contians"; the point will be unscored\n  fix: did you mean $contains?');
      expect(said).toContain(`${file}:${line + 1}:${column}: warning: "contains" is read as a point, and what stands after it as its citation\n  fix: did you mean - $contains: "x"?`);
      expect(said).toContain(`${file}:${line + 2}:${column + 28}: warning: fnArgs and arg differ; fnArgs is used\n  ${file}:${line + 2}:${column + 16}: fnArgs is here`);
      expect(said).toMatch(new RegExp(`${file.replace('.', '\\.')}:${line + 3}:${column + 14}: warning: .*is not a valid pattern`, 'u'));
      expect(exitCode).toBe(0);
    }
  });
});

describe('scripts see the conversation and the model', () => {
  const BLUEPRINT = `title: T
system: Be brief.
context: { capital: Canberra, modelId: mine }
models: [oracle]
---
- id: two-turns
  messages:
    - user: What is the capital of Australia?
    - assistant: null
    - user: And its climate?
  should:
    - $js: context.messages[1].content === context.capital + '.'
    - $js: context.messages.map(({ role }) => role).join() === 'user,assistant,user,assistant'
    - $js: context.messages[3].content === 'Mild.' && r.endsWith(context.messages[3].content)
    - $js: context.modelId === 'mine'
- id: one-turn
  prompt: And its climate?
  should:
    - $js: context.messages.length === 2 && context.messages[1].content === r
`;

  test('turns that were generated on the way are in their places, the data of the header beside them', async () => {
    const server = await startChatServer(({ messages }) => (String(messages.at(-1)?.content).includes('capital') ? 'Canberra.' : 'Mild.'));
    const workspace = await createWorkspace({
      'b.yml': BLUEPRINT,
      '.assay/targets.yaml': `targets:\n  - {name: oracle, provider: openai, model: m, endpoint: '${server.url}', api_key: test}\n`,
    });
    const { exitCode, stderr } = await runAssay(['run', 'b.yml'], { cwd: workspace.folder });
    const rows = await workspace.rows();
    expect(rows.flatMap(({ evaluators }) => evaluators[0]?.points?.map(({ text, score, error }) => [text, score, error?.message]) ?? [])).toEqual(
      [...BLUEPRINT.matchAll(/\$js: /gu)].map(() => [expect.stringContaining('$js'), 1, undefined]),
    );
    expect({ exitCode, stderr: stderr.includes('error') }).toEqual({ exitCode: 0, stderr: false });
  });

  test('the model goes by the name of its target', async () => {
    const workspace = await createWorkspace({ 'b.yml': 'title: T\nmodels: [mock]\n---\n- prompt: Hi\n  should: [$js: context.modelId === "mock"]\n' });
    await runAssay(['run', 'b.yml'], { cwd: workspace.folder });
    const [row] = await workspace.rows();
    expect([row?.target, row?.evaluators[0]?.points?.[0]?.score]).toEqual(['mock', 1]);
  });
});

describe('tool use', () => {
  test('an expected list is found among other items, in its order', async () => {
    const calls = (seats: readonly unknown[]) => JSON.stringify({ id: 'p1', text: `TOOL_CALL ${JSON.stringify({ name: 'resolver', arguments: { seats } })}` });
    const rubric = '- id: p1\n  prompt: Hi\n  should:\n    - $tool_args_match: { name: resolver, where: { seats: [{ row: 3 }, { row: 5 }] } }\n';
    const scores: unknown[] = [];
    for (const seats of [[{ row: 1 }, { row: 3, seat: 'A' }, { row: 4 }, { row: 5 }], [{ row: 5 }, { row: 3 }], [{ row: 3 }]]) {
      const workspace = await createWorkspace({ 'b.yml': rubric, 'out.jsonl': calls(seats) });
      await runAssay(['score', 'b.yml', '--outputs', 'out.jsonl'], { cwd: workspace.folder });
      scores.push((await workspace.rows())[0]?.score);
    }
    expect(scores).toEqual([1, 0, 0]);
  });

  test('a mode that nobody knows is an error', async () => {
    const { folder } = await createWorkspace({ 'b.yml': 'title: T\ntoolUse: { mode: execute }\n---\n- prompt: Hi\n  should: [$contains: x]\n' });
    const { exitCode, stderr, stdout } = await runAssay(['validate', 'b.yml'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr + stdout).toContain('b.yml:2:18: error: mode must be trace-only, not "execute"');
  });
});
