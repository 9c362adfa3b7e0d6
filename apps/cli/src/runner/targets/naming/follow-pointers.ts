import { ConfigError, type ReportDiagnostic, type WrittenTarget } from '@assay/schema';
import type { TargetReference } from '../../../trust/target-reference.js';

export interface PointerOptions {
  /** What a name stands for. @throws ConfigError for one that stands for nothing. */
  readonly look: (reference: TargetReference) => Promise<WrittenTarget>;
  /** Replaces the `${VAR}` references in a text of a target. */
  readonly resolveText: (text: string, key: string, target: WrittenTarget) => string;
  readonly report: ReportDiagnostic;
}

/** Warns of settings beside `use_target`, which have no effect: they were probably meant for the target that is pointed to. */
function warnOfIdleKeys({ name, options, location }: WrittenTarget, report: ReportDiagnostic): void {
  const keys = Object.keys(options).filter((key) => !/^(?:x-|_|\.|description$)/u.test(key));
  if (keys.length === 0) return;
  report({
    severity: 'warning',
    code: 'no-effect',
    message: `target "${name}": ${keys.join(', ')} beside use_target ${keys.length === 1 ? 'says' : 'say'} nothing; the other target is used as it is`,
    location,
    hint: 'write it into the other target, or give this one a provider of its own',
  });
}

/**
 * The target that a name stands for in the end, over any number of `use_target`s.
 * @returns Also the last name on the way to it, for messages.
 * @throws ConfigError for pointers that lead in a circle or to nothing.
 */
export async function followPointers(
  reference: TargetReference,
  options: PointerOptions,
): Promise<{ readonly target: WrittenTarget; readonly reference: TargetReference }> {
  const chain: WrittenTarget[] = [];
  let next = reference;
  for (;;) {
    const target = await options.look(next);
    const circle = chain.includes(target);
    chain.push(target);
    if (circle) {
      const names = chain.slice(chain.indexOf(target)).map(({ name }) => name);
      throw new ConfigError(`${reference.namedBy}: use_target leads in a circle: ${names.join(' → ')}`, {
        hint: 'let one of them have a provider instead',
        location: target.location,
      });
    }
    if (target.useTarget === undefined) return { target, reference: next };
    warnOfIdleKeys(target, options.report);
    next = {
      name: options.resolveText(target.useTarget, 'use_target', target),
      namedBy: `use_target of target ${chain.map(({ name }) => `"${name}"`).join(' → ')} (from ${reference.namedBy})`,
      location: target.location,
      role: reference.role,
    };
  }
}
