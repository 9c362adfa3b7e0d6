import { basename, dirname, resolve } from 'node:path';
import type { Provider, ProviderDefinition, ReportDiagnostic, TargetDefinition } from '@assay/schema';
import { findDefinition, InvalidFileError } from '@assay/schema';
import type { Reading, RunParts } from '../compose.js';
import { RUN_DEFAULTS, type RunSettings } from '../run/run-settings.js';

export interface MakeProviderOptions {
  readonly parts: RunParts;
  readonly reading: Reading;
  readonly settings: RunSettings;
  /** Providers that a program added. */
  readonly added: readonly ProviderDefinition[];
  readonly report: ReportDiagnostic;
}

/** Where a target's relative paths and commands start from: the folder that its file configures. */
function directoryOf(target: TargetDefinition, cwd: string): string {
  if (!target.location) return cwd;
  const folder = dirname(resolve(cwd, target.location.file));
  return ['.assay', '.agentv'].includes(basename(folder)) ? dirname(folder) : folder;
}

/**
 * Makes a target ready: replaces its `${VAR}` references, checks its options, and puts retries,
 * time-outs and limits around it.
 * @throws ConfigError when a variable or key is missing or an option is wrong.
 */
export function providerMaker(options: MakeProviderOptions): (target: TargetDefinition) => Promise<Provider> {
  const { parts, reading, settings, added, report } = options;
  const { defaults } = reading.project;
  const prices = {
    ...parts.providers.DEFAULT_PRICES,
    prices: { ...parts.providers.DEFAULT_PRICES.prices, ...reading.project.prices },
  };

  return async (target) => {
    // An unknown provider is said first: nobody should set variables for a target that cannot work.
    const known = findDefinition(reading.definitions.providers, target.provider) ?? target.provider.includes('${');
    const written = known ? parts.loaders.substituteEnv(target, reading.project.env) : target;
    const findings = parts.loaders.checkTarget(written, reading.definitions);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new InvalidFileError(errors);
    for (const finding of findings) report(finding);
    const definition =
      findDefinition(added, target.provider) ?? (await parts.providers.loadProvider(target.provider));
    const provider = definition.create(written, {
      env: reading.project.env,
      directory: directoryOf(target, settings.cwd),
      prices,
    });
    const timeoutSeconds =
      settings.timeoutSeconds ?? target.timeoutSeconds ?? defaults.timeoutSeconds ?? RUN_DEFAULTS.timeoutSeconds;
    return parts.engine.guardProvider(provider, {
      maxRetries: settings.maxRetries ?? target.maxRetries ?? defaults.maxRetries ?? RUN_DEFAULTS.maxRetries,
      timeoutMs: timeoutSeconds * 1000,
      limiter: target.workers === undefined ? undefined : parts.engine.createLimiter(target.workers),
    });
  };
}

