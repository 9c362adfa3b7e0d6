import { isJsonObject, type EvalCase, type JsonObject, type NormalizeContext, type ValuePath } from '@assay/schema';
import type { LoadSession } from '../../dialect/load-session.js';
import type { SuiteHeader } from '../read/suite-header.js';
import type { TemplateTexts } from '../../variables/fill-in.js';
import type { PromptTemplate } from '../../variables/prompt-template.js';

/** A case as it is written. */
export interface WrittenCase {
  readonly raw: JsonObject;
  readonly path: ValuePath;
  readonly header: SuiteHeader;
}

/** Reads one of the cases that a case with variables stands for. */
export type ReadCase = (context: NormalizeContext) => EvalCase | undefined;

/** What the cases of a suite are filled in with, and asked by. */
export interface TemplatingParts {
  readonly texts: TemplateTexts;
  /** Empty for suites whose cases say themselves what is asked. */
  readonly prompts: readonly PromptTemplate[];
  /** What every case has that does not say otherwise. */
  readonly vars: JsonObject;
  /** False for suites in which a case has variables only if it says so. */
  readonly everyCase: boolean;
  /** Absolute paths of the files of prompts. */
  readonly sources: readonly string[];
}

export interface Templating extends TemplatingParts {
  /**
   * The cases that a case with variables stands for, with the variables filled in: one for every combination of the values of
   * its lists. Each is read when it is called.
   */
  cases(context: NormalizeContext, written: WrittenCase): readonly ReadCase[];
}

/** Whether a suite has variables, whatever its cases say. */
export function hasVariables(header: Pick<SuiteHeader, 'prompts' | 'vars'>, session: LoadSession): boolean {
  return header.prompts !== undefined || header.vars !== undefined || (session.options.prompts?.length ?? 0) > 0;
}

/** Whether a case has variables, or its suite has prompts. */
export function isTemplated(raw: unknown, templating: Templating | undefined): raw is JsonObject {
  return isJsonObject(raw) && (templating?.everyCase === true || raw['vars'] !== undefined);
}
