import type { WireEvaluatorResult } from '../data/row.js';

/** Something that an evaluator looked for in a reply. */
export interface Sought {
  readonly text: string;
  /** `hit` for what it is good to have, `miss` for what it is not. */
  readonly kind: 'hit' | 'miss';
  /** Where it counts: anywhere, at the start or the end, as a word, or as a pattern. */
  readonly how: 'text' | 'start' | 'end' | 'word' | 'pattern';
  /** Whether upper and lower case are one. */
  readonly folded: boolean;
  /** Name of the evaluator. */
  readonly by: string;
}

const MOST = 200;
/** Composites in composites beyond this are not looked into. */
const DEEPEST = 12;
/** A check as it is written: `contains "refund"`, `$matches "\\d+": 1 found`, `must not: $contains "x"`. */
const CHECK = /^(?:not: |must not: )?\$?(not_)?([a-z_]+) ("(?:[^"\\]|\\.)*"|\[(?:"(?:[^"\\]|\\.)*"|[^"])*?\](?=$|[: (]))/u;
const QUOTED = /"((?:[^"\\]|\\.)+)"/gu;
/** Remarks of these are about no place in the text, though they may quote it. */
const ABOUT_NO_PLACE: ReadonlySet<string> = new Set(['exact_match', 'similar', 'latency', 'cost', 'token_usage', 'tool_trajectory', 'field_accuracy', 'json_schema', 'json_valid', 'required_keys', 'length_max', 'points', 'rubric', 'composite']);

/** Names of checks without what they do with several texts. */
const WAYS: readonly (readonly [RegExp, Sought['how']])[] = [
  [/^contains?$/u, 'text'],
  [/^contains?_word$/u, 'word'],
  [/^match(?:es)?$/u, 'pattern'],
  [/^starts?_with$/u, 'start'],
  [/^ends?_with$/u, 'end'],
];

/** How a check looks; undefined when it does not look for texts. Names of the family are `contains`, `icontains_all_of`, `imatches` … */
function wayOf(name: string): Pick<Sought, 'how' | 'folded'> | undefined {
  const plain = name.replace(/_(?:all|any|at_least_n)_of$/u, '');
  for (const folded of [false, true]) {
    const found = WAYS.find(([names]) => names.test(folded && plain.startsWith('i') ? plain.slice(1) : plain));
    if (found !== undefined) return { how: found[1], folded };
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

const textsIn = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(textsIn) : []);

/** What a check that is written in words looks for; undefined when the words are no check. */
function ofCheck(words: string, by: string, inverted: boolean): readonly Sought[] | undefined {
  const [, not, name = '', json = ''] = CHECK.exec(words) ?? [];
  const way = wayOf(name);
  if (way === undefined) return undefined;
  const kind = (not !== undefined) === inverted ? 'hit' : 'miss';
  return textsIn(parsed(json)).map((text) => ({ text, kind, ...way, by }));
}

/** A remark that judges, scripts or evaluators of others make: the remark itself may stand in the reply, or what it quotes. */
function ofRemark(words: string, kind: Sought['kind'], by: string): readonly Sought[] {
  const quoted = [...words.matchAll(QUOTED)].flatMap(([whole]) => textsIn(parsed(whole)));
  return [words, ...quoted].map((text) => ({ text, kind, how: 'text', folded: true, by }));
}

function ofResult(result: WireEvaluatorResult): readonly Sought[] {
  const { name, type, points = [], hits = [], misses = [] } = result;
  const ofPoints = points.flatMap((point) => (point.function === undefined ? [] : (ofCheck(point.text, name, point.inverted === true) ?? [])));
  if (type === 'forbidden_phrases') return misses.flatMap((miss) => ofRemark(miss, 'miss', name).slice(1));
  const remarks = ([['hit', hits], ['miss', misses]] as const).flatMap(([kind, texts]) =>
    texts.flatMap((text) => ofCheck(text, name, false) ?? (ABOUT_NO_PLACE.has(type) ? [] : ofRemark(text, kind, name))),
  );
  // Those of a rubric say the same as its points.
  return points.length > 0 ? ofPoints : remarks;
}

/** What the evaluators of a reply looked for in its text, as far as they tell. */
export function soughtTexts(results: readonly WireEvaluatorResult[], depth = 0): readonly Sought[] {
  if (depth > DEEPEST) return [];
  return results.flatMap((result) => [...(result.evaluators === undefined ? ofResult(result) : []), ...soughtTexts(result.evaluators ?? [], depth + 1)]).slice(0, MOST);
}
