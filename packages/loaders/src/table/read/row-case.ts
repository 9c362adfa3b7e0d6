import { hash } from 'node:crypto';
import { canonicalJson, reportError, type CasePrompt, type EvalCase, type JsonObject, type JsonValue, type Message, type NormalizeContext } from '@assay/schema';
import { normalizeEvalCase } from '../../eval-case/read/eval-case.js';
import type { SuiteHeader } from '../../eval-case/read/suite-header.js';
import { createFillIn, type FillIn } from '../../variables/fill-in.js';
import { hasMarks } from '../../variables/marks.js';
import { fillPrompts } from '../../variables/fill-prompts.js';
import type { Templating } from '../../eval-case/templating/templating.js';
import type { TableRow } from '../rows/row-source.js';
import { cellText, isEmptyCell, variablesOf, type ColumnField, type ColumnNames } from './columns.js';
import { NOTHING_SPECIAL, specialCells, type SpecialCells } from './special-columns.js';

/** Digits of the hash that a row without an id is named by. */
const HASH_DIGITS = 12;

export interface TableReading {
  readonly header: SuiteHeader;
  readonly columns: ColumnNames;
  readonly templating: Templating;
}

/** A row as a case. */
export interface RowCase {
  readonly evalCase: EvalCase;
  /** False when its id was made of what it says. */
  readonly named: boolean;
}

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

function promptsOf(context: NormalizeContext, { templating }: TableReading, fill: FillIn, special: SpecialCells): readonly CasePrompt[] | undefined {
  const prompts = fillPrompts(context, templating.prompts, fill.variables, []);
  if (!prompts || special === NOTHING_SPECIAL) return prompts;
  return prompts.map(({ name, inputMessages }) => ({ name, inputMessages: arranged(inputMessages, special) }));
}

/** What a row says that cases say too. */
function fieldsOf(context: NormalizeContext, cells: JsonObject, columns: ColumnNames): Record<string, unknown> {
  const cell = (field: ColumnField): JsonValue | undefined => {
    const name = columns[field];
    const value = name === null || !Object.hasOwn(cells, name) ? undefined : cells[name];
    return isEmptyCell(value) ? undefined : value;
  };
  const raw: Record<string, unknown> = {};
  const [id, input, expected, outcome, tags, weight] = [cell('id'), cell('input'), cell('expected'), cell('expected_outcome'), cell('tags'), cell('weight')];
  if (id !== undefined) raw['id'] = id;
  if (input !== undefined) raw['input'] = Array.isArray(input) ? input : cellText(input);
  if (expected !== undefined) raw['expected_output'] = expected;
  if (outcome !== undefined) raw['expected_outcome'] = cellText(outcome);
  if (tags !== undefined) raw['tags'] = tagsOf(tags);
  if (weight !== undefined) raw['weight'] = weightOf(context, weight);
  return raw;
}

/** Assertions of a row, of which those in the small language may have variables: a plain text is data. */
function assertionsOf(context: NormalizeContext, fill: FillIn, { assert }: SpecialCells): unknown {
  const plain = (assertion: JsonObject): boolean => assertion['type'] === 'equals' || !hasMarks(assertion);
  return assert.map((assertion, index) => (plain(assertion) ? assertion : fill.evaluators(context, assertion, ['assert', index])));
}

/** A row as a case of its suite; undefined when it cannot be one, which is reported. */
export function readRowCase(each: NormalizeContext, { cells }: TableRow, reading: TableReading): RowCase | undefined {
  const { header, columns, templating } = reading;
  const variables = variablesOf(cells);
  const context: NormalizeContext = { ...each, variables: Object.keys(variables) };
  const before = context.tally.errors;
  const special = variables === cells ? NOTHING_SPECIAL : specialCells(context, cells);
  const vars = header.vars ? { ...header.vars, ...variables } : variables;
  const fill = createFillIn(templating.texts, vars);
  const isAsked = templating.prompts.length > 0;
  const prompts = isAsked ? promptsOf(context, reading, fill, special) : undefined;
  const raw = fieldsOf(context, cells, columns);
  const named = raw['id'] !== undefined;
  if (!named) raw['id'] = hash('sha256', canonicalJson(variables), 'hex').slice(0, HASH_DIGITS);
  if (isAsked) delete raw['input'];
  else if (typeof raw['input'] === 'string' && special !== NOTHING_SPECIAL) raw['input'] = arranged([{ role: 'user', content: raw['input'] }], special);
  if (special.assert.length > 0) raw['assert'] = assertionsOf(context, fill, special);
  const own = header.refill ? { ...header, ...header.refill(fill, context) } : header;
  if (context.tally.errors > before) return undefined;
  const metadata = Object.keys(special.metadata).length > 0 ? { metadata: special.metadata } : {};
  const evalCase = normalizeEvalCase(raw, context, own, [], { parts: { ...(prompts ? { prompts } : {}), vars, ...metadata }, referenceWillDo: true });
  return evalCase && { evalCase, named };
}
