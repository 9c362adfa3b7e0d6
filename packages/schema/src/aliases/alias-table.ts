/**
 * The fields of a dialect that go by several names, each with all of them. The canonical name comes first: it wins where
 * a file has several, unless the file says `alias_precedence: shorthand`.
 */
export type AliasTable = Readonly<Record<string, readonly string[]>>;
