import {
  describeKind,
  isJsonObject,
  reportError,
  reportWarning,
  type CascadeSpec,
  type JudgeSpec,
  type NormalizeContext,
  type ValuePath,
} from '@assay/schema';
import { readList, readSection } from './config-section.js';
import { CascadeSchema, JudgeEntrySchema, JudgesSchema } from './config-schema.js';
import type { JudgesConfig } from './project-config.js';

/** A judge: a target or `provider:model`, or a mapping with `model` and, if wanted, `id` and `approach`. */
function readJudge(context: NormalizeContext, value: unknown, path: ValuePath): JudgeSpec | undefined {
  if (typeof value === 'string' && value.trim() !== '') return { model: value, location: context.locate(path) };
  if (!isJsonObject(value)) {
    reportError(context, path, `a judge must be a string or a mapping, not ${value === '' ? 'an empty string' : describeKind(value)}`, {
      hint: 'write provider:model, the name of a target, or { id: …, model: …, approach: … }',
    });
    return undefined;
  }
  const judge = readSection(context, value, path, JudgeEntrySchema);
  if (!judge) return undefined;
  const { id, model, approach, weight } = judge;
  return {
    ...(id === undefined ? {} : { id }),
    model,
    ...(approach === undefined ? {} : { approach }),
    ...(weight === undefined ? {} : { weight }),
    location: context.locate([...path, 'model']),
  };
}

function readPanel(context: NormalizeContext, value: unknown, path: ValuePath): readonly JudgeSpec[] | undefined {
  const list = readList(context, value, path, 'judges');
  const places = new Map<string, number>();
  return list?.flatMap((item, index) => {
    const judge = readJudge(context, item, [...path, index]);
    if (!judge) return [];
    const first = judge.id === undefined ? undefined : places.get(judge.id);
    if (first !== undefined) {
      reportError(context, [...path, index, 'id'], `two judges have the id "${judge.id}"`, {
        code: 'duplicate-name',
        hint: 'give each judge an id of its own',
        related: { message: 'the first one is here', path: [...path, first] },
      });
    } else if (judge.id !== undefined) places.set(judge.id, index);
    return [judge];
  });
}

/** `cascade`: the judge that is asked first, alone or in a mapping with `threshold`, `band` and `audit`. */
function readCascade(context: NormalizeContext, value: unknown, path: ValuePath, others: readonly JudgeSpec[]): CascadeSpec | undefined {
  if (value === undefined || value === null) return undefined;
  const isMapping = isJsonObject(value) && !Object.hasOwn(value, 'model');
  const section = isMapping ? readSection(context, value, path, CascadeSchema) : {};
  if (!section) return undefined;
  const firstPath = isMapping ? [...path, 'first'] : path;
  const first = readJudge(context, isMapping ? value['first'] : value, firstPath);
  if (!first) return undefined;
  if (first.weight !== undefined) {
    reportError(context, [...firstPath, 'weight'], 'the judge that is asked first has no weight: its score counts alone, or not at all', {
      hint: 'remove weight; weights are for the judges of the panel',
    });
  }
  if (others.some(({ model, id = model }) => model === first.model || id === (first.id ?? first.model))) {
    reportError(context, firstPath, `the judge that is asked first, ${first.model}, is on the panel already`, {
      hint: 'name a judge that is not on the panel: the panel is to check it',
    });
  }
  if (others.length === 0) {
    reportError(context, path, 'there is a cascade, but no panel to ask where its first judge wavers', {
      hint: 'name the judges under panel, or leave the cascade out: one judge alone is a panel of one',
    });
  }
  const { threshold, band, audit } = section as { threshold?: number; band?: number; audit?: number };
  return {
    first,
    ...(threshold === undefined ? {} : { threshold }),
    ...(band === undefined ? {} : { band }),
    ...(audit === undefined ? {} : { audit }),
  };
}

/** Weights are those of a mean: any other consensus would leave them out without a word. */
function checkWeights(context: NormalizeContext, path: ValuePath, { panel, backup, consensus = 'mean' }: JudgesConfig): void {
  const weighed = panel.findIndex(({ weight }) => weight !== undefined);
  if (consensus !== 'mean' && weighed >= 0) {
    const why = consensus === 'calibrated' ? 'labels say how much each judge counts where consensus is calibrated' : `weights count in the mean alone, and consensus is ${consensus}`;
    reportError(context, [...path, 'panel', weighed, 'weight'], why, {
      hint: 'remove weight, or set consensus: mean',
    });
  }
  if (backup?.weight !== undefined) {
    reportError(context, [...path, 'backup', 'weight'], 'a backup has no weight: it answers alone', { hint: 'remove weight' });
  }
}

/** `judges`: a list, or a mapping with `panel`, `backup`, `quorum`, `consensus` and `cascade`. */
export function readJudges(context: NormalizeContext, value: unknown, path: ValuePath): JudgesConfig | undefined {
  if (Array.isArray(value) || typeof value === 'string') {
    const panel = readPanel(context, value, path);
    return panel && { panel };
  }
  const judges = readSection(context, value, path, JudgesSchema);
  if (!judges) return undefined;
  const panel = readPanel(context, judges.panel, [...path, 'panel']) ?? [];
  const backup = judges.backup === undefined ? undefined : readJudge(context, judges.backup, [...path, 'backup']);
  if (judges.quorum !== undefined && panel.length > 0 && judges.quorum > panel.length) {
    reportError(context, [...path, 'quorum'], `quorum is ${judges.quorum}, but the panel has ${panel.length} judge${panel.length === 1 ? '' : 's'}`, {
      hint: 'a quorum can be at most the size of the panel',
    });
  }
  if (backup && panel.some(({ model }) => model === backup.model)) {
    reportError(context, [...path, 'backup'], `the backup judge ${backup.model} is on the panel already`, {
      hint: 'name a judge that is not on the panel: it is asked when all of those failed',
    });
  } else if (backup && judges.quorum !== undefined && judges.quorum > 1) {
    reportWarning(context, [...path, 'backup'], `the backup judge ${backup.model} can never count: it answers alone, and the quorum is ${judges.quorum}`, {
      code: 'idle-backup',
      hint: 'a backup helps with a quorum of 1; put the judge on the panel, or leave it out',
    });
  }
  const cascade = readCascade(context, judges.cascade, [...path, 'cascade'], backup ? [...panel, backup] : panel);
  const read: JudgesConfig = {
    panel,
    ...(backup === undefined ? {} : { backup }),
    ...(judges.quorum === undefined ? {} : { quorum: judges.quorum }),
    ...(judges.consensus === undefined ? {} : { consensus: judges.consensus }),
    ...(cascade === undefined ? {} : { cascade }),
  };
  checkWeights(context, path, read);
  return read;
}
