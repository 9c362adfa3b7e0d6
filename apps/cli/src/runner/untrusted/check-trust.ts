import { AssayError, definitionFinder, referenceAnswer, type LocatedCase, type Suite, type TargetDefinition } from '@assay/schema';
import type { Reading } from '../reading/compose-reading.js';
import { isKnownJudge } from '../judges/evaluator-judges.js';
import { judgeNeeds } from '../judges/judge-needs.js';
import { selectTargets, type SelectTargetsOptions } from '../targets/select-targets.js';
import { embeddingsReference } from '../targets/embeddings-reference.js';
import type { TargetResolver } from '../targets/naming/target-resolver.js';
import type { TargetReference } from '../../trust/target-reference.js';

export interface TrustCheckOptions {
  readonly resolver: TargetResolver;
  readonly reading: Pick<Reading, 'definitions' | 'project' | 'trust'>;
  /** What the command line says. */
  readonly settings: { readonly judges: readonly string[]; readonly embeddings?: string | undefined };
  /** How the targets of a case are found; undefined when none is asked. */
  readonly selection: SelectTargetsOptions | undefined;
}

/**
 * Looks at what the cases of an untrusted project ask for, so that all of it is reported at once. Nothing
 * is made ready for that: whoever uses a target asks again, and is refused again.
 */
export interface TrustCheck {
  ofCase(suite: Suite, located: LocatedCase): Promise<void>;
}

/** What is wrong otherwise is reported by who needs it; what is refused has been reported already. */
async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return undefined;
  }
}

/** Looks at targets, judges and embeddings by their names. What is refused goes where the resolver's trust sends it. */
export function createTrustCheck({ resolver, reading, settings, selection }: TrustCheckOptions): TrustCheck {
  const { definitions, project } = reading;
  const findEvaluator = definitionFinder(definitions.evaluators);

  async function judge(name: string, from: string, location: TargetReference['location'], suite: Suite): Promise<void> {
    const reference: TargetReference = { name, namedBy: `judge "${name}" (from ${from})`, location, role: 'judge' };
    await attempt(async () => {
      if (isKnownJudge(name, { resolver, suite })) await resolver.find(reference, suite);
      else resolver.checkModel(reference);
    });
  }

  /** The judges of cases whose evaluators name none. */
  async function sharedJudges(targets: readonly TargetDefinition[], suite: Suite): Promise<void> {
    if (settings.judges.length > 0) return;
    let named = targets.length > 0;
    for (const target of targets) {
      const name = await attempt(async () => resolver.judgeTargetOf(target));
      if (target.judgeTarget === undefined) named = false;
      if (name !== undefined) await judge(name, `judge_target of target "${target.name}"`, target.location, suite);
    }
    if (named) return;
    const { panel = [], backup } = project.judges ?? {};
    for (const { model, location } of [...panel, ...(backup ? [backup] : [])]) await judge(model, 'the project configuration', location, suite);
  }

  return {
    async ofCase(suite, located) {
      const { evalCase } = located;
      const targets = (selection && (await attempt(() => selectTargets(suite, located, selection)))) ?? [];
      let shared = false;
      for (const { panel, evaluator } of judgeNeeds(evalCase, findEvaluator)) {
        shared ||= panel === undefined;
        for (const { model, location } of [...(panel?.judges ?? []), ...(panel?.backup ? [panel.backup] : [])]) {
          const places = location ? [location] : reading.trust.judgePlaces(model);
          for (const place of places.length > 0 ? places : [located.evaluatorLocation?.(evaluator) ?? located.location]) await judge(model, 'an evaluator', place, suite);
        }
      }
      if (shared) await sharedJudges(targets, suite);
      const embeddings = embeddingsReference(settings, project);
      if (embeddings && referenceAnswer(evalCase.expectedMessages).trim() !== '') await attempt(() => resolver.find(embeddings));
    },
  };
}
