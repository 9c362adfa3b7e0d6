import { nearestMatch, reportError, reportWarning, type JsonObject, type JsonValue, type NormalizeContext } from '@assay/schema';
import { meantAssertion, readAssertionText } from '../../assertion-types/assertion-text.js';
import type { TemplateTexts } from '../../variables/fill-in.js';
import { cellText, isEmptyCell, type RowShape } from './columns.js';

/** An assertion of a row. */
interface CellAssertion {
  readonly entry: JsonObject;
  /** Whether it is a text that replies must be: data, in which nothing is filled in. */
  readonly plain: boolean;
}

/** What the columns of a row say whose names begin with two underscores. */
export interface SpecialCells {
  readonly assert: readonly CellAssertion[];
  /** What the assertions must reach together. */
  readonly threshold: number | undefined;
  readonly metadata: JsonObject;
  readonly prefix: string;
  readonly suffix: string;
  /** A reply that is there already: nobody is asked. */
  readonly providerOutput: string | undefined;
}

export const NOTHING_SPECIAL: SpecialCells = { assert: [], threshold: undefined, metadata: {}, prefix: '', suffix: '', providerOutput: undefined };

const NAMES = ['__expected', '__metric', '__threshold', '__metadata:key', '__description', '__prefix', '__suffix', '__providerOutput', '__config:__expected:threshold'];
const EXPECTED = /^__expected(\d*)$/u;
const CONFIG = /^__config:__expected(\d*):([\w-]+)$/u;

/** A name between the marks of a template. */
const NAME = /\{\{\s*[\p{L}_][\p{L}\p{M}\p{N}_]*\s*\}\}/gu;

/** Settings of an assertion that a column may give, by the names that the assertion has for them. */
const SETTINGS: Readonly<Record<string, string>> = { threshold: 'threshold', weight: 'weight', metric: 'metric' };

interface Draft {
  readonly assertions: Map<string, CellAssertion>;
  readonly settings: Map<string, Record<string, JsonValue>>;
  readonly metadata: Record<string, JsonValue>;
  metric: string | undefined;
  threshold: number | undefined;
  prefix: string;
  suffix: string;
  providerOutput: string | undefined;
}

function asNumber(context: NormalizeContext, column: string, cell: JsonValue, isShare = false): number | undefined {
  const number = typeof cell === 'number' ? cell : Number(cellText(cell).trim());
  if (isShare ? number >= 0 && number <= 1 : Number.isFinite(number)) return number;
  reportError(context, [column], `column "${column}" must hold a number${isShare ? ' from 0 to 1' : ''}, not ${JSON.stringify(cell)}`, { hint: 'write a number such as 0.8, or leave the cell empty' });
  return undefined;
}

/** A plain text is data. Who writes the name of a column between marks, as other tools fill it in, gets a warning. */
function reportUnfilled(context: NormalizeContext, column: string, text: string, cells: JsonObject): void {
  const mark = text.match(NAME)?.find((found) => Object.hasOwn(cells, found.slice(2, -2).trim()));
  if (mark === undefined) return;
  reportWarning(context, [column], `column "${column}": the text is what the reply must be, to the letter: nothing is put in for ${mark}`, { hint: `write equals: ${mark} for what the column says` });
}

/** `contains: Paris`, or the text that a reply must be. */
function assertion(context: NormalizeContext, column: string, cell: JsonValue, cells: JsonObject): CellAssertion {
  const text = cellText(cell);
  const read = readAssertionText(text);
  if (read) return { entry: read, plain: false };
  const meant = meantAssertion(text);
  if (meant !== undefined) reportWarning(context, [column], `column "${column}": the text is what the reply must be: it is written as no assertion`, { code: 'unknown-evaluator', hint: `did you mean ${meant}?` });
  reportUnfilled(context, column, text, cells);
  return { entry: { type: 'equals', value: text }, plain: true };
}

/** Whether a column holds an assertion. */
export function isAssertion(column: string): boolean {
  return EXPECTED.test(column);
}

/** Makes ready what reads the assertions of a row. Nothing to wait for when it is ready. */
export function prepareAssertions(texts: TemplateTexts, cells: JsonObject, { special }: RowShape): Promise<unknown> | undefined {
  for (const column of special) {
    const text = isAssertion(column) ? cellText(cells[column] ?? '') : '';
    if (!text.includes('{')) continue;
    // What a cell is as an assertion is not known yet: a brace besides those of names may become a mark.
    const wait = texts.prepare(text.replaceAll(NAME, '').includes('{') ? undefined : text);
    if (wait) return wait;
  }
  return undefined;
}

type Take = (draft: Draft, column: string, cell: JsonValue, context: NormalizeContext, cells: JsonObject) => void;

