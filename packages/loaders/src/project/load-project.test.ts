import { join } from 'node:path';
import { ConfigError, type Diagnostic, type TargetDefinition } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { definitions } from '../../test/definitions.js';
import { findingsOf, projectFolder, shown } from '../../test/project-folder.js';
import { loadEnv } from '../env/load-env.js';
import { substituteEnv } from '../env/substitute-env.js';
import { checkTarget } from '../targets/check-target.js';
import { loadTargetFile } from '../targets/load-target-file.js';
import { loadProject } from './load-project.js';

const TARGET: TargetDefinition = {
  name: 'a',
  provider: 'openai',
  model: '${{ MODEL }}',
  options: { api_key: '${KEY}', headers: [{ x: 'a-${KEY}-b' }] },
  location: { file: 't.yaml', line: 2, column: 5 },
};

describe('the project', () => {
  test('is read from .assay and .agentv, the former winning', async () => {
    const folder = await projectFolder({
      '.assay/config.yaml': 'defaults: { target: a, timeout_seconds: 5 }\njudges: { panel: [x, y], backup: z, quorum: 2 }\ncollections: { CORE: [openai:gpt-4o-mini] }\nprices: { "openai:m": { input: 1, output: 2, cached_input: 0.5 } }\nverdicts: { pass: 0.9 }\n',
      '.agentv/config.yaml': 'guideline_patterns: ["*.md"]\ndefaults: { target: b, repeat: 2 }\n',
      '.assay/targets.yaml': 'targets: [{ name: a, provider: openai, model: m, timeout_seconds: 3, endpoint: e }]\n',
      '.agentv/targets.yaml': 'targets: [{ name: a, provider: azure }, { name: b, provider: azure, judge_target: a, workers: 2 }]\n',
      '.env': 'ONE=root\nTWO=root\n',
      'evals/.env': 'ONE=near\nTHREE=near\n',
      'evals/x.yaml': '',
    });
    const project = await loadProject(join(folder, 'evals'), { workingDirectory: folder, env: { THREE: 'process' } });
    expect(project).toMatchObject({
      root: folder,
      defaults: { target: 'a', settings: { timeout_seconds: 5, repeat: 2 } },
      judges: { panel: [{ model: 'x' }, { model: 'y' }], backup: { model: 'z' }, quorum: 2 },
      collections: { CORE: ['openai:gpt-4o-mini'] },
      guidelinePatterns: ['*.md'],
      prices: { 'openai:m': { input: 1, output: 2, cachedInput: 0.5 } },
      verdicts: { pass: 0.9, borderline: 0.6 },
      env: { ONE: 'near', TWO: 'root', THREE: 'process' },
    });
    expect(['ONE', 'TWO', 'THREE', 'FOUR'].map(project.envSource)).toEqual([join(folder, 'evals/.env'), join(folder, '.env'), 'process', undefined]);
    expect(project.targets).toStrictEqual([
      { name: 'a', provider: 'openai', model: 'm', timeoutSeconds: 3, options: { endpoint: 'e' }, location: { file: '.assay/targets.yaml', line: 1, column: 11 } },
      { name: 'b', provider: 'azure', judgeTarget: 'a', workers: 2, options: {}, location: { file: '.agentv/targets.yaml', line: 1, column: 41 } },
    ]);
  });

  test('says what single suites may take, in the values that the settings of runs have', async () => {
    const settings = [
      { key: 'max_cost', expected: 'a number of US dollars > 0', is: (value: unknown) => typeof value === 'number' && value > 0, ofSuites: true },
      { key: 'repeat', expected: 'a whole number', is: () => true },
    ];
    const good = await projectFolder({ '.assay/config.yaml': 'budgets: { geo: { max_cost: 5 }, a/b.yaml: { max_cost: 1 } }\n' });
    const { budgets, budgetLocations } = await loadProject(good, { workingDirectory: good, settings });
    expect(budgets).toEqual({ geo: { max_cost: 5 }, 'a/b.yaml': { max_cost: 1 } });
    expect(budgetLocations['geo']).toMatchObject({ file: '.assay/config.yaml', line: 1 });
    const bad = await projectFolder({ '.assay/config.yaml': 'budgets:\n  geo: { max_cost: 0 }\n  math: { repeat: 2 }\n  more: 5\n' });
    await expect(loadProject(bad, { workingDirectory: bad, settings })).rejects.toMatchObject({
      diagnostics: expect.arrayContaining([
        expect.objectContaining({ message: 'budgets.geo: max_cost must be a number of US dollars > 0' }),
        expect.objectContaining({ severity: 'warning', message: expect.stringContaining('"repeat"') as string }),
        expect.objectContaining({ message: 'budgets.more must be a mapping, not a number' }),
      ]) as unknown,
    });
  });

  test('states prices only if it is trusted: with others a limit of costs would not hold', async () => {
    const folder = await projectFolder({ '.assay/config.yaml': 'prices: { "openai:gpt-4o": { input: 0, output: 0 } }\n' });
    const at = { workingDirectory: folder };
    expect((await loadProject(folder, at)).prices).toEqual({ 'openai:gpt-4o': { input: 0, output: 0 } });
    expect((await loadProject(folder, { ...at, untrusted: true })).prices).toEqual({});
  });

  test('lists everything that is wrong in it, with places', async () => {
    const folder = await projectFolder({
      '.assay/config.yaml': 'defaults: { concurrency: 0, threshold: 2, targt: x }\njudges: { panel: [a], quorum: 2, backup: a }\nverdicts: { pass: 0.1 }\ncolections: {}\n',
    });
    const found = await findingsOf(loadProject(folder, { workingDirectory: folder, env: {}, settings: definitions.settings }));
    expect(found.map((finding) => shown(finding).replace(/ -> .*/u, ''))).toEqual([
      '.assay/config.yaml:4:1 warning unknown-key: unknown key "colections"; it is ignored',
      '.assay/config.yaml:2:31 error invalid-field: quorum is 2, but the panel has 1 judge',
      '.assay/config.yaml:2:42 error invalid-field: the backup judge a is on the panel already',
      '.assay/config.yaml:1:43 warning unknown-key: unknown key "targt" in defaults; it is ignored',
      '.assay/config.yaml:1:26 error invalid-option: defaults: concurrency must be a whole number >= 1',
      '.assay/config.yaml:1:40 error invalid-option: defaults: threshold must be a number from 0 to 1',
      '.assay/config.yaml:3:11 error invalid-field: borderline (0.6) must not be above pass (0.1)',
    ]);
  });
});

