import { TemplateError } from '@assay/schema';
import { expressionTokens, type ExpressionToken } from './expression-tokens.js';
import { COLON_ONLY, MOST_ARGUMENTS } from './filter-arguments.js';
import type { MappedText } from './source-map.js';

/** What Nunjucks calls otherwise in loops. */
const LOOP_NAMES: Readonly<Record<string, string>> = { revindex: 'rindex', revindex0: 'rindex0' };

const HINTS: Readonly<Record<string, string>> = {
  is: 'compare with ==, or write {% if name %} for a variable that may be missing',
  in: 'write {% if list contains value %}',
  if: 'write {% if condition %}one{% else %}other{% endif %}',
};

/** @throws TemplateError for a number of which digits would be lost. */
function checkDigits({ text, at }: ExpressionToken): void {
  if (Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER) return;
  throw new TemplateError(`the number ${text} is beyond 2^53, and would lose digits`, { offset: at, hint: `put it into quotes: "${text}"` });
}

/** Reads an expression of a template, and hands it on as the engine takes it. Everything is read or refused: nothing is passed over. */
export class ExpressionReader {
  readonly #tokens: readonly ExpressionToken[];
  readonly #out: MappedText;
  readonly #end: number;
  readonly #inLoop: boolean;
  #next = 0;

  /** @param inLoop whether `loop` is that of a `{% for %}` around it. */
  constructor(text: string, [from, to]: readonly [number, number], { out, inLoop }: { readonly out: MappedText; readonly inLoop: boolean }) {
    this.#tokens = expressionTokens(text, from, to);
    this.#out = out;
    this.#end = to;
    this.#inLoop = inLoop;
  }

  get done(): boolean {
    return this.#next >= this.#tokens.length;
  }

  /** A whole condition or value, with its filters. @throws TemplateError when there is anything else. */
  whole(): void {
    this.value();
    this.end();
  }

