import { nearestMatch, UsageError, type Suite } from '@assay/schema';
import type { RunSettings } from '../run-settings.js';

async function idsOf(suites: readonly Suite[]): Promise<string[]> {
  const ids: string[] = [];
  for (const suite of suites) for await (const { evalCase } of suite.cases()) ids.push(evalCase.id);
  return ids;
}

/** The message for filters that leave nothing over; of streamed files it shows only at their end. */
export async function emptyRun(settings: RunSettings, suites: readonly Suite[]): Promise<UsageError> {
  const [id] = settings.ids;
  if (id !== undefined) {
    const ids = await idsOf(suites);
    const near = nearestMatch(id, ids);
    const some = ids.slice(0, 5).join(', ');
    return new UsageError(`no case has an id that matches ${settings.ids.map((glob) => `"${glob}"`).join(' or ')}`, {
      hint: near ? `did you mean "${near}"?` : `ids are for example: ${some}`,
    });
  }
  if (settings.tags.length > 0) {
    return new UsageError(`no case has the tag ${settings.tags.map((tag) => `"${tag}"`).join(' or ')}`, {
      hint: 'see all cases with: assay cases FILE --json',
    });
  }
  return new UsageError('there is no case to run', {
    hint: 'a case needs an id, an expected_outcome and an input; assay validate FILE lists what is missing',
  });
}