function takeConfig(draft: Draft, column: string, cell: JsonValue, context: NormalizeContext): void {
  const [, number = '', written = ''] = CONFIG.exec(column) ?? [];
  const setting = SETTINGS[written];
  if (setting === undefined) {
    reportError(context, [column], `column "${column}": an assertion has no setting "${written}" here; there are: ${Object.keys(SETTINGS).join(', ')}`, { hint: 'name the column __config:__expected:threshold' });
    return;
  }
  const value = setting === 'metric' ? cellText(cell) : asNumber(context, column, cell);
  const key = number || '1';
  if (value !== undefined) draft.settings.set(key, { ...draft.settings.get(key), [setting]: value });
}

const TAKE: Readonly<Record<string, Take>> = {
  __metric: (draft, _, cell) => (draft.metric = cellText(cell)),
  __threshold: (draft, column, cell, context) => (draft.threshold = asNumber(context, column, cell, true)),
  __description: (draft, _, cell) => (draft.metadata['description'] = cellText(cell)),
  __prefix: (draft, _, cell) => (draft.prefix = cellText(cell)),
  __suffix: (draft, _, cell) => (draft.suffix = cellText(cell)),
  __providerOutput: (draft, _, cell) => (draft.providerOutput = cellText(cell)),
};

const LISTED = /^__metadata:(.+)\[\]$/u;

function takeMetadata(draft: Draft, column: string, cell: JsonValue): void {
  const list = LISTED.exec(column)?.[1];
  if (list === undefined) draft.metadata[column.slice('__metadata:'.length)] = cell;
  // `\,` is a comma in an item.
  else draft.metadata[list] = cellText(cell).split(/(?<!\\),/u).map((item) => item.trim().replaceAll('\\,', ','));
}

function takeAssertion(draft: Draft, column: string, cell: JsonValue, context: NormalizeContext, cells: JsonObject): void {
  const number = EXPECTED.exec(column)?.[1] || '1';
  if (draft.assertions.has(number)) reportError(context, [column], `columns "__expected" and "${column}" are both the first assertion`, { hint: 'name them __expected1, __expected2, …' });
  draft.assertions.set(number, assertion(context, column, cell, cells));
}

function takeFor(column: string): Take | undefined {
  if (isAssertion(column)) return takeAssertion;
  if (CONFIG.test(column)) return takeConfig;
  if (column.startsWith('__metadata:') && column.length > '__metadata:'.length) return takeMetadata;
  return Object.hasOwn(TAKE, column) ? TAKE[column] : undefined;
}

function reportUnknown(context: NormalizeContext, column: string): void {
  const near = nearestMatch(column, NAMES);
  reportError(context, [column], `column "${column}" is not known; those with two underscores are: ${NAMES.join(', ')}`, {
    code: 'unknown-column',
    hint: near === undefined ? 'give a variable a name without the underscores' : `did you mean ${near}?`,
  });
}

function assertions({ assertions: found, settings, metric }: Draft): readonly CellAssertion[] {
  return [...found].map(([number, { entry, plain }]) => ({
    plain,
    entry: { ...entry, ...(metric === undefined ? {} : { metric: found.size === 1 ? metric : `${metric}${number === '1' ? '' : ` ${number}`}` }), ...settings.get(number) },
  }));
}

/** Reports what is said about assertions that are not there: it would be lost. */
function checkIdle(context: NormalizeContext, cells: JsonObject, { assertions: found, settings, threshold }: Draft): void {
  const hint = 'write assertions into the columns __expected, __expected2, …';
  if (threshold !== undefined && found.size === 0) reportError(context, ['__threshold'], 'column "__threshold" is about the assertions of the row, which has none', { hint });
  for (const number of settings.keys()) {
    const columns = number === '1' ? ['__expected', '__expected1'] : [`__expected${number}`];
    if (!columns.some((column) => column in cells)) reportError(context, [`__config:__expected${number}`], `there is a column about ${columns[0]}, and no column ${columns[0]}`, { hint });
  }
}

/** Reads the columns of a row whose names begin with two underscores. What is wrong with one is reported. */
export function specialCells(context: NormalizeContext, cells: JsonObject, { special }: RowShape): SpecialCells {
  let draft: Draft | undefined;
  for (const column of special) {
    const take = takeFor(column);
    if (!take) reportUnknown(context, column);
    const cell = cells[column];
    if (!take || cell === undefined || isEmptyCell(cell)) continue;
    draft ??= { assertions: new Map(), settings: new Map(), metadata: {}, metric: undefined, threshold: undefined, prefix: '', suffix: '', providerOutput: undefined };
    take(draft, column, cell, context, cells);
  }
  if (!draft) return NOTHING_SPECIAL;
  checkIdle(context, cells, draft);
  const { threshold, metadata, prefix, suffix, providerOutput } = draft;
  return { assert: assertions(draft), threshold, metadata, prefix, suffix, providerOutput };
}
