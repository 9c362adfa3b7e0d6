import {
  isJsonObject,
  type BreakdownBlock,
  type BreakdownComponent,
  type BreakdownPath,
  type BreakdownPoint,
  type EvaluationScore,
  type PointsBreakdown,
} from '@assay/schema';

type Fields = Readonly<Record<string, unknown>>;
type Check = (value: unknown) => boolean;

function isShare(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isScored({ score, bounds }: Fields): boolean {
  return (score === null || isShare(score)) && isJsonObject(bounds) && isShare(bounds['worst']) && isShare(bounds['best']);
}

function isListOf(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every((item) => check(item));
}

/** Checks for a result with this number of points, which a breakdown names by their index. */
function checksFor(points: number) {
  const isIndex: Check = (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < points;
  const isPath = (value: unknown): value is BreakdownPath =>
    isJsonObject(value) && typeof value['name'] === 'string' && isScored(value) && isListOf(value['points'], isIndex);
  const hasPaths = (value: Fields): boolean =>
    isScored(value) && isListOf(value['paths'], isPath) && (value['chosen'] === null || typeof value['chosen'] === 'string');
  const isMember = (value: unknown): value is BreakdownPoint | BreakdownBlock => {
    if (!isJsonObject(value)) return false;
    if (value['kind'] === 'point') return isIndex(value['point']);
    return value['kind'] === 'block' && typeof value['name'] === 'string' && hasPaths(value);
  };
  const isComponent = (value: unknown): value is BreakdownComponent => {
    if (!isJsonObject(value)) return false;
    if (value['kind'] === 'required') return isScored(value) && isListOf(value['members'], isMember);
    return (value['kind'] === 'should_paths' || value['kind'] === 'should_not_paths') && hasPaths(value);
  };
  return { isComponent };
}

/** The breakdown that a result carries; undefined when its `details` are something else. */
export function readBreakdown({ details, points = [] }: EvaluationScore): PointsBreakdown | undefined {
  if (!isJsonObject(details) || !isScored(details)) return undefined;
  const { isComponent } = checksFor(points.length);
  const failedBy: Check = (value) => typeof value === 'string';
  if (!isListOf(details['components'], isComponent) || !isListOf(details['failed_by'], failedBy)) return undefined;
  // Every field has been checked above.
  return details as unknown as PointsBreakdown;
}
