import type { BaselineCase } from '@assay/schema';
import type { CaseResult } from './run-results.js';

/** What a case weighs in what is compared: one whose weight was changed counts half of each, as between two runs. */
export const comparedWeight = ({ weight = 1 }: BaselineCase, found: CaseResult): number => (weight + found.weight) / 2;
