import { visibleText } from '@assay/schema';

interface Option {
  readonly value: string;
  readonly text: string;
}

interface Props {
  readonly label: string;
  /** What is shown when nothing is chosen. */
  readonly any?: string;
  /** Whether the label is for screen readers alone, as it is where `any` says enough. */
  readonly hidden?: boolean;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}

/** A choice of one. */
export function Select({ label, any, hidden = any !== undefined, value, options, onChange }: Props) {
  return (
    <label class={`select${any !== undefined && value !== '' ? ' chosen' : ''}`}>
      <span class={hidden ? 'unseen' : ''}>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {any !== undefined && <option value="">{any}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {visibleText(option.text)}
          </option>
        ))}
      </select>
    </label>
  );
}
