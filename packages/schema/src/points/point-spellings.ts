/** The keys of a written point by what they say, each with all its spellings: the one that wins comes first. */
export const POINT_SPELLINGS = {
  text: ['text', 'point'],
  arg: ['fnArgs', 'arg', 'args'],
  weight: ['multiplier', 'weight'],
  citation: ['citation', 'reference'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
