import { ConfigError, type TargetDefinition } from '@assay/schema';
import { wordsOf, type OptionWords } from '../../options/option-words.js';
import type { EarlierRun } from './earlier-run.js';

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/**
 * A run goes on with its targets, also where settings or files name others by now. A rescoring asks none of them, but it would leave out
 * the replies of those that are gone, and the run would go on with the others afterwards as if it had begun with them.
 * @param targets of the whole plan, as it is now.
 * @throws ConfigError when others would be in the place of some that it began with.
 */
export function refuseOtherTargets({ manifest, mode }: EarlierRun, targets: readonly TargetDefinition[], settings: { readonly acceptChanges?: boolean | undefined; readonly words?: OptionWords | undefined }): void {
  if (settings.acceptChanges === true) return;
  const before = manifest.targets.map(({ name }) => name);
  const now = new Set(targets.map(({ name }) => name));
  const left = before.filter((name) => !now.has(name));
  const others = targets.filter(({ name }) => !before.includes(name));
  const [first] = others;
  if (left.length === 0 || !first) return;
  const accepted = wordsOf(settings).say('acceptChanges', true);
  const then =
    mode === 'resume'
      ? `with ${accepted} this run goes on, and asks ${quoted(others.map(({ name }) => name))} for all of it`
      : `with ${accepted} the stored replies of ${quoted(left)} count no more, and are not scored`;
  throw new ConfigError(`the run began with target ${quoted(left)}, and would go on with ${quoted(others.map(({ name }) => name))}: settings or eval files name another one now`, {
    hint: `name ${quoted(left)} there again, or start a run of its own; ${then}`,
    location: first.location,
  });
}
