import { loadProject, type ProjectConfig } from '@assay/loaders';
import { settingDefinitions } from '../options/setting-definitions.js';
import { outputRedactor } from '../secrets/output-redactor.js';
import { createFindingPrinter } from './print-findings.js';

/** The project of a folder, for commands that read no suites: findings are printed, and its secrets are kept out of the output. */
export async function projectHere(cwd: string): Promise<ProjectConfig> {
  const findings = createFindingPrinter();
  const project = await loadProject(cwd, { env: process.env, workingDirectory: cwd, settings: settingDefinitions, report: findings.report });
  findings.finish();
  outputRedactor.addEnvironment(project.env);
  return project;
}