  value(): void {
    this.#operands();
    while (this.#take('mark', '|')) this.#filter();
  }

  /** @throws TemplateError when something is left. */
  end(): void {
    if (!this.done) throw this.#unexpected();
  }

  /** A name that stands for itself. */
  name(): string {
    const token = this.#peek();
    if (token?.kind !== 'name') throw this.#unexpected('a name');
    this.#emit();
    return token.text;
  }

  /** A certain word or mark. */
  expect(text: string): void {
    if (this.#peek()?.text !== text) throw this.#unexpected(text);
    this.#emit();
  }

  /** What a loop goes through: `(1..3)`, or a variable. */
  iterated(): void {
    if (!this.#take('mark', '(')) return this.operand();
    this.operand();
    this.expect('..');
    this.operand();
    this.expect(')');
  }

  /** True if this word or mark was there, which is handed on. */
  taken(text: string): boolean {
    if (this.#peek()?.text !== text) return false;
    this.#emit();
    return true;
  }

  operand(): void {
    const token = this.#peek();
    if (token?.kind === 'number') checkDigits(token);
    if (token?.kind === 'string' || token?.kind === 'number') return this.#emit();
    if (token?.kind !== 'name') throw this.#unexpected('a value');
    if (this.#isHidden(token)) return this.#hidden(token);
    const isLoop = this.#inLoop && token.text === 'loop' && this.#tokens[this.#next + 1]?.text === '.';
    this.#emit(isLoop ? 'forloop' : undefined);
    this.#parts(isLoop);
  }

  /** Words of the engine that may be names of variables: they are words only where something is compared with them. */
  #isHidden({ text }: ExpressionToken): boolean {
    return (text === 'empty' || text === 'blank') && this.#tokens[this.#next - 1]?.kind !== 'operator';
  }

  #hidden({ text, at }: ExpressionToken): void {
    this.#next += 1;
    this.#out.add(` vars["${text}"]`, at - 1);
    this.#parts(false);
  }

  #parts(isLoop: boolean): void {
    for (;;) {
      if (this.#take('mark', '.', true)) {
        const part = this.#peek();
        if (part?.kind !== 'name' && part?.kind !== 'number') throw this.#unexpected('a name');
        this.#emit(isLoop ? LOOP_NAMES[part.text] : undefined, true);
      } else if (this.#take('mark', '[', true)) {
        this.operand();
        if (!this.#take('mark', ']', true)) throw this.#unexpected(']');
      } else break;
    }
    if (this.#peek()?.text === '(') throw this.#unexpected(undefined, 'templates call nothing; filters stand behind |');
  }

  #operands(): void {
    const joined = new Set<string>();
    for (;;) {
      while (this.#take('word', 'not'));
      this.operand();
      const token = this.#peek();
      if (token?.kind !== 'operator' && token?.kind !== 'word') return;
      if (token.text === 'and' || token.text === 'or') joined.add(token.text);
      if (joined.size > 1) {
        throw new TemplateError('a condition cannot have both "and" and "or"', { offset: token.at, hint: 'write an {% if %} inside another' });
      }
      this.#emit();
    }
  }

  #filter(): void {
    const token = this.#peek();
    if (token?.kind !== 'name' && token?.text !== 'contains') throw this.#unexpected('the name of a filter');
    // Only under this name a filter gets what is missing.
    this.#emit(token.text === 'd' ? 'default' : undefined);
    if (this.#take('mark', ':')) {
      do this.#argument();
      while (this.#take('mark', ','));
    } else if (this.#peek()?.text === '(') this.#called(token.text, token.at);
  }

  #argument(): void {
    const named = this.#peek()?.kind === 'name' && this.#tokens[this.#next + 1]?.text === ':';
    if (named) {
      this.#emit();
      this.#emit();
    }
    this.operand();
  }

  /** `default('y')` is `default: 'y'`. */
  #called(name: string, at: number): void {
    if (COLON_ONLY.has(name)) {
      throw new TemplateError(`the filter "${name}" is not known in the form ${name}(…): it means something else there`, { offset: at, hint: `write | ${name}: argument, for what Liquid means by it` });
    }
    this.#next += 1;
    let count = 0;
    while (this.#peek()?.text !== ')') {
      const place = this.#peek()?.at ?? this.#end;
      this.#out.add(count === 0 ? ': ' : ', ', place);
      this.operand();
      count += 1;
      if (this.#peek()?.text === ',') this.#next += 1;
      else if (this.#peek()?.text !== ')') throw this.#unexpected(')');
    }
    this.#next += 1;
    const most = MOST_ARGUMENTS.get(name);
    if (most !== undefined && count > most) throw new TemplateError(`the filter "${name}" takes ${most === 0 ? 'no argument' : `at most ${most}`} in the form ${name}(…)`, { offset: at });
  }

  #peek(): ExpressionToken | undefined {
    return this.#tokens[this.#next];
  }

  #emit(text?: string, close = false): void {
    const token = this.#tokens[this.#next];
    if (!token) return;
    this.#next += 1;
    this.#out.add(`${close ? '' : ' '}${text ?? token.text}`, token.at - (close ? 0 : 1));
  }

  #take(kind: ExpressionToken['kind'], text: string, close = false): boolean {
    const token = this.#peek();
    if (token?.kind !== kind || token.text !== text) return false;
    this.#emit(undefined, close);
    return true;
  }

  #unexpected(wanted?: string, hint?: string): TemplateError {
    const token = this.#peek();
    const problem = token ? `${JSON.stringify(token.text)} cannot stand here${wanted === undefined ? '' : `: there must be ${wanted}`}` : `${wanted ?? 'a value'} is missing here`;
    return new TemplateError(problem, {
      offset: token?.at ?? this.#end,
      hint: hint ?? (token && HINTS[token.text]) ?? 'templates know {{ name }}, {{ name | filter: "argument" }}, {% if %} and {% for %}',
    });
  }
}
