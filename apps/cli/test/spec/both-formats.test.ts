import type { ResultRow } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { startChatServer } from '../support/servers/chat-server.js';
import { runAssay } from '../support/commands/warm-assay.js';
import { createWorkspace } from '../support/projects/workspace.js';
import { lines } from './composed-loader.js';
import { AS_LINE, AS_YAML, loadCases, QUERY, row, THE_CASE } from './sample-case.js';

/** What YAML and JSON Lines have in common: the same cases, the same rows, the same command. */

const OWN_TO_A_RUN: ReadonlySet<string> = new Set([
  'runId', 'trialKey', 'assessmentKey', 'scoringKey', 'suite', 'suitePath', 'source', 'startedAt', 'finishedAt', 'latencyMs',
] satisfies (keyof ResultRow)[]);

/** What must be equal in two rows of the same case: everything but ids, places and times. */
function comparable(found: ResultRow): object {
  const own = Object.fromEntries(Object.entries(found).filter(([key]) => !OWN_TO_A_RUN.has(key)));
  // Votes have taken their time as well.
  return JSON.parse(JSON.stringify(own, (key, value: unknown) => (key === 'latencyMs' ? undefined : value))) as object;
}

describe('the same cases from both formats', () => {
  test('"JSONL and YAML produce same EvalCase"', async () => {
    const fromYaml = await loadCases('s.yaml', { 's.yaml': AS_YAML });
    const fromLines = await loadCases('s.jsonl', { 's.jsonl': lines(AS_LINE) });
    expect(fromLines).toStrictEqual(fromYaml);
    expect(JSON.stringify(fromLines)).toBe(JSON.stringify(fromYaml));
  });

  const FULL = {
    id: 'full-test',
    conversation_id: 'conv-1',
    expected_outcome: 'Goal',
    input_messages: [{ role: 'system', content: 'Be brief' }, ...QUERY],
    expected_messages: [
      { role: 'assistant', tool_calls: [{ tool: 'search', input: { q: 1 }, output: 'found' }] },
      { role: 'assistant', content: 'Answer' },
    ],
    execution: { target: 'azure' },
    evaluators: [{ name: 'says', type: 'contains', value: 'Answer', weight: 2 }],
    rubrics: ['Is polite', { id: 'short', description: 'Is short', weight: 2, required: true }],
    weight: 3,
    tags: ['smoke'],
  };

  test('"All eval case fields supported in JSONL": all are kept', async () => {
    const [only] = await loadCases('d.jsonl', { 'd.jsonl': lines(FULL) });
    expect(only).toStrictEqual({
      id: 'full-test',
      conversationId: 'conv-1',
      expectedOutcome: 'Goal',
      inputMessages: FULL.input_messages,
      expectedMessages: [
        { role: 'assistant', toolCalls: [{ tool: 'search', input: { q: 1 }, output: 'found' }] },
        { role: 'assistant', content: 'Answer' },
      ],
      execution: { target: 'azure' },
      evaluators: [
        { name: 'rubric', type: 'rubric', weight: 1, options: { rubrics: FULL.rubrics } },
        { name: 'says', type: 'contains', weight: 2, options: { value: 'Answer' } },
      ],
      weight: 3,
      tags: ['smoke'],
    });
  });

  test('"All eval case fields supported in JSONL": it validates and runs, as the YAML does', async () => {
    const server = await startChatServer(({ model }) =>
      model === 'judge' ? '{"reflection": "Yes.", "hits": [], "misses": [], "classification": "FULLY_MET"}' : 'The Answer.',
    );
    const target = (name: string): string => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: k}\n`;
    const { folder, rows: rowsOf } = await createWorkspace({
      '.assay/targets.yaml': `targets:\n${target('azure')}${target('judge')}`,
      'lines.jsonl': lines(FULL),
      'document.yaml': `evalcases:\n  - ${JSON.stringify(FULL)}\n`,
    });
    expect(await runAssay(['validate', 'lines.jsonl'], { cwd: folder })).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^valid: 1 suite, 1 case, 0 errors, 0 warnings/u),
    });
    for (const file of ['lines.jsonl', 'document.yaml']) {
      expect(await runAssay(['run', file, '--judge', 'judge', '--out', `out-${file}`], { cwd: folder })).toMatchObject({ exitCode: 0 });
    }
    const [fromLines] = await rowsOf('out-lines.jsonl');
    const [fromYaml] = await rowsOf('out-document.yaml');
    if (!fromLines || !fromYaml) expect.fail('a run has no row');
    expect(fromLines).toMatchObject({ conversationId: 'conv-1', caseWeight: 3, tags: ['smoke'], status: 'ok', score: 1, target: 'azure' });
    expect(comparable(fromLines)).toEqual(comparable(fromYaml));
  });
});

describe('YAML stays as it was', () => {
  test('"Existing YAML files work unchanged"', async () => {
    expect(await loadCases('s.yaml', { 's.yaml': AS_YAML })).toStrictEqual([THE_CASE]);
    // A sidecar belongs to JSONL: a YAML suite has its settings in itself.
    const withHead = `description: D\nexecution: {target: t}\n${AS_YAML}`;
    expect(await loadCases('s.yaml', { 's.yaml': withHead, 's.yml': 'execution: {target: other}\n' })).toStrictEqual([
      { ...THE_CASE, execution: { target: 't' } },
    ]);
  });

  const CHECK = { evaluators: [{ type: 'contains', value: 'Query' }] };
  const REPO = {
    'evals/test1.yaml': 'evalcases:\n  - {id: test-1, expected_outcome: Goal 1, input: Query, evaluators: [{type: contains, value: Query}]}\n',
    'evals/test2.jsonl': lines(row(1, CHECK)),
  };

  test('"Mixed YAML and JSONL in same repo"', async () => {
    const { folder, rows: rowsOf } = await createWorkspace(REPO);
    expect(await runAssay(['run', 'evals/test1.yaml', 'evals/test2.jsonl', '--target', 'mock'], { cwd: folder })).toMatchObject({ exitCode: 0 });
    const found = await rowsOf();
    expect(found.map(({ suite, caseId, score, source }) => [suite, caseId, score, source]).toSorted()).toEqual([
      ['test1', 'test-1', 1, 'evals/test1.yaml:2:5'],
      ['test2', 'test-1', 1, 'evals/test2.jsonl:1:1'],
    ]);
  });

  test('"CLI works with both formats"', async () => {
    const { folder, rows: rowsOf } = await createWorkspace(REPO);
    const jsonl = await runAssay(['run', 'evals/test2.jsonl', '--target', 'mock', '--out', 'jsonl'], { cwd: folder });
    const yaml = await runAssay(['run', 'evals/test1.yaml', '--target', 'mock', '--out', 'yaml'], { cwd: folder });
    expect([jsonl.exitCode, yaml.exitCode]).toEqual([0, 0]);
    const [fromLines] = await rowsOf('jsonl');
    const [fromYaml] = await rowsOf('yaml');
    if (!fromLines || !fromYaml) expect.fail('a run has no row');
    expect(comparable(fromLines)).toEqual(comparable(fromYaml));
    expect(Object.keys(fromLines)).toEqual(Object.keys(fromYaml));
    // The same table for people, too.
    const table = (output: string): string => output.replaceAll(/<?\d+(?:\.\d+)? ?m?s\b|test\d|\S+T\d\d-\S+|yaml|jsonl/gu, '…').replaceAll(/ +/gu, ' ');
    expect(table(jsonl.stdout)).toBe(table(yaml.stdout));
  });
});
