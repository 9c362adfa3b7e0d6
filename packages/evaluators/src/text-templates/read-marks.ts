import { nearestMatch, TemplateError } from '@assay/schema';
import { ExpressionReader } from './read-expression.js';
import { MappedText } from './source-map.js';

/** Names of Nunjucks for what Liquid has too. */
const RENAMED: Readonly<Record<string, string>> = { elif: 'elsif', set: 'assign', verbatim: 'raw', endverbatim: 'endraw' };

type ReadTag = (expression: ExpressionReader) => void;

const nothing: ReadTag = (expression) => expression.end();
const condition: ReadTag = (expression) => expression.whole();

/** The tags that templates may have: how what stands behind their names is read. */
const TAGS: Readonly<Record<string, ReadTag>> = {
  if: condition,
  elsif: condition,
  unless: condition,
  case: condition,
  when(expression) {
    do expression.operand();
    while (expression.taken(',') || expression.taken('or'));
    expression.end();
  },
  for(expression) {
    expression.name();
    expression.expect('in');
    expression.iterated();
    while (!expression.done) {
      if (expression.taken('reversed')) continue;
      if (!expression.taken('limit')) expression.expect('offset');
      expression.expect(':');
      expression.operand();
    }
  },
  assign(expression) {
    expression.name();
    expression.expect('=');
    expression.whole();
  },
  capture(expression) {
    expression.name();
    expression.end();
  },
  else: nothing, endif: nothing, endunless: nothing, endcase: nothing, endfor: nothing, endcapture: nothing, break: nothing, continue: nothing,
};

/** What tags stand in, and what closes which. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  elsif: ['if', 'unless'], else: ['if', 'unless', 'case', 'for'], when: ['case'],
  endif: ['if'], endunless: ['unless'], endcase: ['case'], endfor: ['for'], endcapture: ['capture'],
};
const BLOCKS: ReadonlySet<string> = new Set(['if', 'unless', 'case', 'for', 'capture']);

const TAG_NAMES = [...Object.keys(TAGS), ...Object.keys(RENAMED), 'raw', 'comment'];

/** Where what begins with a mark ends: behind quotes, so that a text may hold the mark. */
function endOf(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === "'" || character === '"') {
      const close = new RegExp(`${character}(?:[^${character}\\\\]|\\\\[\\s\\S])*${character}`, 'uy');
      close.lastIndex = at;
      const quoted = close.exec(text);
      if (quoted) at += quoted[0].length - 1;
    } else if (text.startsWith(mark, at)) return at;
  }
  return -1;
}

function unclosed(mark: string, close: string, offset: number): TemplateError {
  return new TemplateError(`${mark} is not closed`, { offset, hint: `write ${close} at its end; {% raw %}${mark}{% endraw %} for the marks themselves` });
}

