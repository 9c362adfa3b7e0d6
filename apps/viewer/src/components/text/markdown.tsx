import { visibleText } from '@assay/schema';
import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ComponentChildren } from 'preact';

/** How a piece of plain text is shown. */
type ShowText = (text: string) => ComponentChildren;

/** Longer texts are shown raw: nobody reads them rendered, and the page would stand still. */
const LONGEST = 200_000;
/** Quotes in quotes in quotes are a text that means harm. */
const DEEPEST = 20;

/** What the reader of Markdown left encoded. */
function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (entity) => ({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' })[entity] ?? "'");
}

/** A link leads nowhere: where it would lead stands behind it. Nothing that a model wrote is one key away from being opened. */
function Link({ token, children }: { readonly token: Tokens.Link; readonly children: ComponentChildren }) {
  return (
    <span class="md-link">
      {children}
      {token.href !== token.text && <span class="md-href"> ({token.href})</span>}
    </span>
  );
}

function List({ token, show, depth }: { readonly token: Tokens.List; readonly show: ShowText; readonly depth: number }) {
  const items = token.items.map((item, at) => (
    <li key={at}>{renderAll(item.tokens, show, depth)}</li>
  ));
  return token.ordered ? <ol start={typeof token.start === 'number' ? token.start : 1}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ token, show, depth }: { readonly token: Tokens.Table; readonly show: ShowText; readonly depth: number }) {
  return (
    <div class="md-table" tabIndex={0} role="group" aria-label="Table in the text">
      <table>
        <thead>
          <tr>
            {token.header.map((cell, at) => (
              <th key={at} class={`align-${cell.align ?? 'left'}`}>
                {renderAll(cell.tokens, show, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={at} class={`align-${cell.align ?? 'left'}`}>
                  {renderAll(cell.tokens, show, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Text that holds others: they are shown, or it itself where there are none. */
function inside(token: Tokens.Generic, show: ShowText, depth: number): ComponentChildren {
  return token.tokens === undefined ? show(decoded(String(token['text'] ?? token.raw))) : renderAll(token.tokens, show, depth);
}

function renderToken(token: Token, show: ShowText, depth: number): ComponentChildren {
  const generic = token as Tokens.Generic;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      // Headings of a reply are no headings of the page.
      return <p class={`md-heading md-heading-${generic['depth']}`}>{inside(generic, show, depth)}</p>;
    case 'paragraph':
      return <p>{inside(generic, show, depth)}</p>;
    case 'code':
      return <pre class="md-code" tabIndex={0}>{show(generic['text'])}</pre>;
    case 'blockquote':
      return <blockquote>{inside(generic, show, depth)}</blockquote>;
    case 'checkbox':
      // Of a task in a list: it stands where its text begins, in a paragraph where the list has any.
      return <span class="md-task">{generic['checked'] === true ? '☑ ' : '☐ '}</span>;
    case 'list':
      return <List token={token as Tokens.List} show={show} depth={depth} />;
    case 'table':
      return <Table token={token as Tokens.Table} show={show} depth={depth} />;
    case 'hr':
      return <hr />;
    case 'strong':
      return <strong>{inside(generic, show, depth)}</strong>;
    case 'em':
      return <em>{inside(generic, show, depth)}</em>;
    case 'del':
      return <del>{inside(generic, show, depth)}</del>;
    case 'codespan':
      return <code>{show(decoded(generic['text']))}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link token={token as Tokens.Link}>{inside(generic, show, depth)}</Link>;
    case 'image':
      return <span class="md-image">[image: {generic['text'] || 'without a text'} ({generic['href']})]</span>;
    case 'html':
      // Tags are shown as they were written; only the one that people mean as a new line is one.
      return /^<br\s*\/?>$/iu.test(generic.raw.trim()) ? <br /> : show(generic.raw);
    case 'escape':
      return show(generic['text']);
    default:
      return inside(generic, show, depth);
  }
}

function renderAll(tokens: readonly Token[], show: ShowText, depth: number): ComponentChildren {
  if (depth >= DEEPEST) return show(tokens.map(({ raw }) => raw).join(''));
  return tokens.map((token, at) => <Fragment key={at}>{renderToken(token, show, depth + 1)}</Fragment>);
}

interface Props {
  readonly text: string;
  readonly show?: ShowText;
}

/**
 * A text in Markdown, as elements that are made one by one: nothing in it is ever read as HTML, and it loads nothing. Its links and
 * images are texts.
 */
export function Markdown({ text, show = (plain) => plain }: Props) {
  if (text.length > LONGEST) return <pre class="raw">{visibleText(text)}</pre>;
  let tokens: readonly Token[];
  try {
    tokens = lexer(text, { gfm: true, breaks: true });
  } catch {
    return <pre class="raw">{visibleText(text)}</pre>;
  }
  return <div class="md">{renderAll(tokens, show, 0)}</div>;
}
