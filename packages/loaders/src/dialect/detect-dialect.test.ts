import { describe, expect, test } from 'vitest';
import { parseYaml } from '../yaml/parse-yaml.js';
import { loaders } from '../loaders.js';
import { detectDialect, otherName } from './detect-dialect.js';

function detect(text: string): string {
  const documents = parseYaml(text, 'x.yaml').documents.map(({ value }) => value);
  const detected = detectDialect({ extension: '.yaml', documents }, loaders);
  return detected.kind === 'suite' ? detected.loader.name : (otherName(detected) ?? 'unknown');
}

describe('the dialect is decided by content', () => {
  test.each<[string, string, string]>([
    ['eval-case', 'a list of cases', 'evalcases: []'],
    ['eval-case', 'a list of cases with a header', 'description: d\nexecution: { target: t }\ncases: [{ id: a }]'],
    ['eval-case', 'inline targets beside cases', 'targets: []\ntests: []'],
    ['eval-case', 'one case', 'id: a\nexpected_outcome: G\ninput: Q'],
    ['eval-case', 'a bare list of cases', '- { id: a, outcome: G, input: Q }'],
    ['blueprint', 'a header and prompts', 'title: t\nmodels: [openai:gpt-4o-mini]\n---\n- prompt: p'],
    ['blueprint', 'a header of a description only', 'description: d\n---\n- prompt: p'],
    ['blueprint', 'a stream of prompts', 'prompt: a\nideal: b\n---\nprompt: c'],
    ['blueprint', 'a list of prompts', '- prompt: a\n- prompt: b'],
    ['blueprint', 'a prompts key', 'id: x\nprompts: [{ prompt: p }]'],
    ['blueprint', 'prompts with a rubric of points', '- id: a\n  messages: [{ user: hi }]\n  should: [x]'],
    ['blueprint', 'a single prompt', 'prompt: a\nshould: [x]'],
    ['blueprint', 'a header of shared keys, and prompts under a key', 'id: x\nsystem: s\n---\nprompts: [{ prompt: p }]'],
    ['blueprint', 'prompts by their other names', '- promptText: a\n  expectations: [x]'],
    ['blueprint', 'a conversation with points', 'messages: [{ user: hi }]\npoints: [x]'],
    ['blueprint', 'system prompts to compare', 'systems: [null, s]\n---\n- prompt: p'],
    ['eval-case', 'cases whose first names a prompt too', '- { id: a, outcome: G, prompt: Q }\n- { id: b, outcome: G, input: Q }'],
    ['test-case', 'a test case', 'id: s\ntask: t\ninput: i\nexpected: e\nrubric: { a: { weight: 1, rule: exact_match } }\ntags: [a]'],
    ['test-case', 'a list of test cases', '- { id: s, task: t, input: i, context: c, tags: [a], expected: e, rubric: { a: { rule: exact_match } } }'],
    ['test-case', 'a stream of test cases', 'id: s\ntask: t\ninput: i\n---\nid: r\ntask: t\ninput: i'],
    ['test-case', 'a test case without rubric and expected', 'id: s\ntask: t\ninput: i'],
    ['test-case', 'a test case without input', 'id: s\ntask: t\nrubric: { a: exact_match }'],
    ['eval-case', 'an eval case with a task', 'id: s\ntask: t\ninput: i\nexpected_outcome: o'],
    ['test-case', 'a test case without rubric', 'id: s\ntask: t\ninput: i\nexpected: e'],
    ['sidecar', 'settings without cases', 'description: d\ndataset: n\nexecution: { target: t }\nevaluator: llm_judge'],
    ['sidecar', 'prompts that are texts, and a mistyped key', 'prompts: ["{{q}}"]\nevaluatros: [{ type: contains, value: x }]'],
    ['sidecar', 'prompts that are texts, and nothing else', 'prompts: ["{{q}}"]'],
    ['blueprint', 'prompts with points, and nothing else', 'prompts: [{ prompt: p, should: [x] }]'],
    ['sidecar', 'mistyped prompts', 'promtps: [{ name: a, text: "{{q}}" }]\nassert: [contains: x]'],
    ['sidecar', 'mistyped columns', 'colums: { input: q }'],
    ['unknown', 'a mistyped list of cases', 'description: d\nevalcasse: [{ id: a }]'],
    ['blueprint', 'prompts that are no texts, and a mistyped key', 'prompts: [{ prompt: p }]\ndescripton: d'],
    ['blueprint', 'a title and prompts that are texts', 'title: t\nprompts: [p]'],
    ['target-file', 'a list of targets', 'targets:\n  - { name: a, provider: openai }'],
    ['target-file', 'one model configuration', 'name: a\nprovider: openai\nmodel: gpt-4\nsystem_prompt: s\ntemperature: 0.3'],
    ['config', 'project settings', 'defaults: { target: t }\ntargets: []'],
    ['config', 'guideline patterns', '$schema: agentv-config-v2\nguideline_patterns: ["*.md"]'],
    ['other-baseline', 'a baseline of another tool', 'suite: s\ntarget: t\nscores: { a: 1 }'],
    ['baseline', 'a baseline without its suite', 'baseline_version: 1\ncases: { a: 1 }'],
    ['baseline', 'a baseline', 'suite: s\ntarget: t\ncases: { a: 1 }'],
    ['run-row', 'a result row', '{"schema_version": 1, "run_id": "r", "trial_key": "k"}'],
    ['recording', 'a reply to a case', '{"id": "a", "text": "Yes.", "token_usage": {"input": 1, "output": 1}}'],
    ['recording', 'the messages of a reply', '{"id": 7, "output_messages": [{"role": "assistant", "content": "Yes."}]}'],
    ['recording', 'a reply by texts of the prompt', '{"match": ["Is it?"], "text": "Yes."}'],
    ['eval-case', 'a reply beside what was asked', '{"id": "a", "input": "Is it?", "text": "Yes."}'],
    ['eval-case', 'a text beside what is expected', '{"id": "a", "text": "Is it?", "expected_output": "Yes."}'],
    ['blueprint', 'a text beside a prompt', '{"id": "a", "prompt": "Is it?", "text": "Yes."}'],
    ['unknown', 'something else', 'services: { web: {} }'],
    ['unknown', 'a text', 'hello'],
    ['unknown', 'nothing', ''],
    ['unknown', 'a list of numbers', '[1, 2]'],
  ])('%s: %s', (dialect, _, text) => {
    expect(detect(text)).toBe(dialect);
  });
});
