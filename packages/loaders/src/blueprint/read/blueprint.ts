import { type EvalCase, type NormalizeContext, reportInfo, type Suite, type ValuePath } from '@assay/schema';
import { readBlueprintHeader } from './blueprint-header.js';
import { readPrompt, type PromptSession } from './prompt/prompt.js';
import { PromptIds } from './prompt/prompt-id.js';
import { splitDocuments } from './split-documents.js';

/** A prompt that can run, and where it is written. */
export interface NormalizedPrompt {
  readonly evalCase: EvalCase;
  readonly path: ValuePath;
}

/** A blueprint in terms of suites and cases. */
export interface NormalizedBlueprint extends Required<Pick<Suite, 'description' | 'execution' | 'targets' | 'metadata'>> {
  /** Where the targets of `execution` are written, in their order. */
  readonly targetPaths: readonly ValuePath[];
  readonly cases: readonly NormalizedPrompt[];
}

function noteUnscored(context: NormalizeContext, unscored: readonly ValuePath[], all: number): void {
  const [first] = unscored;
  if (!first) return;
  const what = unscored.length === all ? 'no prompt has points' : unscored.length === 1 ? 'this prompt has no points' : `${unscored.length} prompts have no points, this one first`;
  reportInfo(context, first, `${what}: replies are generated, but not scored`, {
    code: 'no-points',
    hint: 'write under should what a good reply does',
  });
}

/**
 * Brings a blueprint to a suite of {@link EvalCase}s: its documents in any of the format's structures,
 * every field by any of its names. Works on plain JSON values. Everything that is wrong is reported
 * to the context, whose paths begin with the number of the document; prompts with errors, and those
 * that ask nothing, are left out.
 * @param documents The values of the file's documents, the empty ones left out.
 * @param name What the blueprint is called.
 */
export function normalizeBlueprint(documents: readonly unknown[], name: string, context: NormalizeContext): NormalizedBlueprint {
  const own: NormalizeContext = context.documentDepth === 1 ? context : { ...context, documentDepth: 1 };
  const parts = splitDocuments(documents, own);
  const header = readBlueprintHeader(own, parts.header, name);
  const session: PromptSession = { context: own, header, ids: new PromptIds(own), said: { shouldNot: false } };
  const cases: NormalizedPrompt[] = [];
  const unscored: ValuePath[] = [];
  for (const { raw, path } of parts.prompts) {
    const prompt = readPrompt(session, raw, path);
    if (!prompt) continue;
    cases.push({ evalCase: prompt.evalCase, path });
    if (!prompt.scored) unscored.push(path);
  }
  noteUnscored(own, unscored, cases.length);
  const { description, metadata, execution, targets, targetPaths } = header;
  return { description, metadata, execution, targets, targetPaths, cases };
}
