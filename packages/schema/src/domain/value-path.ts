/** Keys and indexes from the root of a document to a value in it. */
export type ValuePath = readonly (string | number)[];
