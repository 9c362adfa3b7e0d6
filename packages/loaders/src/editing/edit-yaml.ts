import { isDeepStrictEqual } from 'node:util';
import { composedText, ConfigError, EVAL_CASE_ALIASES, isJsonObject, type JsonObject, type JsonValue } from '@assay/schema';
import { isAlias, isMap, isSeq, parseDocument, type Document, type YAMLMap } from 'yaml';
import { withLineEnds } from '../yaml/line-ends.js';
import { wholeFloats } from '../yaml/whole-floats.js';
import { keepWrittenIds } from '../yaml/written-ids.js';
import { ownRubric, withValueAt, type RubricPlace } from './own-rubric.js';
import type { CaseEditor, EditableCase } from './case-editor.js';
import { partsFromElsewhere } from './shared-nodes.js';
import { findOwnPair, hasExplicitKeys, resolved } from './yaml-nodes.js';
import { applyEdits, setKey, styleOf, type TextEdit } from './yaml-insertion.js';

interface FoundCase extends EditableCase {
  readonly node: unknown;
  readonly place: RubricPlace | undefined;
  readonly raw: JsonObject;
}

function parse(text: string): { readonly doc: Document; readonly value: unknown } {
  const doc = parseDocument(text, { merge: true, prettyErrors: false, logLevel: 'silent', customTags: [wholeFloats], keepSourceTokens: true });
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

const EXPLICIT = 'its keys begin with a question mark (? key), where a rubric has no place: write them as key: value';

/** Where the rubric of a case goes, or why it has no place. */
function placeOf({ node, place }: FoundCase): { readonly map: YAMLMap; readonly path: RubricPlace } | string {
  const path = place ?? ['rubrics'];
  const map = isAlias(node) ? undefined : mapAt(node, path.slice(0, -1));
  if (!map) return ELSEWHERE;
  return hasExplicitKeys(map) ? EXPLICIT : { map, path };
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
      const shared = new Set<string>();
      for (;;) {
        const edits: TextEdit[] = [];
        const expected = new Map<string, JsonValue>();
        const places = new Map<string, YAMLMap>();
        for (const [id, lines] of rubrics) {
          if (shared.has(id)) continue;
          const found = cases.get(id);
          const at = found ? placeOf(found) : 'there is no such case';
          if (!found || typeof at === 'string') {
            throw new ConfigError(`case "${id}" cannot be given a rubric`, { hint: typeof at === 'string' ? at : undefined });
          }
          edits.push(setKey(text, at.map, String(at.path.at(-1)), lines, style));
          expected.set(id, withValueAt(found.raw, at.path, lines));
          places.set(id, at.map);
        }
        const edited = applyEdits(text, edits);
        const changed = otherwiseChanged(edited, values, expected);
        if (changed.length === 0) return { text: text === written ? edited : edited.replaceAll('\n', '\r'), shared };
        // Each time round one case less, at least, has a rubric.
        const parts = partsFromElsewhere(changed.map((index) => nodes[index]), doc);
        const culprits = [...places].filter(([, map]) => parts.has(map));
        if (culprits.length === 0) throw cannotBeEdited();
        for (const [id] of culprits) shared.add(id);
      }
    },
  };
}

/** Which cases say something else than before, but for their rubrics: nobody may by an edit. @throws ConfigError for a text that is broken. */
function otherwiseChanged(edited: string, before: readonly unknown[], expected: ReadonlyMap<string, JsonValue>): readonly number[] {
  const { doc, value } = parse(edited);
  const { values } = doc.errors.length > 0 ? { values: [] } : findCases(doc, value);
  if (values.length !== before.length) throw cannotBeEdited();
  return [...before.keys()].filter((index) => {
    const raw = before[index];
    const id = isJsonObject(raw) ? composedText(String(raw['id'])) : '';
    return !isDeepStrictEqual(values[index], expected.get(id) ?? raw);
  });
}

function cannotBeEdited(): ConfigError {
  return new ConfigError('the rubrics cannot be written into this file without changing something else', {
    hint: 'bring it to a plain form with: assay convert FILE --to eval-cases --out NEW.yaml',
  });
}
