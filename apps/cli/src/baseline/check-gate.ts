import { UsageError } from '@assay/schema';
import type { CheckTerms } from './check-run.js';

/** What is said of the means means nothing to the cases, and the other way round. @throws UsageError */
export function checkGate({ gate, margin, alpha, maxDrop }: CheckTerms): void {
  const [others, name, means] =
    gate === 'cases'
      ? [{ '--margin': margin, '--alpha': alpha }, 'mean', 'the drop of single cases is limited by --tolerance, that of means by --max-drop']
      : [{ '--max-drop': maxDrop }, 'cases', 'a drop of the mean that is accepted is named with --margin'];
  const [given] = Object.entries(others).flatMap(([flag, value]) => (value === undefined ? [] : [flag]));
  if (given !== undefined) throw new UsageError(`${given} is for --gate ${name}`, { hint: `leave it out, or ask for --gate ${name}; ${means}` });
}
