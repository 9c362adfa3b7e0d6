import type { ProjectConfig } from '@assay/loaders';
import type { Suite } from '@assay/schema';
import { embeddingsReference } from '../targets/embeddings-reference.js';
import type { TargetResolver } from '../targets/naming/target-resolver.js';
import type { TargetReference } from '../../trust/target-reference.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

export interface NameSources {
  /** What whoever starts the run says. */
  readonly settings: {
    readonly judges: readonly string[];
    readonly backupJudge?: string | undefined;
    readonly embeddings?: string | undefined;
    readonly words?: OptionWords | undefined;
  };
  readonly project: Pick<ProjectConfig, 'judges' | 'embeddings' | 'embeddingsLocation'>;
  /** Suites whose own targets may be meant. */
  readonly suites: readonly Suite[];
}

/** Judges and embeddings that are named for the run as a whole, each by who counts. */
export function namedForTheRun({ settings, project }: NameSources): readonly TargetReference[] {
  const { say } = wordsOf(settings);
  const judge = (name: string, from: string): TargetReference => ({ name, namedBy: `judge "${name}" (from ${from})`, role: 'judge' });
  const configured = settings.judges.length > 0 ? undefined : project.judges;
  const ofProject = [...(configured?.panel ?? []), ...(settings.backupJudge === undefined ? [configured?.backup] : []), configured?.cascade?.first];
  const embeddings = embeddingsReference(settings, project);
  return [
    ...settings.judges.map((name) => ({ ...judge(name, say('judges')), vouched: true as const })),
    ...(settings.backupJudge === undefined ? [] : [{ ...judge(settings.backupJudge, say('backupJudge')), vouched: true as const }]),
    ...ofProject.flatMap((spec) =>
      spec ? [{ ...judge(spec.model, 'the project configuration'), location: spec.location }] : [],
    ),
    ...(embeddings ? [embeddings] : []),
  ];
}

/**
 * Checks that judges and embeddings exist before anything is read or sent, also when no case turns
 * out to need them. Whether they are ready is looked at when one does.
 * @throws ConfigError for a name that leads nowhere, with who said it.
 */
export async function checkNames(resolver: TargetResolver, sources: NameSources): Promise<void> {
  for (const reference of namedForTheRun(sources)) {
    const suite = sources.suites.find(({ targets }) => targets.some(({ name }) => name === reference.name));
    await resolver.check(reference, suite);
  }
}
