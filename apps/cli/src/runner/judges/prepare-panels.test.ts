import { DEFAULT_BACKUP, DEFAULT_JUDGES, nameJudges } from '@assay/judges';
import { providerDefinitions } from '@assay/providers';
import { ConfigError, defineJudgePanel, type Diagnostic, type Provider, type Suite, type TargetDefinition } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { createTargetResolver } from '../targets/naming/target-resolver.js';
import { createPanels, type PanelMembers } from './prepare-panels.js';
import { fullTrust } from '../../trust/trust.js';

const installed = await providerDefinitions();

const target: TargetDefinition = { name: 'agent', provider: 'mock', options: {} };
const CASE = { caseId: 'p1', location: { file: 'b.yml', line: 1, column: 1 } };
const blueprint = { name: 'b', dialect: 'blueprint', conventions: { unnamedJudges: 'panel' }, file: '/b.yml', targets: [] as readonly TargetDefinition[] } as Suite;

/** Panels whose judges are ready, except those of one provider, for which a key is missing. */
function setup(without?: string, backupJudge?: string) {
  const findings: Diagnostic[] = [];
  const made: PanelMembers[] = [];
  const panels = createPanels(
    {
      resolver: createTargetResolver({ named: [], providers: installed, readFile: async () => [], resolveText: (text) => text, report: () => undefined, trust: fullTrust({ root: '/', env: {} }) }),
      choice: { judges: [], backupJudge, defaults: { judges: DEFAULT_JUDGES, backup: DEFAULT_BACKUP } },
      makePanel(members) {
        made.push(members);
        return defineJudgePanel({ judgeIds: members.judges.map(({ id }) => id), assess: () => Promise.reject(new TypeError('not asked')) });
      },
      nameJudges: nameJudges,
      weigh: () => Promise.reject(new TypeError('not weighed')),
      report: (finding) => findings.push(finding),
      announce: (finding) => findings.push(finding),
    },
    async ({ name, provider, model }): Promise<Provider> => {
      if (provider === without) throw new ConfigError(`${provider} needs a key`, { hint: 'set it' });
      return { name, provider, model, structuredOutput: false, generate: () => Promise.reject(new TypeError('not asked')) };
    },
  );
  return { panels, findings, made };
}

describe('the panel of a blueprint that names no judges', () => {
  test('is the default one, with its backup, ids and approach', async () => {
    const { panels, made, findings } = setup();
    await panels.prepare({ target, suite: blueprint, spec: undefined }, CASE);
    expect(made[0]?.judges.map(({ id, approach }) => [id, approach])).toEqual(DEFAULT_JUDGES.map(({ id }) => [id, 'holistic']));
    expect(made[0]?.backup?.id).toBe(DEFAULT_BACKUP.id);
    expect(panels.ids()).toEqual(DEFAULT_JUDGES.map(({ id }) => id).toSorted());
    expect(findings).toEqual([]);
  });

  test('a run goes on without the default backup when its key is missing, and says so once', async () => {
    const { panels, made, findings } = setup('anthropic');
    await panels.prepare({ target, suite: blueprint, spec: undefined }, CASE);
    await panels.prepare({ target: { ...target, name: 'other' }, suite: blueprint, spec: undefined }, CASE);
    expect(made.map(({ backup }) => backup)).toEqual([undefined, undefined]);
    expect(findings).toEqual([expect.objectContaining({ severity: 'info', message: expect.stringMatching(/no backup judge: .*anthropic needs a key/u) })]);
  });

  test('a run goes on without a backup that somebody named and that has no key, with a warning', async () => {
    const { panels, made, findings } = setup('anthropic', 'anthropic:claude-haiku-4-5');
    await panels.prepare({ target, suite: blueprint, spec: undefined }, CASE);
    expect(made.map(({ backup }) => backup)).toEqual([undefined]);
    expect(findings).toEqual([expect.objectContaining({ severity: 'warning', code: 'no-backup-judge', message: expect.stringMatching(/anthropic needs a key/u) })]);
  });

  test('a backup that does not exist, and a judge without a key, stop it', async () => {
    const named = setup(undefined, 'antropic:claude-haiku-4-5');
    await expect(named.panels.prepare({ target, suite: blueprint, spec: undefined }, CASE)).rejects.toThrow('unknown provider "antropic"');
    const primary = setup('openrouter');
    await expect(primary.panels.prepare({ target, suite: blueprint, spec: undefined }, CASE)).rejects.toThrow(
      `judge "${DEFAULT_JUDGES[0].id}" (from the default panel): openrouter needs a key`,
    );
  });

  test('the same panel is found again, however its keys are ordered', async () => {
    const { panels, made } = setup();
    const at = { target, suite: blueprint };
    await panels.prepare({ ...at, spec: { judges: [{ id: 'a', model: 'openai:x' }] } }, CASE);
    expect(panels.find({ ...at, spec: { judges: [{ model: 'openai:x', id: 'a' }] } })).toBeDefined();
    expect(panels.find({ ...at, spec: { judges: [{ model: 'openai:y' }] } })).toBeUndefined();
    expect(made).toHaveLength(1);
  });
});
