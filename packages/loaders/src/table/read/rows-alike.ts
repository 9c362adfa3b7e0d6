import { readIdentifier, type EvalCase, type JsonObject, type JsonValue, type Message, type NormalizeContext } from '@assay/schema';
import { checkWeights } from '../../eval-case/read/check-weights.js';
import { createFillIn } from '../../variables/fill-in.js';
import { fillPrompts } from '../../variables/fill-prompts.js';
import { hasMarks } from '../../variables/marks.js';
import { isEmptyCell, variablesOf, type RowShape } from './columns.js';
import { rowId } from './row-id.js';
import { isAssertion } from './special-columns.js';
import type { RowCase, TableReading } from './table-reading.js';

/** Which of the cells that make a case are there. */
type Kind = 'neither' | 'expected' | 'outcome' | 'both';

interface Model {
  readonly kind: Kind;
  readonly shape: RowShape;
  /** Of the row that all is known of. */
  readonly cells: JsonObject;
  readonly evalCase: EvalCase;
}

/**
 * Rows that differ in nothing but their texts, as most rows of large tables do: what was found out about the first of them
 * holds for all. That they become what they would become otherwise is what `rows-alike.test.ts` is about.
 */
export class RowsAlike {
  readonly #context: NormalizeContext;
  readonly #reading: TableReading;
  #model: Model | undefined;

  constructor(context: NormalizeContext, reading: TableReading) {
    this.#context = context;
    this.#reading = reading;
  }

  /** Undefined for a row of which more has to be looked at. */
  kindOf(cells: JsonObject, { special, fields }: RowShape): Kind | undefined {
    const { header, templating } = this.#reading;
    // What stands in front of what is asked may hold variables.
    if (header.sharedInput || !special.every((column) => isAssertion(column) && isPlainText(cells[column]))) return undefined;
    // Assertions of a row stand behind what is filled in for it.
    if (header.refill && special.length > 0) return undefined;
    const { tags, weight } = fields;
    if (isThere(cells, tags) || isThere(cells, weight)) return undefined;
    // An empty text is no id; one of spaces is a wrong one.
    const id = textIn(cells, fields.id);
    if (id === undefined || (id !== '' && id.trim() === '')) return undefined;
    if (templating.prompts.length === 0 && !textIn(cells, fields.input)?.trim()) return undefined;
    const expected = textIn(cells, fields.expected);
    const outcome = textIn(cells, fields.expected_outcome);
    if (expected === undefined || outcome === undefined || (outcome !== '' && outcome.trim() === '')) return undefined;
    // Whether a row can do without both depends on its evaluators.
    if (outcome === '' && expected === '' && header.refill) return undefined;
    if (outcome === '') return expected === '' ? 'neither' : 'expected';
    return expected === '' ? 'outcome' : 'both';
  }

  /** Whether a row of the kind, with the same assertions, came before, and nothing had to be said about it. */
  knows(kind: Kind, shape: RowShape, cells: JsonObject): boolean {
    const model = this.#model;
    return model !== undefined && model.kind === kind && model.shape === shape && shape.special.every((column) => cells[column] === model.cells[column]);
  }

  learn(kind: Kind, shape: RowShape, cells: JsonObject, evalCase: EvalCase): void {
    this.#model = { kind, shape, cells, evalCase };
  }

  /** The case of a row whose kind is known; undefined when something of it cannot be filled in, which is reported. */
  read(cells: JsonObject, shape: RowShape): RowCase | undefined {
    const { fields, named: columns } = shape;
    const { header, templating } = this.#reading;
    const variables = variablesOf(cells, shape);
    const vars = header.vars ? { ...header.vars, ...variables } : variables;
    const isAsked = templating.prompts.length > 0;
    const prompts = isAsked ? fillPrompts(this.#context, templating.prompts, vars, []) : undefined;
    const { tally } = this.#context;
    const errors = tally.errors;
    const refilled = header.refill?.(createFillIn(templating.texts, vars), this.#context);
    const before = this.#model?.evalCase;
    if (!before || (isAsked && !prompts) || tally.errors > errors) return undefined;
    const written = textIn(cells, fields.id) ?? '';
    const id = written === '' ? undefined : readIdentifier(this.#context, { id: written }, [], 'id');
    // What is none of its texts is that of the row before, whatever it is.
    const evalCase: EvalCase = {
      ...before,
      id: id ?? rowId(cells, columns),
      expectedOutcome: textIn(cells, fields.expected_outcome) ?? '',
      inputMessages: prompts?.[0]?.inputMessages ?? [{ role: 'user', content: textIn(cells, fields.input) ?? '' }],
      expectedMessages: replyOf(textIn(cells, fields.expected)),
      ...(prompts ? { prompts } : undefined),
      evaluators: refilled?.defaultEvaluators ?? before.evaluators,
      vars,
    };
    if (refilled) checkWeights(this.#context, evalCase.evaluators, {}, []);
    return { evalCase, named: id !== undefined };
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

/** A text without variables, which becomes the same assertion in every row. */
function isPlainText(cell: JsonValue | undefined): boolean {
  return typeof cell === 'string' && !hasMarks(cell);
}

function replyOf(text: string | undefined): readonly Message[] {
  return text === undefined || text === '' ? [] : [{ role: 'assistant', content: text }];
}
