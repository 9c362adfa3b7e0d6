import type { EvaluationScore, JsonObject, RuleDefinition } from '@assay/schema';
import { ruleEvaluator } from '../src/rules/parts/rule-evaluator.js';
import { evaluateWith, findings, makeResponse, type Surroundings } from './evaluation-input.js';

/** What a rule says about a text, with the options of its written name and those beside it. */
export function scoreText(
  rule: RuleDefinition,
  written: string,
  text: string,
  options: JsonObject = {},
  surroundings: Surroundings = {},
): Promise<EvaluationScore> {
  return evaluateWith(
    ruleEvaluator(rule),
    { ...rule.match(written), ...options },
    { response: makeResponse({ text }), ...surroundings },
  );
}

/** What a rule's schema says about the options of a written name and those beside it. */
export function ruleFindings(rule: RuleDefinition, written: string, options: JsonObject = {}): string[] {
  return findings(ruleEvaluator(rule), { ...rule.match(written), ...options });
}
