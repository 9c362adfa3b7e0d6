import { randomBytes } from 'node:crypto';
import { ConfigError, withoutSecrets, type JsonObject, type ResolvedIdentity, type RunIdentity, type TargetDefinition } from '@assay/schema';
import { saltedDigest } from '../../../secrets/salted-digest.js';
import { createFileDigests } from './file-digests.js';
import { wordsOf, type OptionWords } from '../../../options/option-words.js';

/** A definition as it is written, without literal secrets. */
function writtenIdentity({ provider, model, options }: TargetDefinition): JsonObject {
  return { provider, model: model ?? null, options: withoutSecrets(options) };
}

/** Who is asked in a run: targets, judges and embedding models alike. */
export interface TargetIdentities {
  /**
   * Takes note of a target that has been resolved.
   * @param identity what its definition stands for, without secrets.
   * @throws ConfigError when an earlier part of the run asked something else by the same definition.
   */
  note(written: TargetDefinition, identity: JsonObject): void;
  /** The digest of a target that was noted; undefined for one that was not. */
  of(written: TargetDefinition): string | undefined;
  /** Digest of the content of a file, as it was when it was first asked for. */
  readonly contentOf: (path: string) => string | undefined;
  /** All of them, those of earlier parts first: what the manifest keeps. */
  readonly all: RunIdentity;
  /** How many there are; grows. */
  readonly size: number;
}

export interface TargetIdentitiesOptions {
  /** What earlier parts of the run asked. Default: there were none. */
  readonly earlier?: RunIdentity | undefined;
  /** Salt of the digests, for a run whose digests are to be compared with those of other runs. Default: that of the earlier parts, or a random one. */
  readonly salt?: string | undefined;
  /** Takes differences as they are. */
  readonly acceptChanges?: boolean | undefined;
  /** How errors name options. Default: as on the command line. */
  readonly words?: OptionWords | undefined;
}

function changed({ name, location }: TargetDefinition, { say }: OptionWords): ConfigError {
  return new ConfigError(`target "${name}" is not what it was when the run began: what its definition stands for has changed (a variable, an alias, a server, a file that it answers from)`, {
    hint: `set it as it was, or start a run of its own; with ${say('acceptChanges', true)} this run goes on, and keeps the replies of before beside the new ones`,
    location,
  });
}

/** Other digests than before would come of everything: nothing that is compared with them would mean anything. */
function refuseOtherSalt({ salt, saltDigest }: RunIdentity, { say }: OptionWords): void {
  if (saltDigest === undefined || saltDigest === digestOfSalt(salt)) return;
  throw new ConfigError('identity.salt in the run.json of the run is not the one that it began with: whether its targets and judges are still the same cannot be told', {
    hint: `put the salt back as it was, or start a run of its own; with ${say('acceptChanges', true)} this run goes on, keeps the replies that it has, and scores them again`,
  });
}

function digestOfSalt(salt: string): string {
  return saltedDigest(salt, 'salt');
}

/** Notes who is asked in a run, and whether it is still who it was. */
export function createTargetIdentities({ earlier, salt: shared, acceptChanges = false, words: given }: TargetIdentitiesOptions = {}): TargetIdentities {
  const words = wordsOf({ words: given });
  if (earlier && !acceptChanges) refuseOtherSalt(earlier, words);
  const salt = earlier?.salt ?? shared ?? randomBytes(16).toString('hex');
  const targets: ResolvedIdentity[] = [...(earlier?.targets ?? [])];
  const digests = new WeakMap<TargetDefinition, string>();
  return {
    note(target, identity) {
      const { name } = target;
      const written = saltedDigest(salt, writtenIdentity(target));
      const resolved = saltedDigest(salt, identity);
      digests.set(target, resolved);
      const alike = targets.filter((known) => known.name === name && known.written === written);
      if (alike.some((known) => known.resolved === resolved)) return;
      if (!acceptChanges && earlier && alike.length > 0) throw changed(target, words);
      targets.push({ name, written, resolved });
    },
    of: (target) => digests.get(target),
    contentOf: createFileDigests(),
    get all() {
      return { salt, saltDigest: digestOfSalt(salt), targets: [...targets] };
    },
    get size() {
      return targets.length;
    },
  };
}
