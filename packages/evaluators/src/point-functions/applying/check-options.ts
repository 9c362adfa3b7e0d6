import { UnscoredError } from '@assay/schema';
import * as v from 'valibot';

/**
 * A value that a schema accepts, typed by it.
 * @throws UnscoredError (config) that lists every finding, each under `subject`.
 */
export function checkOptions<const TSchema extends v.GenericSchema>(
  schema: TSchema,
  value: unknown,
  subject: string,
): v.InferOutput<TSchema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new UnscoredError(`${subject}: ${result.issues.map((issue) => issue.message).join('; ')}`, {
    reason: 'config',
  });
}
