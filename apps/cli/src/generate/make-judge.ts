import { createTraffic } from '@assay/engine';
import { ConfigError, type ChildProcesses, type Provider, type ReportDiagnostic } from '@assay/schema';
import type { Reading } from '../runner/reading/compose-reading.js';
import { givenUpDiagnostic } from '../runner/reporting/given-up.js';
import { effectiveOptions, type OptionValues } from '../options/option-values.js';
import { providerMaker } from '../runner/targets/make-provider.js';
import { withRedactedRequests } from '../secrets/redacted-requests.js';
import { targetLimiters } from '../runner/targets/target-limiters.js';
import { createTargetIdentities } from '../runner/targets/identity/target-identities.js';
import { makeTargetResolver } from '../runner/targets/make-target-resolver.js';
import type { TargetReference } from '../trust/target-reference.js';

export interface MakeJudgeOptions {
  readonly reading: Reading;
  /** `--judge`: a target, `provider:model`, or a file that defines a target. */
  readonly judge: string | undefined;
  /** `--targets` */
  readonly targetsFile: string | undefined;
  /** What the command line says of limits, time-outs and retries. */
  readonly said: OptionValues;
  readonly cwd: string;
  /** Keeps watch over the program of a judge that is one. */
  readonly processes: ChildProcesses;
  readonly report: ReportDiagnostic;
}

function judgeReference({ judge, reading }: MakeJudgeOptions): TargetReference {
  if (judge !== undefined) return { name: judge, namedBy: `judge "${judge}" (from --judge)`, role: 'judge', vouched: true };
  const [first] = reading.project.judges?.panel ?? [];
  if (first) return { name: first.model, namedBy: `judge "${first.model}" (from the project configuration)`, location: first.location, role: 'judge' };
  throw new ConfigError('no judge is named that could write rubrics', {
    hint: 'name one with --judge, e.g. --judge openai:gpt-4o-mini, or under judges: in .assay/config.yaml',
  });
}

/**
 * Makes the model ready that writes: the one of `--judge`, else the first judge of the project, with
 * retries, time-outs and limits as in runs.
 * @throws ConfigError when nobody is named, or the judge cannot be made ready.
 */
export async function makeJudge(options: MakeJudgeOptions): Promise<Provider> {
  const { reading, report, cwd, targetsFile } = options;
  const reference = judgeReference(options);
  const resolver = await makeTargetResolver({ reading, targetsFile, cwd, report });
  const effective = effectiveOptions(options.said, reading.project.defaults.settings);
  const make = providerMaker({
    reading,
    cwd,
    options: effective,
    identities: createTargetIdentities(),
    processes: options.processes,
    report,
    limiterOf: targetLimiters(createTraffic({ concurrency: effective.of('concurrency') }), effective),
    onGivenUp: (notice) => report(givenUpDiagnostic(notice, { hint: 'try again later; cases that have a rubric by then are left as they are' })),
  });
  return withRedactedRequests(await make(await resolver.find(reference)), reading.redactor);
}
