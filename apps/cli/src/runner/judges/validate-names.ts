import { AssayError, InvalidFileError, type LocatedCase, type ReportDiagnostic, type Suite } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import { isTargetFile, type TargetResolver } from '../targets/target-resolver.js';
import type { TargetReference } from '../targets/target-reference.js';
import { namedForTheRun } from './check-names.js';
import { rememberedSearch } from './find-evaluator.js';
import { judgeNeeds } from './judge-needs.js';

export interface NameValidationOptions {
  readonly resolver: TargetResolver;
  readonly reading: Pick<Reading, 'project' | 'definitions'>;
  readonly report: ReportDiagnostic;
}

/** Finds names of judges and targets that lead nowhere, as far as that can be known without a command line. */
export interface NameValidation {
  /** What the project names: its judges, embeddings and default target. */
  project(): Promise<void>;
  /** The judges that a case's evaluators name. A bare name may be a model of whoever judges, so it passes. */
  judgesOf(suite: Suite, located: LocatedCase): Promise<void>;
}

export function createNameValidation({ resolver, reading, report }: NameValidationOptions): NameValidation {
  const told = new Set<string>();
  const find = rememberedSearch(reading.definitions.evaluators);

  async function check(reference: TargetReference, suite?: Suite): Promise<void> {
    const key = `${suite?.file ?? ''}\n${reference.name}`;
    if (told.has(key)) return;
    told.add(key);
    try {
      await resolver.check(reference, suite);
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      if (error instanceof InvalidFileError) for (const finding of error.diagnostics) report(finding);
      else report({ severity: 'error', code: 'unknown-name', message: error.message, hint: error.hint, location: error.location });
    }
  }

  return {
    async project() {
      const { project } = reading;
      const { target, targetLocation: location } = project.defaults;
      for (const reference of namedForTheRun({ settings: { judges: [] }, project, suites: [] })) await check(reference);
      if (target === undefined || target === 'default' || resolver.hasCollection(target)) return;
      await check({ name: target, namedBy: 'defaults.target of the project', location });
    },
    async judgesOf(suite, { evalCase, location }) {
      for (const { panel } of judgeNeeds(evalCase, find)) {
        if (!panel) continue;
        for (const { model } of [...panel.judges, ...(panel.backup ? [panel.backup] : [])]) {
          if (!model.includes(':') && !isTargetFile(model)) continue;
          await check({ name: model, namedBy: `judge "${model}" (from an evaluator of case "${evalCase.id}")`, location }, suite);
        }
      }
    },
  };
}
