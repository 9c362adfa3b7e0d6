import { ConfigError, describeValue, errorText, isAssayError, isJsonObject, type Diagnostic, type Provider } from '@assay/schema';

const SEVERITIES = Object.keys({ error: true, warning: true, info: true } satisfies Record<Diagnostic['severity'], true>);
const SHAPE = 'have it resolve to a list of findings, each { severity, code, message }, or to none';

function isFinding(finding: unknown): finding is Diagnostic {
  return isJsonObject(finding) && SEVERITIES.includes(String(finding['severity'])) && typeof finding['code'] === 'string' && typeof finding['message'] === 'string';
}

/**
 * What a target of a program says before its first request.
 * @throws ConfigError where it throws by mistake, of which nobody could tell where it comes from, and where what it says is no list of findings
 */
export async function toldFindings(provider: Provider): Promise<readonly Diagnostic[]> {
  const { name } = provider;
  const where = `prepare() of provider ${provider.provider}`;
  let findings: unknown;
  try {
    findings = (await provider.prepare?.()) ?? [];
  } catch (error) {
    if (isAssayError(error)) throw error;
    throw new ConfigError(`${where} threw for target "${name}": ${errorText(error)}`, {
      hint: 'mend it; for a target that cannot be used it is to throw a ConfigError',
      cause: error,
    });
  }
  if (!Array.isArray(findings)) throw new ConfigError(`${where} gave ${describeValue(findings)} for target "${name}"`, { hint: SHAPE });
  const odd = findings.findIndex((finding) => !isFinding(finding));
  if (odd >= 0) throw new ConfigError(`${where} gave something else than a finding for target "${name}", at [${odd}]: ${describeValue(findings[odd])}`, { hint: SHAPE });
  return findings as readonly Diagnostic[];
}
