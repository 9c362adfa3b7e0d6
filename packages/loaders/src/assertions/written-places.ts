import type { NormalizeContext, ValuePath } from '@assay/schema';

/** Where a part of an entry was written, for parts that are called otherwise than in the file. */
export interface WrittenPlace {
  readonly at: ValuePath;
  readonly written: ValuePath;
}

function startsWith(path: ValuePath, start: ValuePath): boolean {
  return start.length <= path.length && start.every((part, index) => part === path[index]);
}

/** The path in the file of a path in an entry. The longest place that it stands in decides. */
function writtenAt(path: ValuePath, places: readonly WrittenPlace[]): ValuePath {
  let best: WrittenPlace | undefined;
  for (const place of places) {
    if (startsWith(path, place.at) && place.at.length >= (best?.at.length ?? 0)) best = place;
  }
  return best ? [...best.written, ...path.slice(best.at.length)] : path;
}

/** A context in which what is said of an entry is said of the file that it was made from. */
export function withWrittenPlaces(context: NormalizeContext, places: readonly WrittenPlace[]): NormalizeContext {
  const { onEvaluator, writtenAt: plainAt } = context;
  return {
    ...context,
    locate: (path, which) => context.locate(writtenAt(path, places), which),
    ...(plainAt ? { writtenAt: (path) => plainAt.call(context, writtenAt(path, places)) } : {}),
    ...(onEvaluator
      ? {
          onEvaluator: (definition, options, path, label, variables) =>
            onEvaluator.call(context, definition, options, (inOptions) => writtenAt(path(inOptions), places), label, variables),
        }
      : {}),
  };
}
