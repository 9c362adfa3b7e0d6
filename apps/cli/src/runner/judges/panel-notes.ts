import type { Diagnostic, Provider, ReportDiagnostic, TargetDefinition } from '@assay/schema';
import type { OptionWords } from '../../options/option-words.js';

/** A judge with all that can be said about it before it is asked. */
export interface KnownJudge {
  readonly id: string;
  readonly provider: Provider;
  readonly target: TargetDefinition;
}

/** Tells what people should know about judges before a run, each thing once. */
export interface PanelNotes {
  /** A backup that cannot be asked; `nobody` named it when it is that of the default panel. */
  missingBackup(problem: { readonly message: string; readonly hint?: string | undefined }, nobody: boolean): void;
  /** A backup that would answer alone where more than one answer is needed. */
  idleBackup(backup: string, quorum: number): void;
  /** A judge that is asked in the place of one that its provider has retired. */
  successor(model: string, replaced: { readonly model: string; readonly retired: string }): void;
  /** A judge whose model takes no temperature but its own. */
  fixedTemperature(judge: KnownJudge): void;
  /** @param namedBy who named the judge; undefined when nobody did. */
  selfJudging(judged: KnownJudge, judge: KnownJudge, namedBy: string | undefined): void;
}

/** Where two targets of these providers ask is part of what they are: their models have any names. */
const ANY_MODELS = new Set(['openai-compatible', 'huggingface']);

function addressOf({ options }: TargetDefinition): unknown {
  return options['url'] ?? options['endpoint'] ?? options['base_url'];
}

/** Whether two targets are answered by one model, whatever they are called. */
export function isSameModel(a: KnownJudge, b: KnownJudge): boolean {
  if (a.provider === b.provider) return true;
  const { provider, model } = a.provider;
  if (model === undefined || provider !== b.provider.provider || model !== b.provider.model) return false;
  return !ANY_MODELS.has(provider) || addressOf(a.target) === addressOf(b.target);
}

/**
 * @param report for what is about nobody's wish, and so is a note.
 * @param announce for warnings that are about no file, so that `strict` changes nothing.
 * @param words how options are named.
 */
export function createPanelNotes(report: ReportDiagnostic, announce: ReportDiagnostic, { say }: OptionWords): PanelNotes {
  const told = new Set<string>();
  function once(key: string, hand: ReportDiagnostic, diagnostic: Diagnostic): void {
    if (told.has(key)) return;
    told.add(key);
    hand(diagnostic);
  }
  return {
    missingBackup({ message, hint }, nobody) {
      once(`missing\n${message}`, nobody ? report : announce, {
        severity: nobody ? 'info' : 'warning',
        code: 'no-backup-judge',
        message: `there is no backup judge: ${message}`,
        hint: `${hint === undefined ? '' : `${hint}; `}or name another one with ${say('backupJudge')}`,
      });
    },
    idleBackup(backup, quorum) {
      once(`idle\n${backup}`, announce, {
        severity: 'warning',
        code: 'idle-backup',
        message: `the backup judge "${backup}" can never count: it answers alone, and the quorum is ${quorum}`,
        hint: 'a backup helps with a quorum of 1; put the judge on the panel, or leave it out',
      });
    },
    successor(model, replaced) {
      once(`successor\n${replaced.model}`, announce, {
        severity: 'warning',
        code: 'retired-judge',
        message: `the judge ${replaced.model} was retired on ${replaced.retired}: ${model} is asked instead`,
        hint: 'say under model_aliases in .assay/config.yaml which model is asked in its place, or name judges of your own',
      });
    },
    fixedTemperature({ id }) {
      once(`temperature\n${id}`, announce, {
        severity: 'warning',
        code: 'fixed-temperature',
        message: `judge "${id}" takes no temperature but its own: it is not asked at 0, so that it may grade the same reply differently`,
        hint: 'judge with several models or a model that takes a temperature where grades have to be repeatable',
      });
    },
    selfJudging(judged, judge, namedBy) {
      const { name } = judged.target;
      once(`self\n${name}\n${namedBy === undefined ? '' : judge.id}`, announce, {
        severity: 'warning',
        code: 'self-judging',
        message:
          namedBy === undefined
            ? `target "${name}" judges its own replies, because no judge is named`
            : `target "${name}" is judged by its own model: judge "${judge.id}" (from ${namedBy}) is the same`,
        hint: `name another model with ${say('judges', 'provider:model')}; models tend to favour their own answers`,
      });
    },
  };
}
