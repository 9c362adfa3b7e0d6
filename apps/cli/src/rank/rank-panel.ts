import { createTraffic } from '@assay/engine';
import { createJudge, createJudgePanel, JUDGE_PROMPT_VERSION, nameJudges } from '@assay/judges';
import { canonicalHash, ConfigError, DEFAULT_VERDICT_THRESHOLDS, type BudgetAccount, type ChildProcesses, type JudgePanel, type JudgeSpec, type Provider, type ReportDiagnostic } from '@assay/schema';
import { effectiveOptions, type OptionValues } from '../options/option-values.js';
import { createRunBudget } from '../runner/budget/run-budget.js';
import { readJudgeWeights, type JudgeWeights } from '../runner/judges/calibrated-weights.js';
import type { Reading } from '../runner/reading/compose-reading.js';
import { givenUpDiagnostic } from '../runner/reporting/given-up.js';
import { makeTargetResolver } from '../runner/targets/make-target-resolver.js';
import { providerMaker } from '../runner/targets/make-provider.js';
import { judgeSettings } from '../runner/targets/identity/judge-settings.js';
import { targetIdentity } from '../runner/targets/identity/target-identity.js';
import { createTargetIdentities } from '../runner/targets/identity/target-identities.js';
import { targetLimiters } from '../runner/targets/target-limiters.js';
import { withRedactedRequests } from '../secrets/redacted-requests.js';

export interface RankPanelOptions {
  readonly reading: Reading;
  /** `--judge`; empty for the panel of the project. */
  readonly judges: readonly string[];
  readonly targetsFile: string | undefined;
  /** What the command line says of limits, time-outs, retries and budgets. */
  readonly said: OptionValues;
  readonly cwd: string;
  readonly processes: ChildProcesses;
  /** Of the digest: the same one finds what was kept before. */
  readonly salt: string;
  readonly report: ReportDiagnostic;
}

/** Judges that compare replies. */
export interface RankPanel {
  readonly panel: JudgePanel;
  /** Of all that changes what they say. */
  readonly digest: string;
  /** Ends the budget. */
  close(): Promise<void>;
}

/** The judges that are named, and what goes with them. */
function rankJudges({ judges, reading }: Pick<RankPanelOptions, 'judges' | 'reading'>) {
  const { judges: configured } = reading.project;
  if (judges.length > 0) return { specs: judges.map((model): JudgeSpec => ({ model })), quorum: undefined, calibrated: false, vouched: true as const, from: '--judge' };
  if (configured && configured.panel.length > 0) return { specs: configured.panel, quorum: configured.quorum, calibrated: configured.consensus === 'calibrated', vouched: undefined, from: 'the project configuration' };
  throw new ConfigError('no judge is named that could compare replies', {
    hint: 'name one with --judge, e.g. --judge openai:gpt-4o-mini, or under judges: in .assay/config.yaml',
  });
}

function paidFrom(provider: Provider, account: BudgetAccount | undefined): Provider {
  return account ? { ...provider, generate: (request) => provider.generate({ ...request, account }) } : provider;
}

/** What the judges of the project count by labels. */
function readWeights({ reading, cwd }: RankPanelOptions): Promise<JudgeWeights> {
  const { root, verdicts = DEFAULT_VERDICT_THRESHOLDS } = reading.project;
  return readJudgeWeights({ root, cwd, kept: [], passLimit: verdicts.pass, promptVersion: JUDGE_PROMPT_VERSION });
}

/**
 * Makes the judges ready, with retries, time-outs, limits and a budget as in runs. A cascade compares nothing, and a backup would
 * have seen one order of a pair alone: neither is asked.
 * @throws ConfigError when nobody is named, or one cannot be made ready.
 */
export async function makeRankPanel(options: RankPanelOptions): Promise<RankPanel> {
  const { reading, report, cwd, targetsFile, processes, said } = options;
  const { specs, quorum, calibrated, vouched, from } = rankJudges(options);
  const resolver = await makeTargetResolver({ reading, targetsFile, cwd, report });
  const effective = effectiveOptions(said, reading.project.defaults.settings);
  const budget = createRunBudget({ options: effective, project: { budgets: {}, budgetLocations: {} }, suites: [], report });
  const ledger = budget.open({});
  const account = budget.account({ suite: '', suitePath: '' });
  const identities = createTargetIdentities({ salt: options.salt });
  const make = providerMaker({
    reading,
    cwd,
    options: effective,
    identities,
    processes,
    report,
    budget,
    limiterOf: targetLimiters(createTraffic({ concurrency: effective.of('concurrency') }), effective),
    onGivenUp: (notice) => report(givenUpDiagnostic(notice, { hint: 'try again later; pairs that were judged by then are kept' })),
  });
  const named = nameJudges(specs);
  const weights = calibrated && named.length > 1 ? await readWeights(options) : undefined;
  const made = await Promise.all(
    named.map(async ({ id, model, approach, weight, location }) => {
      const target = await resolver.find({ name: model, namedBy: `judge "${model}" (from ${from})`, location, role: 'judge', vouched });
      const provider = withRedactedRequests(paidFrom(await make(target), account), reading.redactor);
      const { trust, project: { modelAliases }, definitions: { providers } } = reading;
      const settings = judgeSettings(targetIdentity(target, { env: trust.environmentOf(target), modelAliases, providers, contentOf: () => undefined }));
      const judge = createJudge({ id, provider, ...(approach === undefined ? {} : { approach }) });
      return { id, weight: weights?.of({ id, model: judge.model, settings }) ?? weight, identity: identities.of(target) ?? { target: target.name }, judge };
    }),
  );
  ledger?.start();
  return {
    panel: createJudgePanel({
      judges: made.map(({ judge }) => judge),
      quorum,
      weights: Object.fromEntries(made.flatMap(({ id, weight }): [string, number][] => (weight === undefined ? [] : [[id, weight]]))),
    }),
    digest: canonicalHash({ judges: made.map(({ id, weight, identity }) => [id, weight ?? 1, identity]), quorum: quorum ?? 1, prompt: JUDGE_PROMPT_VERSION } as never),
    close: async () => ledger?.close(),
  };
}
