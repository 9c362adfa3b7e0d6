import { visibleText, type PageTable } from '@assay/schema';
import { SpanAxis } from './span-axis.js';

/** A table in the words of the command, with its intervals drawn. */
export function ToldTable({ table: { title, header, rows, remarks, spans }, name }: { readonly table: PageTable; readonly name: string }) {
  const drawn = spans?.of.some((span) => span !== null) === true ? spans : undefined;
  return (
    <section class="told" aria-label={title === '' ? name : title}>
      {title !== '' && <h3>{visibleText(title)}</h3>}
      <div class="told-table" tabIndex={0} role="group" aria-label={`Table: ${title === '' ? name : title}`}>
        <table class="plain">
          <thead>
            <tr>
              {header.map((text, at) => (text === '' ? <td key={at} /> : <th key={at} scope="col" class={at === 0 ? '' : 'number'}>{visibleText(text)}</th>))}
              {drawn !== undefined && <th scope="col">{drawn.title}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...cells], line) => (
              <tr key={line}>
                <th scope="row">{visibleText(first ?? '')}</th>
                {cells.map((text, at) => (
                  <td key={at} class={header[at + 1] === '' ? 'lean' : 'number'}>
                    {visibleText(text)}
                  </td>
                ))}
                {drawn !== undefined && (
                  <td>
                    <SpanAxis span={drawn.of[line] ?? null} axis={drawn} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {remarks.length > 0 && (
        <ul class="remarks">
          {remarks.map((text) => (
            <li key={text}>{visibleText(text)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
