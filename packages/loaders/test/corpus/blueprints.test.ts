import { readdirSync } from 'node:fs';
import { InvalidFileError, isJsonObject, type Diagnostic, type JsonValue } from '@assay/schema';
import { externalFolder } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { loadSuite } from '../../src/index.js';
import { shown } from '../project-folder.js';

/** Blueprints that others wrote for their own tool, which are no part of this repository. */
const { folder: ROOT, absent, note } = externalFolder('ASSAY_CORPUS', 'weval-blueprints');

type Counts = Record<string, number>;

interface Survey {
  readonly names: string[];
  readonly refused: Map<string, readonly Diagnostic[]>;
  readonly totals: Counts;
  readonly functions: Counts;
  readonly findings: Counts;
  readonly placeless: Diagnostic[];
}

function count(counts: Counts, key: string, by = 1): void {
  counts[key] = (counts[key] ?? 0) + by;
}

function countItems(items: JsonValue | undefined, survey: Survey, kind: string): void {
  if (!Array.isArray(items)) return;
  for (const item of items as readonly JsonValue[]) {
    if (Array.isArray(item)) {
      count(survey.totals, Array.isArray(item[0]) ? 'blocks' : 'paths');
      countItems(item, survey, kind);
    } else if (isJsonObject(item)) {
      count(survey.totals, `${kind}: ${item['fn'] === undefined ? 'judged' : 'computed'}`);
      if (item['weight'] !== undefined) count(survey.totals, 'points with a weight');
      if (item['citation'] !== undefined) count(survey.totals, 'points with a citation');
      if (typeof item['fn'] === 'string') count(survey.functions, item['fn']);
    }
  }
}

async function readAll(): Promise<Survey> {
  const survey: Survey = { names: [], refused: new Map(), totals: {}, functions: {}, findings: {}, placeless: [] };
  const files = readdirSync(ROOT, { recursive: true }).map(String).filter((file) => file.endsWith('.yml'));
  for (const file of files.toSorted()) {
    const report = (finding: Diagnostic): void => {
      count(survey.findings, `${finding.severity} ${finding.code}`);
      if (!finding.location) survey.placeless.push(finding);
    };
    try {
      const suite = await loadSuite(file, { workingDirectory: ROOT, report });
      survey.names.push(suite.name);
      count(survey.totals, 'custom models', suite.targets.length);
      for await (const { evalCase } of suite.cases()) {
        count(survey.totals, 'prompts');
        if (evalCase.inputMessages.some(({ content }) => content === null)) count(survey.totals, 'prompts with generated turns');
        if (evalCase.expectedMessages.length > 0) count(survey.totals, 'prompts with an ideal');
        const options = evalCase.evaluators[0]?.options;
        countItems(options?.['should'], survey, 'should');
        countItems(options?.['should_not'], survey, 'should_not');
      }
    } catch (error) {
      if (!(error instanceof InvalidFileError)) throw error;
      survey.refused.set(file, error.diagnostics);
    }
  }
  return survey;
}

const survey = absent ? undefined : await readAll();

function table({ totals, functions, findings }: Survey): string {
  const rows = (title: string, counts: Counts): string[] => [
    title,
    ...Object.entries(counts)
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([key, value]) => `  ${key.padEnd(32)} ${String(value).padStart(5)}`),
  ];
  return [...rows('totals', totals), ...rows('functions', functions), ...rows('findings', findings)].join('\n');
}

describe.skipIf(absent)(`blueprints that others wrote${note}`, () => {
  const found = survey ?? { names: [], refused: new Map(), totals: {}, functions: {}, findings: {}, placeless: [] };

  test('all load but two, which are no YAML and are refused with their place and a hint on quotes', () => {
    process.stdout.write(`${table(found)}\n`);
    expect(found.names).toHaveLength(111);
    expect([...found.refused].flatMap(([, findings]) => findings.map(shown))).toEqual([
      'blueprints/eu-ai-act-202401689.yml:3:14 error invalid-yaml: Invalid YAML: the text of description holds a colon and a space, which begin another key -> put the whole text in quotes, or write description: | and the text below it, indented',
      'blueprints/maternal-health-uttar-pradesh.yml:2:8 error invalid-yaml: Invalid YAML: the text of title holds a colon and a space, which begin another key -> put it in quotes: title: "Maternal Benefits: Uttar Pradesh"',
    ]);
  });

  test('names come from paths and differ', () => {
    expect(new Set(found.names).size).toBe(111);
    expect(found.names).toContain('compass__extroverted');
    expect(found.names).toContain('ai-psychosis');
  });

  test('every finding has a place, and none is an error', () => {
    expect(found.placeless).toEqual([]);
    expect(Object.keys(found.findings).filter((key) => key.startsWith('error'))).toEqual([]);
  });

  test('nothing of them is lost: the same prompts, points and functions as ever', () => {
    expect({ totals: found.totals, functions: found.functions }).toMatchInlineSnapshot(`
      {
        "functions": {
          "contains": 10,
          "contains_all_of": 23,
          "contains_any_of": 28,
          "contains_at_least_n_of": 5,
          "ends_with": 1,
          "factcheck": 2,
          "icontains": 130,
          "icontains_any_of": 21,
          "icontains_at_least_n_of": 1,
          "icontains_word": 121,
          "imatch": 1,
          "imatch_at_least_n_of": 1,
          "imatches": 230,
          "is_json": 1,
          "js": 77,
          "match": 1,
          "match_at_least_n_of": 1,
          "matches": 178,
          "not_contains_any_of": 1,
          "not_icontains_word": 2,
          "starts_with": 1,
          "tool_args_match": 12,
          "tool_call_count_between": 11,
          "tool_call_order": 5,
          "tool_called": 18,
          "word_count_between": 3,
        },
        "totals": {
          "custom models": 0,
          "paths": 152,
          "points with a citation": 702,
          "points with a weight": 251,
          "prompts": 1987,
          "prompts with an ideal": 1255,
          "prompts with generated turns": 43,
          "should: computed": 857,
          "should: judged": 5937,
          "should_not: computed": 28,
          "should_not: judged": 390,
        },
      }
    `);
  });

  test('what is said about them', () => {
    expect(found.findings).toMatchInlineSnapshot(`
      {
        "info lint-deprecated-id": 29,
        "info lint-deprecated-should-not": 21,
        "info lint-negative-point": 527,
        "info lint-single-point-paths": 21,
        "info no-effect": 3,
        "info no-points": 4,
        "warning call-as-text": 37,
        "warning duplicate-name": 1,
        "warning duplicate-prompt": 1,
        "warning no-effect": 1,
        "warning unknown-key": 4,
      }
    `);
  });
});
