import type { OptionProblem } from '@assay/schema';
import { optionProblem } from '../../options/option-problems.js';
import { compilePattern } from '../../patterns/compile-pattern.js';

/**
 * The patterns that do not compile.
 * @param at Path of the pattern with this index, from the argument.
 */
export function patternProblems(
  patterns: readonly string[],
  at: (index: number) => OptionProblem['path'],
  extraFlags = '',
): readonly OptionProblem[] {
  return patterns.flatMap((pattern, index) => {
    try {
      compilePattern(pattern, extraFlags);
      return [];
    } catch (error) {
      return [optionProblem(error, at(index))];
    }
  });
}
