import { InvalidFileError, type Diagnostic, type SourceLocation } from '@assay/schema';
import type { TableRow } from '../rows/row-source.js';

/** A column that the sidecar names, and where. */
export interface NamedColumn {
  readonly name: string;
  readonly location: SourceLocation;
}

/** Most names of columns that a message lists. */
const MOST_NAMES = 20;

export function listedNames(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;
}

/**
 * Looks for the columns that the sidecar names: what a mistyped one should have said of cases (an id, a weight, the right answer)
 * would be missing, and nobody would notice.
 */
export class MissingColumns {
  #missing: readonly NamedColumn[];
  readonly #seen = new Set<string>();
  #fromTheFirst = false;

  constructor(named: readonly NamedColumn[]) {
    this.#missing = named;
  }

  /**
   * Looks at one row, the first of them before all others.
   * @throws InvalidFileError for a column that no row can have, as a first line names them all.
   */
  see({ names, cells, number }: TableRow): void {
    if (this.#missing.length === 0) return;
    if (number === 1) this.#fromTheFirst = true;
    const missing = this.#missing.filter(({ name }) => !(names ? names.includes(name) : Object.hasOwn(cells, name)));
    if (names && missing.length > 0) throw new InvalidFileError(missing.map(({ name, location }) => ({ severity: 'error', code: 'missing-column', message: `the table has no column "${name}"; there are: ${listedNames(names)}`, location, hint: 'name one of them, or null for none' })));
    if (!names && missing.length > 0) for (const name in cells) this.#seen.add(name);
    this.#missing = missing;
  }

  /** What no row had, of rows that have no names in common. Undefined when not all of them were looked at. */
  atEnd(): readonly Diagnostic[] {
    if (!this.#fromTheFirst) return [];
    return this.#missing.map(({ name, location }) => ({ severity: 'warning', code: 'missing-column', message: `no row has "${name}"; there are: ${listedNames([...this.#seen])}`, location, hint: 'name one of them, or null for none' }));
  }
}
