import type { AliasTable } from './alias-table.js';

/** The names of what a point says. */
export const POINT_ALIASES = {
  text: ['text', 'point'],
  arg: ['fnArgs', 'arg', 'args'],
  weight: ['multiplier', 'weight'],
  citation: ['citation', 'reference'],
  /** Of a citation that is a mapping. */
  citationTitle: ['title', 'name'],
} as const satisfies AliasTable;
