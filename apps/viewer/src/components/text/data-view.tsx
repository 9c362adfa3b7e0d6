import { visibleText } from '@assay/schema';
interface Props {
  readonly value: unknown;
}

const LONGEST = 20_000;

/** Data as indented JSON; a text as it is, and what nobody would see of it as codes. */
export function DataView({ value }: Props) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <pre class="raw data" tabIndex={0}>
      {visibleText(text.length > LONGEST ? `${text.slice(0, LONGEST)}\n… ${text.length - LONGEST} characters more` : text)}
    </pre>
  );
}
