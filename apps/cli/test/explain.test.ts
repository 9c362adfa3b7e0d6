import { expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

const BLUEPRINT = `title: Refunds
---
- id: returns
  prompt: Can I return it?
  should:
    - $js: "1"
    - $js: "({ score: 0.75, explain: 'nearly' })"
    - $js: "0.5"
    - - $js: "0.2"
      - $contains: sorry
    - - $contains: never
- id: threats
  prompt: Can I?
  should:
    - { $contains: day, weight: 3 }
    - $js: r.missing.length
    - - - $contains: days
        - $contains: weeks
      - - $contains: sorry
  should_not:
    - - $contains: lawyer
`;

const OUTPUTS = ['returns', 'threats'].map((id) => `${JSON.stringify({ id, text: '30 days, says my lawyer.' })}\n`).join('');

test('score --explain prints the arithmetic of every row on stdout, then the summary', async () => {
  const { folder } = await createWorkspace({ 'refunds.yaml': BLUEPRINT, 'out.jsonl': OUTPUTS });
  const args = ['score', 'refunds.yaml', '--outputs', 'out.jsonl', '--explain', '--concurrency', '1'];
  const { exitCode, stdout } = await runAssay(args, { cwd: folder });
  const [explained = ''] = stdout.split(/^Run /mu);
  expect(explained).toMatchInlineSnapshot(`
    "✗ refunds › returns  on outputs  0.425  fail
      ✗ points  0.425
        required   (1 + 0.75 + 0.5) / 3 = 0.75
          ✓ $js "1"  1
          ~ $js "({ score: 0.75, explain: 'nearly' })"  0.75
            nearly
          ✗ $js "0.5"  0.5
        paths      best of path 1 = 0.1, path 2 = 0 → path 1, 0.1
          path 1  (0.2 + 0) / 2 = 0.1
            ✗ $js "0.2"  0.2
            ✗ $contains "sorry"  0
          path 2  0
            ✗ $contains "never"  0
        score      (0.75 + 0.1) / 2 = 0.425

    ✗ refunds › threats  on outputs  0.4375  fail
      ✗ points  0.4375
        required   (3×1 + 1×0.5) / 4 = 0.875, between 0.7 and 0.9
          ✓ $contains "day"  1  ×3
          ! $js "r.missing.length"
            unscored: the script threw TypeError: cannot read property 'length' of undefined
          block 1  best of path 1 = 0.5, path 2 = 0 → path 1, 0.5
            path 1  (1 + 0) / 2 = 0.5
              ✓ $contains "days"  1
              ✗ $contains "weeks"  0
            path 2  0
              ✗ $contains "sorry"  0
        not paths  path 1 = 0
          path 1  0
            ✗ not: $contains "lawyer"  0
        score      (0.875 + 0) / 2 = 0.4375, between 0.35 and 0.45
        fails the case: should_not path 1 is met in full

    "
  `);
  expect(stdout).toContain('\nFAILED  refunds on outputs');
  expect(exitCode).toBe(1);
});

test('run --explain shows what the judges wrote, and the mean of several evaluators', async () => {
  const reply = JSON.stringify({ reflection: 'It greets.', hits: [], misses: [], classification: 'HALF_MET' });
  const server = await startChatServer(({ model }) => (model === 'agent' ? 'Hello!' : reply));
  const targets = ['agent', 'judge'].map(
    (name) => `  - {name: ${name}, provider: openai, model: ${name}, endpoint: '${server.url}', api_key: test}\n`,
  );
  const { folder } = await createWorkspace({
    '.assay/targets.yaml': `targets:\n${targets.join('')}`,
    'suite.yaml': `evalcases:
  - id: greeting
    expected_outcome: Greets
    input: Say hello
    evaluators:
      - {type: points, weight: 3, should: [Is polite]}
      - {type: contains, value: Hello}
`,
  });
  const { stdout } = await runAssay(['run', 'suite.yaml', '--target', 'agent', '--judge', 'judge', '--explain'], { cwd: folder });
  expect(stdout.split(/^Run /mu)[0]).toBe(
    [
      '~ suite › greeting  on agent  0.625  borderline',
      '  ✗ points  0.5  ×3',
      '    required   0.5',
      '      ✗ Is polite  0.5',
      '        judge 0.5: It greets.',
      '    score      0.5',
      '  ✓ contains  1',
      '    + contains "Hello"',
      '  score  (3×0.5 + 1×1) / 4 = 0.625',
      '',
      '',
    ].join('\n'),
  );
});

test('--explain is text for people: with --json it is refused before anything runs', async () => {
  const { folder } = await createWorkspace({ 'refunds.yaml': BLUEPRINT });
  const { exitCode, stdout, stderr } = await runAssay(['run', 'refunds.yaml', '--target', 'mock', '--explain', '--json'], { cwd: folder });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain("option '--explain' cannot be used with option '--json'");
});

test('a citation that is an address without a title stands there once', async () => {
  const blueprint = 'models: [mock]\n---\n- id: a\n  prompt: A day.\n  should:\n    - { $contains: day, citation: { url: "https://example.com/3" } }\n    - { $contains: A, citation: { title: Fees, url: "https://example.com/4" } }\n';
  const { folder } = await createWorkspace({ 'blueprints/fees.yml': blueprint });
  const { stdout } = await runAssay(['run', 'blueprints/fees.yml', '--explain'], { cwd: folder });
  expect(stdout.match(/source: .*/gu)).toEqual(['source: https://example.com/3', 'source: Fees, https://example.com/4']);
});
