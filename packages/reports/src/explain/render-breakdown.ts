import type {
  BreakdownBlock,
  BreakdownComponent,
  BreakdownPath,
  PathsComponent,
  PointScore,
  PointsBreakdown,
  RequiredComponent,
  WeightedItem,
} from '@assay/schema';
import { boundsText, labelledLines, oneLine, remarkLines, scoreText, type Drawing } from './drawing.js';
import { meanText } from './mean-formula.js';
import { renderPoint } from './render-point.js';

type Alternatives = Pick<PathsComponent, 'paths' | 'chosen' | 'score' | 'bounds'>;

const LABELS = { required: 'required', should_paths: 'paths', should_not_paths: 'not paths' } as const;
/** Columns of a label with the gap after it. */
const LABEL_WIDTH = 11;
const STEP = 2;
const NO_WEIGHT = 'without weight, counts nowhere';
const UNSCORED: WeightedItem = { score: null, weight: 0 };

function padded(label: string): string {
  return label.padEnd(LABEL_WIDTH);
}

/** Without a score everything is open, which goes without saying. */
function withBounds(text: string, scored: Pick<BreakdownComponent, 'score' | 'bounds'>): string {
  const bounds = scored.score === null ? undefined : boundsText(scored.bounds);
  return bounds === undefined ? text : `${text}, ${bounds}`;
}

/** Paths of should_not stand under a label that says so already. */
function pathName({ name }: Pick<BreakdownPath, 'name'>): string {
  return oneLine(name.replace(/^should_not /u, ''));
}

/** `best of path 1 = 0.1, path 2 = 0 → path 1, 0.1`. */
function choiceText({ paths, chosen, score }: Alternatives, what: 'best' | 'worst'): string {
  const listed = paths.map((path) => `${pathName(path)} ${path.score === null ? 'unscored' : `= ${scoreText(path.score)}`}`);
  const [only = ''] = listed;
  if (listed.length < 2) return only;
  return `${what} of ${listed.join(', ')} → ${chosen === null ? '' : `${pathName({ name: chosen })}, `}${scoreText(score)}`;
}

/** The parts of a rubric, drawn for the points that a result lists. */
class BreakdownLines {
  readonly #points: readonly PointScore[];
  readonly #drawing: Drawing;

  constructor(points: readonly PointScore[], drawing: Drawing) {
    this.#points = points;
    this.#drawing = drawing;
  }

  component(component: BreakdownComponent, indent: number): readonly string[] {
    const text = component.kind === 'required' ? this.#requiredText(component) : this.#choice(component, this.#best(component.kind));
    const inner = indent + STEP;
    return [
      ...labelledLines(indent, padded(LABELS[component.kind]), text, this.#drawing),
      ...(component.kind === 'required'
        ? component.members.flatMap((member) =>
            member.kind === 'point' ? this.#point(member.point, inner) : this.#block(member, inner),
          )
        : component.paths.flatMap((path) => this.#path(path, inner))),
    ];
  }

  #best(kind: PathsComponent['kind']): 'best' | 'worst' {
    return kind === 'should_paths' ? 'best' : 'worst';
  }

  /** Points of weight 0, and what holds nothing else, count nowhere: they leave no score open. */
  #weighs(paths: readonly BreakdownPath[]): boolean {
    return paths.some((path) => path.points.some((index) => (this.#points[index]?.weight ?? 0) > 0));
  }

  #choice(alternatives: Alternatives, what: 'best' | 'worst'): string {
    return this.#weighs(alternatives.paths) ? withBounds(choiceText(alternatives, what), alternatives) : NO_WEIGHT;
  }

  #requiredText(component: RequiredComponent): string {
    const { members, score } = component;
    const items = members.map((member) =>
      member.kind === 'block'
        ? { score: member.score, weight: this.#weighs(member.paths) ? 1 : 0 }
        : (this.#points[member.point] ?? UNSCORED),
    );
    return items.some(({ weight }) => weight > 0) ? withBounds(meanText(items, score), component) : NO_WEIGHT;
  }

  #point(index: number, indent: number): readonly string[] {
    const point = this.#points[index];
    return point ? renderPoint(point, indent, this.#drawing) : [];
  }

  #block(block: BreakdownBlock, indent: number): readonly string[] {
    const inverted = block.paths.some((path) => path.points.some((index) => this.#points[index]?.inverted));
    const text = this.#choice(block, inverted ? 'worst' : 'best');
    return [
      ...labelledLines(indent, `${oneLine(block.name)}  `, text, this.#drawing),
      ...block.paths.flatMap((path) => this.#path(path, indent + STEP)),
    ];
  }

  #path(path: BreakdownPath, indent: number): readonly string[] {
    const text = meanText(
      path.points.map((index) => this.#points[index] ?? UNSCORED),
      path.score,
    );
    return [
      ...labelledLines(indent, `${pathName(path)}  `, this.#weighs([path]) ? withBounds(text, path) : NO_WEIGHT, this.#drawing),
      ...path.points.flatMap((index) => this.#point(index, indent + STEP)),
    ];
  }
}

/** How the score of a rubric of points came about, with the points under the parts that they count in. */
export function renderBreakdown(
  breakdown: PointsBreakdown,
  points: readonly PointScore[],
  indent: number,
  drawing: Drawing,
): readonly string[] {
  const { components, score, failed_by: failedBy, could_fail_by: couldFailBy = [] } = breakdown;
  const lines = new BreakdownLines(points, drawing);
  const total = meanText(
    components.map((component) => ({ score: component.score, weight: 1 })),
    score,
  );
  return [
    ...components.flatMap((component) => lines.component(component, indent)),
    ...labelledLines(indent, padded('score'), withBounds(total, breakdown), drawing),
    ...failedBy.flatMap((name) =>
      remarkLines(indent, `fails the case: ${name} is met in full`, drawing, 3, 'red'),
    ),
    ...couldFailBy.flatMap((name) =>
      remarkLines(indent, `leaves the case open: ${name} may be met in full`, drawing, 3, 'yellow'),
    ),
  ];
}
