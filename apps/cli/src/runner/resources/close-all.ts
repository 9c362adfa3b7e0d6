import { errorText, type ReportDiagnostic } from '@assay/schema';

/** Time for a target to free what it holds, in milliseconds. Connections end with the process anyway. */
const CLOSE_MS = 5_000;

interface Closed {
  /** Name of the target. */
  readonly name: string;
  close?(): Promise<void> | void;
}

/** Why it could not be closed; undefined when it was. */
async function failureOf(one: Closed): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it takes longer than ${CLOSE_MS / 1000} s`), CLOSE_MS);
  });
  try {
    return await Promise.race([(async () => void (await one.close?.()))(), late]) ?? undefined;
  } catch (error) {
    return errorText(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes what was made ready for a run. What fails is reported and costs nothing: by now every row is stored. */
export async function closeAll(all: readonly Closed[], announce: ReportDiagnostic): Promise<void> {
  await Promise.all(
    all.map(async (one) => {
      const failure = await failureOf(one);
      if (failure === undefined) return;
      announce({ severity: 'warning', code: 'target-not-closed', message: `target "${one.name}" could not be closed: ${failure}`, hint: 'nothing of the run is lost; see close() of its provider' });
    }),
  );
}