/** Reads a text with marks of templates into what the engine takes. */
class MarkReader {
  readonly #text: string;
  readonly #out = new MappedText();
  #at = 0;
  #loops = 0;
  /** The blocks that are open, the innermost last. */
  readonly #open: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  read(): MappedText {
    const mark = /\{[{%#]/gu;
    for (;;) {
      mark.lastIndex = this.#at;
      const found = mark.exec(this.#text);
      this.#out.add(this.#text.slice(this.#at, found?.index), this.#at);
      if (!found) return this.#out;
      this.#at = found.index;
      if (found[0] === '{#') this.#comment();
      else if (found[0] === '{%') this.#tag();
      else this.#output();
    }
  }

  #comment(): void {
    const end = this.#text.indexOf('#}', this.#at + 2);
    if (end === -1) throw unclosed('{#', '#}', this.#at);
    if (this.#text[this.#at + 2] === '-') this.#out.trimEnd();
    this.#at = end + 2;
    if (this.#text[end - 1] === '-') this.#at += /^\s*/u.exec(this.#text.slice(this.#at))?.[0].length ?? 0;
  }

  /** The text between two marks, without what trims the space around it. */
  #between(open: string, close: string): readonly [number, number] {
    const from = this.#at + open.length;
    const end = endOf(this.#text, from, close);
    if (end === -1) throw unclosed(open, close, this.#at);
    const [left, right] = [this.#text[from] === '-', end > from + 1 && this.#text[end - 1] === '-'];
    return [left ? from + 1 : from, right ? end - 1 : end];
  }

  #output(): void {
    const [open, close] = this.#text.startsWith('{{{', this.#at) ? ['{{{', '}}}'] : ['{{', '}}'];
    const [from, to] = this.#between(open, close);
    this.#out.add(`{{${this.#text[from - 1] === '-' ? '-' : ''}`, this.#at);
    new ExpressionReader(this.#text, [from, to], { out: this.#out, inLoop: this.#loops > 0 }).whole();
    this.#out.add(` ${this.#text[to] === '-' ? '-' : ''}}}`, to);
    this.#at = this.#text.indexOf(close, to) + close.length;
  }

  #tag(): void {
    const [from, to] = this.#between('{%', '%}');
    const [, space = '', written = ''] = /^(\s*)([\w#]*)/u.exec(this.#text.slice(from, to)) ?? [];
    const name = RENAMED[written] ?? written;
    if (name === 'raw' || name === 'comment') return this.#verbatim(name, written, to);
    const read = TAGS[name];
    const at = from + space.length;
    if (!read) {
      const near = nearestMatch(written, TAG_NAMES);
      const hint = near === undefined ? `templates have the tags ${TAG_NAMES.filter((tag) => !tag.startsWith('end')).join(', ')}` : `did you mean {% ${near} %}?`;
      throw new TemplateError(`the tag "${written}" is not known`, { offset: at, hint });
    }
    this.#out.add(`{%${this.#text[from - 1] === '-' ? '-' : ''} ${name}`, this.#at);
    read(new ExpressionReader(this.#text, [at + written.length, to], { out: this.#out, inLoop: this.#loops > 0 }));
    this.#nest(name, written, at);
    if (name === 'for') this.#loops += 1;
    if (name === 'endfor') this.#loops -= 1;
    this.#out.add(` ${this.#text[to] === '-' ? '-' : ''}%}`, to);
    this.#at = this.#text.indexOf('%}', to) + 2;
  }

  /** Keeps account of blocks. @throws TemplateError for a tag that is not in the block that it belongs to. */
  #nest(name: string, written: string, offset: number): void {
    const inner = this.#open.at(-1);
    const needs = INSIDE[name];
    if (needs && !needs.includes(inner ?? '')) {
      const open = inner === undefined ? 'no block is open' : `the block that is open is {% ${inner} %}`;
      throw new TemplateError(`{% ${written} %} cannot stand here: ${open}`, { offset, hint: `it belongs into ${needs.map((tag) => `{% ${tag} %}`).join(', ')}` });
    }
    if ((name === 'break' || name === 'continue') && !this.#open.includes('for')) throw new TemplateError(`{% ${written} %} cannot stand here: no loop is open`, { offset, hint: 'it belongs into {% for %}' });
    if (BLOCKS.has(name)) this.#open.push(name);
    else if (name.startsWith('end')) this.#open.pop();
  }

  /** What stands in `raw` is put out as it is, what stands in `comment` is left out. */
  #verbatim(name: string, written: string, to: number): void {
    const begin = this.#text.indexOf('%}', to) + 2;
    const end = new RegExp(`\\{%-?\\s*end${written}\\s*-?%\\}`, 'gu');
    end.lastIndex = begin;
    const found = end.exec(this.#text);
    if (!found) throw unclosed(`{% ${written} %}`, `{% end${written} %}`, this.#at);
    const body = this.#text.slice(begin, found.index);
    if (name === 'raw' && body !== '') {
      // A text that has the end of it in itself is put out in two.
      for (const { 0: piece, index } of body.matchAll(/(?:(?!\{%-?\s*endraw)[\s\S])+|\{/gu)) {
        this.#out.add('{% raw %}', this.#at);
        this.#out.add(piece, begin + index);
        this.#out.add('{% endraw %}', found.index);
      }
    }
    this.#at = found.index + found[0].length;
  }
}

/**
 * Reads a template as people write it for Liquid or Nunjucks, and gives it as the engine takes it.
 * @throws TemplateError for what is no template, and for what only one of them knows and the engine does not.
 */
export function readMarks(text: string): MappedText {
  return new MarkReader(text).read();
}
