import { parseModelString, type JudgeSpec } from '@assay/schema';
import type { ChosenJudge, JudgeChoice } from './judge-choice.js';

interface Retirement {
  readonly retired: string;
  readonly successor: string;
}

export interface CurrentJudgesOptions {
  /** The end of a model at its provider, if it has come. */
  readonly findRetirement: (provider: string, model: string) => Retirement | undefined;
  /** True for models that somebody decided about: by a target of this name, or by an alias. */
  readonly isSettled: (model: string) => boolean;
}

function current(spec: JudgeSpec, { findRetirement, isSettled }: CurrentJudgesOptions): ChosenJudge {
  const written = parseModelString(spec.model);
  const end = written && !isSettled(spec.model) ? findRetirement(written.provider, written.model) : undefined;
  if (!written || !end) return spec;
  const model = `${written.provider}:${end.successor}`;
  return { ...spec, model, replaces: { model: spec.model, retired: end.retired } };
}

/**
 * The judges that nobody named, with the successors of those that their providers have retired. The
 * ids stay: they are those of the format.
 */
export function currentJudges(
  { judges, backup, ...rest }: Omit<JudgeChoice, 'namedBy'>,
  options: CurrentJudgesOptions,
): Omit<JudgeChoice, 'namedBy'> {
  return {
    ...rest,
    judges: judges.map((judge) => current(judge, options)),
    ...(backup === undefined ? {} : { backup: current(backup, options) }),
  };
}
