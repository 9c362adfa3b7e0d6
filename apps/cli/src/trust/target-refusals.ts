import { findDefinition, type Definitions, type Diagnostic, type WrittenTarget } from '@assay/schema';
import type { TargetReference } from './target-reference.js';
import { refusal } from './refusal.js';
import type { OptionName } from '../options/option-values.js';
import type { OptionWords } from '../options/option-words.js';

/** A target that somebody names, and what the name stands for. */
export interface AskedTarget {
  readonly reference: TargetReference;
  /** Undefined for a model that is named without a target that is written anywhere. */
  readonly target: WrittenTarget | undefined;
}

export interface TargetRules {
  readonly providers: Definitions['providers'];
  /** Whether somebody vouches for a reference or a definition. */
  readonly isVouchedFor: (asked: Pick<TargetReference, 'location' | 'vouched'>) => boolean;
  /** True for a name that the command line or the user's own settings name too, letter by letter. */
  readonly isNamed: (name: string) => boolean;
  readonly isAllowedUrl: (url: string) => boolean;
  /** Why a file that a target names may not be read; undefined when it may. */
  readonly fileRefusal: (file: string, target: WrittenTarget) => string | undefined;
  /** Where an untrusted project has another model asked in place of this one. */
  readonly replacedAt: (provider: string, model: string) => TargetReference['location'];
  /** How options are named. */
  readonly words: OptionWords;
}

const VARIABLE = /\$\{\{?\s*[A-Za-z_]/u;

const ROLES = { target: 'a model', judge: 'a judge', embeddings: 'an embedding model' } as const;
/** What answers with words of the project's own. */
const SELF_MADE: ReadonlySet<string | undefined> = new Set(['nothing', 'files']);
const OPTIONS = { target: 'targets', judge: 'judges', embeddings: 'embeddings' } as const satisfies Record<string, OptionName>;

function chosen({ name, namedBy, role = 'target', location }: TargetReference, { words }: TargetRules): Diagnostic {
  const said = namedBy.includes(name) ? namedBy : `${namedBy} ("${name}")`;
  return refusal(
    `${said}: a project that is not trusted chooses no ${ROLES[role].replace(/^an? /u, '')}`,
    `name ${ROLES[role]} yourself with ${words.say(OPTIONS[role])}, or define "${name}" in your own settings`,
    location,
  );
}

/** What a target of the project itself would do besides answering. */
function ofDefinition(target: WrittenTarget, rules: TargetRules, role: keyof typeof ROLES): readonly Diagnostic[] {
  const { name, location, provider, options } = target;
  const say = (what: string, hint: string): Diagnostic => refusal(`target "${name}" ${what}`, hint, location);
  const { words } = rules;
  const own = `or name a target of your own with ${words.say('targets')}`;
  const found: Diagnostic[] = [];
  if (role !== 'target' && SELF_MADE.has(findDefinition(rules.providers, provider ?? '')?.reach?.kind)) {
    found.push(say(`answers out of the project, and a project that is not trusted is no ${ROLES[role].replace(/^an? /u, '')} of itself`, `name another one with ${words.say(OPTIONS[role])}`));
  }
  if (VARIABLE.test(JSON.stringify([provider, target.model, target.judgeTarget, target.useTarget, options]))) {
    found.push(say('asks for environment variables, and a project that is not trusted gets none', `take the \${VARIABLE} out of it, ${own}`));
  }
  if (provider === undefined || VARIABLE.test(provider)) return found;
  const definition = findDefinition(rules.providers, provider);
  if (!definition) return [...found, say(`has the provider "${provider}", which is not known`, `providers: ${rules.providers.map(({ name: known }) => known).join(', ')}`)];
  const { reach } = definition;
  switch (reach?.kind) {
    case 'nothing':
      return found;
    case 'files': {
      for (const key of reach.keys) {
        const value = options[key];
        const reason = typeof value === 'string' ? rules.fileRefusal(value, target) : undefined;
        if (reason !== undefined) found.push(say(`reads the file ${JSON.stringify(value)}, which ${reason}`, `name another file, ${own}`));
      }
      return found;
    }
    case 'network': {
      const urls = reach.addresses.map((key) => options[key]).filter((url) => url !== undefined);
      if (urls.length === 0) return [...found, say(`is ${provider}:${target.model ?? ''}, and a project that is not trusted chooses no model`, `name it yourself with ${words.say('targets', `${provider}:${target.model ?? 'MODEL'}`)}`)];
      const strange = urls.filter((url) => typeof url !== 'string' || !rules.isAllowedUrl(url));
      return [...found, ...strange.map((url) => say(`asks ${JSON.stringify(url)}, a host that nobody allowed`, `allow it with ${words.say('allowHosts', 'HOST:PORT')}, ${own}`))];
    }
    case 'programs':
      return [...found, say('runs a program, and a project that is not trusted runs none', `look at the program, then run without ${words.say('untrusted', true)}; ${own}`)];
    case 'weights':
      return [...found, say('reads or downloads a model, and a project that is not trusted chooses none', own.replace(/^or /u, ''))];
    case undefined:
      return [...found, say(`has the provider "${provider}", which does not say what it does`, own.replace(/^or /u, ''))];
  }
}

/** Which model really answers must be the choice of who named it. */
function ofAlias({ provider, model }: Pick<WrittenTarget, 'provider' | 'model'>, rules: TargetRules): readonly Diagnostic[] {
  const location = provider === undefined || model === undefined ? undefined : rules.replacedAt(provider, model);
  return location === undefined ? [] : [refusal(`model_aliases replaces ${provider}:${model}, and a project that is not trusted chooses no model`, 'take it out, or write it into your own settings', location)];
}

/**
 * What a target asks for and may not have; nothing when it may be used.
 *
 * A target of the user's own may be named by anybody, but for those that run programs, which only the
 * user names: what is asked of them comes from the project. A target of the project may answer out of
 * itself, or ask a host that is allowed, without any key of the user. It never judges.
 */
export function targetRefusals({ reference, target }: AskedTarget, rules: TargetRules): readonly Diagnostic[] {
  const named = rules.isVouchedFor(reference);
  const written = target ?? builtIn(reference.name);
  const aliases = ofAlias(written, rules);
  const reach = findDefinition(rules.providers, written.provider ?? '')?.reach?.kind;
  if (target && rules.isVouchedFor(target)) {
    if (named || reach !== 'programs') return aliases;
    const { name, namedBy, location } = reference;
    return [refusal(`${namedBy}: your target "${name}" runs a program, and a project that is not trusted may not choose it`, `name it yourself with ${rules.words.say('targets', name)}`, location)];
  }
  const { role = 'target' } = reference;
  if (named) return target ? [...ofDefinition(target, rules, role), ...aliases] : aliases;
  if (role !== 'target') return target || !rules.isNamed(reference.name) ? [chosen(reference, rules)] : aliases;
  if (target) return [...ofDefinition(target, rules, role), ...aliases];
  return rules.isNamed(reference.name) || reach === 'nothing' ? aliases : [chosen(reference, rules)];
}

function builtIn(name: string): Pick<WrittenTarget, 'provider' | 'model'> {
  const colon = name.indexOf(':');
  return colon === -1 ? { provider: name } : { provider: name.slice(0, colon), model: name.slice(colon + 1) };
}
