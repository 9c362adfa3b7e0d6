/** So many cases as JSON Lines, each with the same key that is none. */
export const misspeltLines = (count: number): string => Array.from({ length: count }, (_, index) => `{"id":"c${index}","expected_outcome":"x","input":"Hi","wieght":1}\n`).join('');
