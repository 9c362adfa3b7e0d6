import { reportError, type CasePrompt, type JsonObject, type JsonValue, type Message, type NormalizeContext } from '@assay/schema';
import { normalizeEvalCase, type AskedBy } from '../../eval-case/read/eval-case.js';
import { createFillIn, type FillIn } from '../../variables/fill-in.js';
import { hasMarks } from '../../variables/marks.js';
import { fillPrompts } from '../../variables/fill-prompts.js';
import type { TableRow } from '../rows/row-source.js';
import { cellText, isEmptyCell, variablesOf, type ColumnField, type RowShape } from './columns.js';
import { rowId } from './row-id.js';
import { RowsAlike } from './rows-alike.js';
import type { RowCase, TableReading } from './table-reading.js';
import { NOTHING_SPECIAL, specialCells, type SpecialCells } from './special-columns.js';

/** Tags of one cell: a list, or texts with commas or semicolons between them. */
function tagsOf(cell: JsonValue): JsonValue {
  if (typeof cell !== 'string') return cell;
  return cell.split(/[,;]/u).map((tag) => tag.trim()).filter((tag) => tag !== '');
}

function weightOf(context: NormalizeContext, cell: JsonValue): JsonValue | undefined {
  const weight = typeof cell === 'string' ? Number(cell.trim().replace(/^$/u, 'NaN')) : cell;
  if (typeof weight === 'number' && Number.isFinite(weight)) return weight;
  reportError(context, ['weight'], `the weight of a case must be a number, not ${JSON.stringify(cell)}`, { hint: 'if the column is something else, write columns: { weight: null } in the sidecar' });
  return undefined;
}

/** Puts texts around what is asked, and a reply that is there already behind it. */
function arranged(messages: readonly Message[], { prefix, suffix, providerOutput }: SpecialCells): readonly Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const around = messages.map((message, index) =>
    index === last && typeof message.content === 'string' && prefix + suffix !== '' ? { ...message, content: prefix + message.content + suffix } : message,
  );
  return providerOutput === undefined ? around : [...around, { role: 'assistant', content: providerOutput }];
}

function promptsOf(context: NormalizeContext, { templating }: TableReading, vars: JsonObject, special: SpecialCells): readonly CasePrompt[] | undefined {
  const prompts = fillPrompts(context, templating.prompts, vars, []);
  if (!prompts || special === NOTHING_SPECIAL) return prompts;
  return prompts.map(({ name, inputMessages }) => ({ name, inputMessages: arranged(inputMessages, special) }));
}

/** What a row says that cases say too. */
function fieldsOf(context: NormalizeContext, cells: JsonObject, { fields }: RowShape, isAsked: boolean): Record<string, unknown> {
  const cell = (field: ColumnField): JsonValue | undefined => {
    const name = fields[field];
    const value = name === null ? undefined : cells[name];
    return isEmptyCell(value) ? undefined : value;
  };
  const raw: Record<string, unknown> = {};
  const [id, input, expected, outcome, tags, weight] = [cell('id'), isAsked ? undefined : cell('input'), cell('expected'), cell('expected_outcome'), cell('tags'), cell('weight')];
  if (id !== undefined) raw['id'] = id;
  if (input !== undefined) raw['input'] = Array.isArray(input) ? input : cellText(input);
  if (expected !== undefined) raw['expected_output'] = typeof expected === 'object' ? expected : cellText(expected);
  if (outcome !== undefined) raw['expected_outcome'] = cellText(outcome);
  if (tags !== undefined) raw['tags'] = tagsOf(tags);
  if (weight !== undefined) raw['weight'] = weightOf(context, weight);
  return raw;
}

/** Assertions of a row, of which those in the small language may have variables: a plain text is data. */
function assertionsOf(context: NormalizeContext, fill: FillIn, { assert, threshold }: SpecialCells): readonly unknown[] {
  const list = assert.map(({ entry, plain }, index) => (plain || !hasMarks(entry) ? entry : fill.evaluators(context, entry, ['assert', index])));
  return threshold === undefined ? list : [{ type: 'assert-set', threshold, assert: list }];
}

function partsOf(vars: JsonObject, prompts: readonly CasePrompt[] | undefined, { metadata }: SpecialCells): AskedBy['parts'] {
  if (Object.keys(metadata).length > 0) return prompts ? { prompts, vars, metadata } : { vars, metadata };
  return prompts ? { prompts, vars } : { vars };
}

/** A row as a case of its suite; undefined when it cannot be one, which is reported. */
function readRowCase(context: NormalizeContext, { cells }: TableRow, shape: RowShape, reading: TableReading): RowCase | undefined {
  const { header, templating } = reading;
  const variables = variablesOf(cells, shape);
  const before = context.tally.errors;
  const special = shape.special.length > 0 ? specialCells(context, cells, shape) : NOTHING_SPECIAL;
  const vars = header.vars ? { ...header.vars, ...variables } : variables;
  const isAsked = templating.prompts.length > 0;
  const prompts = isAsked ? promptsOf(context, reading, vars, special) : undefined;
  const raw = fieldsOf(context, cells, shape, isAsked);
  const named = raw['id'] !== undefined;
  if (!named) raw['id'] = rowId(cells, shape.named);
  if (typeof raw['input'] === 'string' && special !== NOTHING_SPECIAL) raw['input'] = arranged([{ role: 'user', content: raw['input'] }], special);
  const fill = header.refill || special.assert.length > 0 ? createFillIn(templating.texts, vars) : undefined;
  if (fill && special.assert.length > 0) raw['assert'] = assertionsOf(context, fill, special);
  const own = fill && header.refill ? { ...header, ...header.refill(fill, context) } : header;
  if (context.tally.errors > before) return undefined;
  const evalCase = normalizeEvalCase(raw, context, own, [], { parts: partsOf(vars, prompts, special), referenceWillDo: true });
  return evalCase && { evalCase, named };
}

/** Reads rows as cases of their suite; undefined for one that cannot be a case, which is reported. */
export type ReadRow = (row: TableRow, shape: RowShape) => RowCase | undefined;

/**
 * Reads the rows of one table.
 * @param isClean whether nothing was reported of the row that was read last.
 */
export function createRowReader(context: NormalizeContext, reading: TableReading, isClean: () => boolean): ReadRow {
  const alike = new RowsAlike(context, reading);
  return (row, shape) => {
    const kind = alike.kindOf(row.cells, shape);
    if (kind !== undefined && alike.knows(kind, shape, row.cells)) return alike.read(row.cells, shape);
    const found = readRowCase(context, row, shape, reading);
    if (kind !== undefined && found && isClean()) alike.learn(kind, shape, row.cells, found.evalCase);
    return found;
  };
}
