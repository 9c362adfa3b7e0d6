import { AssayError, definitionFinder, InvalidFileError, type LocatedCase, type ReportDiagnostic, type Severity, type Suite } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import { DEFAULT_NAME, namedInFiles } from '../targets/select-targets.js';
import type { TargetResolver } from '../targets/naming/target-resolver.js';
import { isTargetFile } from '../targets/naming/undefined-targets.js';
import type { TargetReference } from '../../trust/target-reference.js';
import { namedForTheRun } from './check-names.js';
import { judgeNeeds } from './judge-needs.js';

export interface NameValidationOptions {
  readonly resolver: TargetResolver;
  readonly reading: Pick<Reading, 'project' | 'definitions' | 'trust'>;
  readonly report: ReportDiagnostic;
}

/** Finds names of judges and targets that lead nowhere, as far as that can be known without a command line. */
export interface NameValidation {
  /** What the project names: its judges, embeddings, default target and the members of its collections. */
  project(): Promise<void>;
  /** The `models` of a blueprint: warnings, since a command line may choose others. */
  modelsOf(suite: Suite, located: LocatedCase): Promise<void>;
  /** The judges that a case's evaluators name. A bare name may be a model of whoever judges, so it passes. */
  judgesOf(suite: Suite, located: LocatedCase): Promise<void>;
}

export function createNameValidation({ resolver, reading, report }: NameValidationOptions): NameValidation {
  /** How grave it was when it was looked at. */
  const told = new Map<string, Severity>();
  const find = definitionFinder(reading.definitions.evaluators);

  /** Does what may find a wrong name, once for each name of a suite or of the project (and once more where it is graver), and reports that. */
  async function tell(about: string, suite: Suite | undefined, severity: Severity, look: () => Promise<void>): Promise<void> {
    const key = `${suite?.file ?? ''}\n${about}`;
    const before = told.get(key);
    // A model that a blueprint suggests may be a judge too, which nobody can choose away.
    if (before === 'error' || before === severity) return;
    told.set(key, severity);
    try {
      await look();
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      if (error instanceof InvalidFileError) for (const finding of error.diagnostics) report(finding);
      else report({ severity, code: 'unknown-name', message: error.message, hint: error.hint, location: error.location });
    }
  }

  function check(reference: TargetReference, suite?: Suite, severity: Severity = 'error'): Promise<void> {
    return tell(reference.name, suite, severity, () => resolver.check(reference, suite));
  }

  /** Checks all references, and the members of the collections that they name. An error in one does not keep the others from being checked. */
  async function checkAll(references: readonly TargetReference[], severity: Severity, suite?: Suite): Promise<void> {
    for (const reference of references) {
      await tell(`several ${reference.name}`, suite, severity, async () => {
        for (const member of resolver.expand([reference], suite)) await check(member, member === reference ? suite : undefined, severity);
      });
    }
  }

  /** Members of the collections; not of those that nobody vouches for in an untrusted project, which would name models of its user. */
  function collectionMembers(): readonly TargetReference[] {
    const { collections, collectionLocations } = reading.project;
    return Object.entries(collections).flatMap(([name, members]) => {
      const location = collectionLocations[name];
      if (reading.trust.untrusted && !reading.trust.isVouchedFor(location)) return [];
      return members.map((member) => ({ name: member, namedBy: `collection "${name}"`, location }));
    });
  }

  return {
    async project() {
      const { project } = reading;
      const { target, targetLocation: location } = project.defaults;
      for (const reference of namedForTheRun({ settings: { judges: [] }, project, suites: [] })) await check(reference);
      await checkAll(collectionMembers(), 'error');
      if (target === undefined || target === 'default' || resolver.hasCollection(target)) return;
      await check({ name: target, namedBy: 'defaults.target of the project', location });
    },
    async modelsOf(suite, located) {
      // Other files name the one target that they were written for, and say in words to choose another.
      if (!suite.conventions?.namesModels) return;
      const named = namedInFiles(suite, located) ?? [];
      await checkAll(named.filter(({ name }) => name !== DEFAULT_NAME), 'warning', suite);
    },
    async judgesOf(suite, { evalCase, location: caseLocation, evaluatorLocation }) {
      for (const { panel, evaluator } of judgeNeeds(evalCase, find)) {
        if (!panel) continue;
        const location = evaluatorLocation?.(evaluator) ?? caseLocation;
        for (const { model } of [...panel.judges, ...(panel.backup ? [panel.backup] : [])]) {
          if (!model.includes(':') && !isTargetFile(model)) continue;
          await check({ name: model, namedBy: `judge "${model}" (from an evaluator of case "${evalCase.id}")`, location }, suite);
        }
      }
    },
  };
}
