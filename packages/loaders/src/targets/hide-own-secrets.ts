import { createRedactor, isJsonObject, type Diagnostic, type Redactor } from '@assay/schema';

/**
 * Takes out of findings about a target what the target itself says is secret: they are made before
 * anybody else knows of it. Looks for secrets with the first finding, since most targets have none.
 */
export function hideOwnSecrets(target: unknown): (finding: Diagnostic) => Diagnostic {
  let redactor: Redactor | undefined;
  return (finding) => {
    if (!redactor) {
      redactor = createRedactor();
      if (isJsonObject(target)) redactor.addOptions(target);
    }
    return redactor.value(finding);
  };
}
