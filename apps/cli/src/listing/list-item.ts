import type { JsonObject } from '@assay/schema';

/** What a list says of one thing. */
export interface ListItem {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** What only the JSON form tells, by its keys there. */
  readonly places?: JsonObject;
}
