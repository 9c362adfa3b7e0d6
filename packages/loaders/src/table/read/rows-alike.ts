import type { EvalCase, JsonObject, JsonValue, Message, NormalizeContext } from '@assay/schema';
import { fillPrompts } from '../../variables/fill-prompts.js';
import { isEmptyCell, type RowShape } from './columns.js';
import { rowId } from './row-id.js';
import type { RowCase, TableReading } from './table-reading.js';

/** Which of the cells that make a case are there. */
type Kind = 'neither' | 'expected' | 'outcome' | 'both';

interface Model {
  readonly kind: Kind;
  readonly shape: RowShape;
  readonly evalCase: EvalCase;
}

/**
 * Rows that differ in nothing but their texts, as most rows of large tables do: what was found out about the first of them
 * holds for all. That they become what they would become otherwise is what `rows-alike.test.ts` is about.
 */
export class RowsAlike {
  readonly #context: NormalizeContext;
  readonly #reading: TableReading;
  /** Whether a suite fills nothing but prompts in, and puts nothing in front of what is asked. */
  readonly #isPlain: boolean;
  #model: Model | undefined;

  constructor(context: NormalizeContext, reading: TableReading) {
    this.#context = context;
    this.#reading = reading;
    this.#isPlain = !reading.header.refill && !reading.header.sharedInput;
  }

  /** Undefined for a row of which more has to be looked at. */
  kindOf(cells: JsonObject, { special, fields }: RowShape): Kind | undefined {
    if (!this.#isPlain || special) return undefined;
    const { id, tags, weight } = fields;
    if (isThere(cells, id) || isThere(cells, tags) || isThere(cells, weight)) return undefined;
    if (this.#reading.templating.prompts.length === 0 && !textIn(cells, fields.input)?.trim()) return undefined;
    const expected = textIn(cells, fields.expected);
    const outcome = textIn(cells, fields.expected_outcome);
    if (expected === undefined || outcome === undefined || (outcome !== '' && outcome.trim() === '')) return undefined;
    if (outcome === '') return expected === '' ? 'neither' : 'expected';
    return expected === '' ? 'outcome' : 'both';
  }

  /** Whether a row of the kind came before, and nothing had to be said about it. */
  knows(kind: Kind, shape: RowShape): boolean {
    return this.#model !== undefined && this.#model.kind === kind && this.#model.shape === shape;
  }

  learn(kind: Kind, shape: RowShape, evalCase: EvalCase): void {
    this.#model = { kind, shape, evalCase };
  }

  /** The case of a row whose kind is known; undefined when its prompts cannot be filled in, which is reported. */
  read(cells: JsonObject, { fields, named }: RowShape): RowCase | undefined {
    const { header, templating } = this.#reading;
    const vars = header.vars ? { ...header.vars, ...cells } : cells;
    const isAsked = templating.prompts.length > 0;
    const prompts = isAsked ? fillPrompts(this.#context, templating.prompts, vars, []) : undefined;
    const before = this.#model?.evalCase;
    if (!before || (isAsked && !prompts)) return undefined;
    const evalCase: { -readonly [Key in keyof EvalCase]: EvalCase[Key] } = {
      id: rowId(cells, named),
      expectedOutcome: textIn(cells, fields.expected_outcome) ?? '',
      inputMessages: prompts?.[0]?.inputMessages ?? [{ role: 'user', content: textIn(cells, fields.input) ?? '' }],
      expectedMessages: replyOf(textIn(cells, fields.expected)),
      evaluators: before.evaluators,
      execution: before.execution,
      weight: before.weight,
      tags: before.tags,
    };
    if (prompts) evalCase.prompts = prompts;
    evalCase.vars = vars;
    return { evalCase, named: false };
  }
}

function cellIn(cells: JsonObject, column: string | null): JsonValue | undefined {
  return column === null ? undefined : cells[column];
}

function isThere(cells: JsonObject, column: string | null): boolean {
  return column !== null && !isEmptyCell(cells[column]);
}

/** The text of a cell, empty when there is none; undefined when it holds something else. */
function textIn(cells: JsonObject, column: string | null): string | undefined {
  const cell = cellIn(cells, column) ?? '';
  return typeof cell === 'string' ? cell : undefined;
}

function replyOf(text: string | undefined): readonly Message[] {
  return text === undefined || text === '' ? [] : [{ role: 'assistant', content: text }];
}
