/** The keys of a written point by what they say, each with all its spellings. */
export const POINT_SPELLINGS = {
  text: ['text', 'point'],
  arg: ['arg', 'fnArgs', 'args'],
  weight: ['weight', 'multiplier'],
  citation: ['citation', 'reference'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