describe('judges of a project', () => {
  const judgesOf = async (judges: string) => {
    const folder = await projectFolder({ '.assay/config.yaml': `judges: ${judges}\n` });
    return loadProject(folder, { workingDirectory: folder, env: {} });
  };

  test('may have ids and approaches, in a list and as a panel with a backup', async () => {
    const at = (column: number) => ({ file: '.assay/config.yaml', line: 1, column });
    const strict = { id: 'strict', model: 'openai:gpt-4o', approach: 'holistic' };
    const list = await judgesOf('[{ id: strict, model: "openai:gpt-4o", approach: holistic }, local]');
    expect(list.judges).toStrictEqual({ panel: [{ ...strict, location: at(31) }, { model: 'local', location: at(70) }] });
    const panel = await judgesOf('{ panel: [a], backup: { id: strict, model: "openai:gpt-4o", approach: holistic } }');
    expect(panel.judges).toStrictEqual({ panel: [{ model: 'a', location: at(19) }], backup: { ...strict, location: at(52) } });
  });

  test('what is wrong with one is said with its place', async () => {
    const found = await findingsOf(
      judgesOf('[{ model: a, approach: gut }, { id: x }, 7, { id: x, model: b }, { id: x, model: c }, { model: d, modle: e }]'),
    );
    expect(found.map((finding) => shown(finding).replace(/ -> .*/u, ''))).toEqual([
      '.assay/config.yaml:1:32 error invalid-option: judges.0: approach must be one of standard, prompt-aware, holistic, not "gut"',
      '.assay/config.yaml:1:39 error invalid-option: judges.1: model is missing',
      '.assay/config.yaml:1:50 error invalid-field: a judge must be a string or a mapping, not a number',
      '.assay/config.yaml:1:80 error duplicate-name: two judges have the id "x"',
      '.assay/config.yaml:1:107 warning unknown-key: unknown key "modle" in judges; it is ignored',
    ]);
  });

  test('may count unequally, agree otherwise than by their mean, and be asked only where another one wavers', async () => {
    const weighed = await judgesOf('{ panel: [{ model: a, weight: 2.5 }, b], consensus: mean, cascade: c }');
    expect(weighed.judges).toMatchObject({ panel: [{ model: 'a', weight: 2.5 }, { model: 'b' }], consensus: 'mean', cascade: { first: { model: 'c' } } });
    const full = await judgesOf('{ panel: [a], consensus: min, cascade: { first: { id: cheap, model: c }, threshold: 0.7, band: 0, audit: 1 } }');
    expect(full.judges).toMatchObject({ consensus: 'min', cascade: { first: { id: 'cheap', model: 'c' }, threshold: 0.7, band: 0, audit: 1 } });
  });

  test.each([
    ['{ panel: [a], consensus: mode }', '1:34 error invalid-option: judges: consensus must be one of mean, median, majority, min, calibrated, not "mode"'],
    ['[{ model: a, weight: 0 }]', '1:30 error invalid-option: judges.0: weight must be a number above 0'],
    ['{ panel: [{ model: a, weight: 2 }], consensus: calibrated }', '1:39 error invalid-field: labels say how much each judge counts where consensus is calibrated -> remove weight, or set consensus: mean'],
    ['{ panel: [{ model: a, weight: 2 }], consensus: median }', '1:39 error invalid-field: weights count in the mean alone, and consensus is median -> remove weight, or set consensus: mean'],
    ['{ panel: [a], backup: { model: b, weight: 2 } }', '1:51 error invalid-field: a backup has no weight: it answers alone -> remove weight'],
    ['{ panel: [a], cascade: { first: b, band: 2 } }', '1:50 error invalid-option: judges.cascade: band must be a number from 0 to 1'],
    ['{ panel: [a], cascade: { band: 0.1 } }', '1:32 error invalid-option: judges.cascade: first is missing'],
    ['{ panel: [a], cascade: { first: { model: b, weight: 2 } } }', '1:61 error invalid-field: the judge that is asked first has no weight: its score counts alone, or not at all -> remove weight; weights are for the judges of the panel'],
    ['{ panel: [a], cascade: a }', '1:32 error invalid-field: the judge that is asked first, a, is on the panel already -> name a judge that is not on the panel: the panel is to check it'],
    ['{ cascade: a }', '1:20 error invalid-field: there is a cascade, but no panel to ask where its first judge wavers -> name the judges under panel, or leave the cascade out: one judge alone is a panel of one'],
  ])('%s is said with its place', async (judges, expected) => {
    expect((await findingsOf(judgesOf(judges))).map(shown)).toEqual([`.assay/config.yaml:${expected}`]);
  });
});

