import { isDeepStrictEqual } from 'node:util';
import { composedText, ConfigError, EVAL_CASE_ALIASES, isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import { isAlias, isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { withLineEnds } from '../yaml/line-ends.js';
import { wholeFloats } from '../yaml/whole-floats.js';
import { keepWrittenIds } from '../yaml/written-ids.js';
import { ownRubric, withValueAt, type RubricPlace } from './own-rubric.js';
import type { CaseEditor, EditableCase } from './case-editor.js';
import { findOwnPair, resolved } from './yaml-nodes.js';
import { applyEdits, setKey, styleOf, type TextEdit } from './yaml-insertion.js';

interface FoundCase extends EditableCase {
  readonly node: unknown;
  readonly place: RubricPlace | undefined;
  readonly raw: JsonObject;
}

function parse(text: string): { readonly doc: Document; readonly value: unknown } {
  const doc = parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent', customTags: [wholeFloats] });
  keepWrittenIds(doc);
  return { doc, value: doc.toJS({ maxAliasCount: 10_000 }) as unknown };
}

/** The nodes and values of the cases, with the mapping that lists them. */
function findCases(doc: Document, value: unknown) {
  const root: unknown = doc.contents;
  if (isSeq(root)) return { parent: undefined, list: root, nodes: root.items, values: value as readonly unknown[] };
  const key = isJsonObject(value) ? EVAL_CASE_ALIASES.cases.find((name) => value[name] !== undefined && value[name] !== null) : undefined;
  const parent = isMap(root) ? root : undefined;
  if (key === undefined || !isJsonObject(value)) return { parent: undefined, list: undefined, nodes: [root], values: [value] };
  const list = resolved(parent && findOwnPair(parent, key)?.value, doc);
  return { parent, list, nodes: isSeq(list) ? list.items : [], values: value[key] as readonly unknown[] };
}

/** The mapping in a case that a path leads to; undefined when something on the way is written elsewhere. */
function mapAt(node: unknown, path: RubricPlace): YAMLMap | undefined {
  let current: unknown = node;
  for (const part of path) {
    if (isMap(current)) current = findOwnPair(current, String(part))?.value;
    else if (isSeq(current)) current = current.items[Number(part)];
    else return undefined;
  }
  return isMap(current) && current.items.length > 0 ? current : undefined;
}

const ELSEWHERE = 'it is written with an alias (*name), so that a rubric would change other cases too';

/** Where the rubric of a case goes, or why it has no place. */
function placeOf({ node, place }: FoundCase): { readonly map: YAMLMap; readonly path: RubricPlace } | string {
  const path = place ?? ['rubrics'];
  const map = isAlias(node) ? undefined : mapAt(node, path.slice(0, -1));
  return map ? { map, path } : ELSEWHERE;
}

/** Prepares a YAML file of eval cases for edits that change nothing but the lines of the rubrics. */
export function editYaml(written: string): CaseEditor {
  const text = withLineEnds(written);
  const { doc, value } = parse(text);
  const { parent, list, nodes, values } = findCases(doc, value);
  const cases = new Map<string, FoundCase>();
  values.forEach((raw, index) => {
    if (!isJsonObject(raw)) return;
    const place = ownRubric(raw);
    const id = composedText(String(raw['id']));
    const found: FoundCase = { id, hasRubric: place !== undefined, node: nodes[index], place, raw };
    const at = placeOf(found);
    cases.set(id, typeof at === 'string' ? { ...found, fixed: at } : found);
  });
  const style = styleOf(text, parent, list);

  return {
    cases: [...cases.values()].map(({ id, hasRubric, fixed }) => ({ id, hasRubric, ...(fixed === undefined ? {} : { fixed }) })),
    withRubrics(rubrics) {
      const edits: TextEdit[] = [];
      const expected = new Map<string, JsonValue>();
      for (const [id, lines] of rubrics) {
        const found = cases.get(id);
        const at = found ? placeOf(found) : 'there is no such case';
        if (!found || typeof at === 'string') {
          throw new ConfigError(`case "${id}" cannot be given a rubric`, { hint: typeof at === 'string' ? at : undefined });
        }
        edits.push(setKey(text, at.map, String(at.path.at(-1)), lines, style));
        expected.set(id, withValueAt(found.raw, at.path, lines));
      }
      const edited = applyEdits(text, edits);
      checkEdited(edited, values, expected);
      return edited;
    },
  };
}

/** Sees to it that every case says what it said before, but for its rubric. */
function checkEdited(edited: string, before: readonly unknown[], expected: ReadonlyMap<string, JsonValue>): void {
  const { doc, value } = parse(edited);
  const { values } = doc.errors.length > 0 ? { values: [] } : findCases(doc, value);
  const same =
    values.length === before.length &&
    before.every((raw, index) => {
      const id = isJsonObject(raw) ? composedText(String(raw['id'])) : '';
      return isDeepStrictEqual(values[index], expected.get(id) ?? raw);
    });
  if (same) return;
  throw new ConfigError('the rubrics cannot be written into this file without changing something else', {
    hint: 'bring it to a plain form with: assay convert FILE --to eval-cases --out NEW.yaml',
  });
}
