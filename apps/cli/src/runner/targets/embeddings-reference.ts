import type { ProjectConfig } from '@assay/loaders';
import type { TargetReference } from '../../trust/target-reference.js';
import { wordsOf, type OptionWords } from '../../options/option-words.js';

/** The target whose vectors measure similarity: that of whoever starts the run, else the project's. */
export function embeddingsReference(
  settings: { readonly embeddings?: string | undefined; readonly words?: OptionWords | undefined },
  project: Pick<ProjectConfig, 'embeddings' | 'embeddingsLocation'>,
): TargetReference | undefined {
  if (settings.embeddings !== undefined) return { name: settings.embeddings, namedBy: `embeddings "${settings.embeddings}" (from ${wordsOf(settings).say('embeddings')})`, role: 'embeddings', vouched: true };
  if (project.embeddings === undefined) return undefined;
  return { name: project.embeddings, namedBy: `embeddings "${project.embeddings}" (from the project configuration)`, location: project.embeddingsLocation, role: 'embeddings' };
}