test('embeddings name a target', async () => {
  const good = await projectFolder({ '.assay/config.yaml': 'embeddings: openai:text-embedding-3-small\n' });
  expect((await loadProject(good, { workingDirectory: good, env: {} })).embeddings).toBe('openai:text-embedding-3-small');
  const bad = await projectFolder({ '.assay/config.yaml': 'embeddings: [x]\n' });
  const [finding] = await findingsOf(loadProject(bad, { workingDirectory: bad, env: {} }));
  expect(finding && shown(finding)).toMatch(/config\.yaml:1:13 error .*embeddings must be the name of a target or provider:model/u);
});

describe('targets', () => {
  test('a single model configuration is a target file too', async () => {
    const folder = await projectFolder({ 'c.yaml': 'name: judge\nprovider: anthropic\nmodel: claude\nmax_tokens: 500\n' });
    expect(await loadTargetFile('c.yaml', { workingDirectory: folder })).toStrictEqual([
      { name: 'judge', provider: 'anthropic', model: 'claude', options: { max_tokens: 500 }, location: { file: 'c.yaml', line: 1, column: 1 } },
    ]);
  });

  test('are checked against the installed providers when they are selected', () => {
    const check = (target: Partial<TargetDefinition>): readonly string[] =>
      checkTarget({ ...TARGET, ...target }, definitions).map((finding: Diagnostic) => shown(finding));
    expect(check({ options: { api_key: '${KEY}' } })).toEqual([]);
    expect(check({ provider: 'opnai' })).toEqual(['t.yaml:2:5 error unknown-provider: target "a": unknown provider "opnai"; installed: openai -> did you mean openai?']);
    expect(check({ options: { temperature: 'hot', tempratur: 1 } })).toEqual([
      't.yaml:2:5 warning unknown-key: unknown key "tempratur"; it is ignored -> did you mean temperature?',
      't.yaml:2:5 error invalid-option: target "a": temperature must be a number, not a string',
    ]);
  });

  test('get their variables at run time, nested ones too', () => {
    expect(substituteEnv(TARGET, { MODEL: 'm', KEY: 'k' })).toMatchObject({ name: 'a', model: 'm', options: { api_key: 'k', headers: [{ x: 'a-k-b' }] } });
  });

  test('a missing variable is an error that names it and where it stands', () => {
    expect(() => substituteEnv(TARGET, { MODEL: 'm' })).toThrow(ConfigError);
    expect(() => substituteEnv(TARGET, { MODEL: 'm' })).toThrow('target "a" needs the environment variable KEY (in api_key, headers[0].x), not set');
  });

  test('.env files stop at the project root', async () => {
    const folder = await projectFolder({ '.env': 'OUTER=1', 'p/.assay/x': '', 'p/.env': 'INNER=1', 'p/a/x': '' });
    expect((await loadEnv(join(folder, 'p/a'), {})).env).toEqual({ INNER: '1' });
  });
});
