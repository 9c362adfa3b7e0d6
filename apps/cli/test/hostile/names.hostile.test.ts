import { describe, expect, test } from 'vitest';
import { createWorkspace } from '../support/projects/workspace.js';
import { runAssay } from './support/run-assay.js';

/** Names that objects of JavaScript have by birth, or that mean something to what reads them. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'length', 'null'];

const suite = `evalcases:
${NAMES.map(
  (name) => `  - id: "${name}"
    input: Hi
    expected_outcome: Hi
    tags: ["${name}"]
    context: { "${name}": "${name}" }
    evaluators:
      - type: composite
        name: "${name}"
        aggregator: { type: weighted_average, weights: { "${name}": 3, other: 1 } }
        evaluators:
          - { name: "${name}", type: contains, value: Hi }
          - { name: other, type: contains, value: nothing of the kind }
      - type: code_judge
        name: "judge ${name}"
        script: [node, -e, 'console.log(JSON.stringify({ score: 0.75, details: JSON.parse(process.argv[1]) }))', '{"${name}":{"${name}":1}}']
`,
).join('')}`;

describe('names that mean something to JavaScript are names like others', () => {
  test('of cases, tags, evaluators, weights and details', { timeout: 60_000 }, async () => {
    const { folder, rows } = await createWorkspace({ 'suite.yaml': suite });
    const assay = (...args: string[]) => runAssay(args, { cwd: folder });
    expect(await assay('validate', 'suite.yaml', '--strict')).toMatchObject({ exitCode: 0 });
    const { stderr, exitCode } = await assay('run', 'suite.yaml', '--target', 'mock', '--out', 'kept');
    expect(stderr).not.toMatch(/something went wrong|NaN/u);
    expect(exitCode).toBe(0);
    const kept = await rows('kept');
    expect(kept.map(({ caseId }) => caseId).toSorted()).toEqual(NAMES.toSorted());
    for (const { caseId, score, tags, evaluators } of kept) {
      const [composite, judge] = evaluators;
      expect({ caseId, tags, scores: [composite?.score, judge?.score, score] }).toEqual({ caseId, tags: [caseId], scores: [0.75, 0.75, 0.75] });
      expect(composite?.name).toBe(caseId);
      expect(Object.entries(judge?.details as object)).toEqual([[caseId, JSON.parse(`{"${caseId}":1}`)]]);
    }
    for (const name of NAMES) {
      const { stdout } = await assay('cases', 'suite.yaml', '--json', '--id', name);
      expect(stdout.trim().split('\n')).toHaveLength(1);
      expect(Object.entries((JSON.parse(stdout) as { context: object }).context)).toContainEqual([name, name]);
    }
    await assay('baseline', 'save', 'kept');
    const check = await assay('baseline', 'check', 'kept');
    expect(check.stdout).toMatch(new RegExp(`^suite +\\S+ +${NAMES.length} +0 +${NAMES.length} +0 `, 'mu'));
    expect(check.exitCode).toBe(0);
    const compared = JSON.parse((await assay('compare', 'kept', 'kept', '--json')).stdout) as { only_in_a?: unknown[] };
    expect(JSON.stringify(compared)).not.toContain('NaN');
  });

  test('of suites, targets and collections', { timeout: 60_000 }, async () => {
    const each = (content: (name: string) => readonly [string, string]) => Object.fromEntries(NAMES.map(content));
    const { folder, rows } = await createWorkspace({
      ...each((name) => [`suites/${name}.yaml`, 'evalcases:\n  - { id: a, input: Hi, expected_outcome: Hi, evaluators: [{ type: contains, value: Hi }] }\n']),
      '.assay/targets.yaml': `targets:\n${NAMES.map((name) => `  - { name: "${name}", provider: mock }\n`).join('')}`,
      '.assay/config.yaml': `collections:\n${NAMES.map((name) => `  "${name} all": ["${name}"]\n`).join('')}`,
    });
    const targets = NAMES.flatMap((name) => ['--target', name]);
    const { exitCode, stderr } = await runAssay(['run', 'suites', ...targets, '--out', 'kept'], { cwd: folder });
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    const pairs = (await rows('kept')).map(({ suite: of, target }) => `${of} ${target}`);
    expect(pairs.toSorted()).toEqual(NAMES.flatMap((of) => NAMES.map((target) => `${of} ${target}`)).toSorted());
  });
});
