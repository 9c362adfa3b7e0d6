import {
  type NormalizeContext,
  type PointBlock,
  type PointPath,
  type PointReader,
  reportInfo,
  type RubricItem,
  type RubricPoint,
  type ValuePath,
} from '@assay/schema';
const SUBJECT = String.raw`(?:(?:(?:the|its?|this|that|their|any)\s+)?(?:(?:ai|model|llm|final)(?:['\u2019]s)?\s+)?(?:response|reply|answer|output|text|model|assistant|ai|it)\s+)?`;
const NEGATION = [
  String.raw`(?:does|do|did|should|must|will|would|may|can|could|is|are|has|have)(?:\s+not\b|n['\u2019]t\b)`,
  String.raw`cannot\b`,
  String.raw`(?:should\s+|must\s+)?(?:never|avoids?|avoiding|refrains?\s+from|abstains?\s+from)\b`,
  String.raw`(?:contains?|makes?|has|includes?|there\s+is)?\s*no\s+(?:mentions?|references?|claims?|use)\b`,
  String.raw`not\s+\w`,
].join('|');
const NEGATIVE = new RegExp(`^\\s*${SUBJECT}(?:${NEGATION})`, 'iu');

function isPath(item: RubricItem): item is PointPath | PointBlock {
  return Array.isArray(item);
}

function isBlock(item: PointPath | PointBlock): item is PointBlock {
  return Array.isArray(item[0]);
}

function placeOf(reader: PointReader, item: object, fallback: ValuePath): ValuePath {
  return reader.origins.get(item)?.path ?? fallback;
}

function noteSingles(context: NormalizeContext, paths: readonly PointPath[], path: ValuePath, counts: string): void {
  if (paths.length === 0 || paths.some((points) => points.length > 1)) return;
  const what = paths.length === 1 ? 'this alternative has' : `each of these ${paths.length} alternatives has`;
  reportInfo(context, path, `${what} only one point, and only the ${counts} of them counts`, {
    code: 'lint-single-point-paths',
    hint: 'if all of them should count, remove one level of nesting (one of the two dashes)',
  });
}

/** Notes alternatives that are probably meant as a plain list. */
function lintPaths(reader: PointReader, items: readonly RubricItem[], path: ValuePath, counts: string): void {
  const groups = items.filter((item) => isPath(item));
  const siblings = groups.filter((group): group is PointPath => !isBlock(group));
  const [first] = siblings;
  if (first) noteSingles(reader.context, siblings, placeOf(reader, first, path), counts);
  for (const block of groups) {
    if (isBlock(block)) noteSingles(reader.context, block, placeOf(reader, block, path), counts);
  }
}

function lintText(reader: PointReader, point: RubricPoint, path: ValuePath): void {
  if ('fn' in point || !NEGATIVE.test(point.text)) return;
  reportInfo(reader.context, placeOf(reader, point, path), 'a point that judges assess says what must not be; they may take it either way', {
    code: 'lint-negative-point',
    hint: 'check exact words with $not_contains and its like, or say under should_not what must not be',
  });
}

/** Advice on the style of a rubric; never an error. */
export function lintRubric(reader: PointReader, items: readonly RubricItem[], path: ValuePath, key: 'should' | 'should_not'): void {
  lintPaths(reader, items, path, key === 'should' ? 'best' : 'worst');
  if (key === 'should') {
    for (const point of items.flat(2)) lintText(reader, point as RubricPoint, path);
  }
}
