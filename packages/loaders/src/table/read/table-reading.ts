import type { EvalCase } from '@assay/schema';
import type { SuiteHeader } from '../../eval-case/read/suite-header.js';
import type { Templating } from '../../eval-case/templating/templating.js';
import type { ColumnNames } from './columns.js';
import type { NamedColumn } from './missing-columns.js';

/** What the rows of a table are read with. */
export interface TableReading {
  readonly header: SuiteHeader;
  readonly columns: ColumnNames;
  /** Those of them that the sidecar names. */
  readonly named: readonly NamedColumn[];
  readonly templating: Templating;
}

/** A row as a case. */
export interface RowCase {
  readonly evalCase: EvalCase;
  /** False when its id was made of what it says. */
  readonly named: boolean;
}
