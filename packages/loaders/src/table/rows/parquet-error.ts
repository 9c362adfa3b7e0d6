import { AssayError } from '@assay/schema';

/** Something in a file of Parquet cannot be read. Who knows which file and row it is tells its user. */
export class ParquetError extends AssayError {
  readonly code = 'invalid-parquet';
  override readonly name = 'ParquetError';
}
