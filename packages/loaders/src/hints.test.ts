import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidFileError, type Diagnostic } from '@assay/schema';
import { describe, expect, test } from 'vitest';
import { projectFolder } from '../test/project-folder.js';
import { testCase, withRules } from '../test/test-case-files.js';
import { checkSettings } from './checks/check-settings.js';
import { checkSuite } from './check-suite.js';
import { settingsKind } from './discovery/settings-file.js';
import { loadProject } from './project/load-project.js';

/** Writes what a hint suggests into the file. Gets what its pattern found in the hint, `…` filled in. */
type Apply = (...suggested: string[]) => string;
type Row = readonly [bad: string, hint: RegExp, apply: Apply];

const head = 'evalcases:\n  - id: a\n    expected_outcome: x\n';
const one = (lines: string): string => `${head}    input: Hi\n    ${lines}\n`;
const input = (lines: string): string => `${head}    ${lines}\n`;
const suite = (lines: string): string => `${lines}\n${head}    input: Hi\n`;
const message = (text: string): string => input(`input: [${text}]`);
const part = (text: string): string => message(`{ role: user, content: [${text}] }`);
const call = (text: string): string => one(`expected_messages: [{ role: assistant, tool_calls: ${text} }]`);
const rubric = (text: string): string => testCase('m').replace(/rubric:[\s\S]*?tags:/u, `rubric:\n${text}\ntags:`);
const targets = (text: string): string => `targets:\n  ${text}\n`;
const twice = (id: string): string => `${head}    input: Hi\n  - id: ${id}\n    expected_outcome: y\n    input: Ho\n`;

const EVAL_CASES: readonly Row[] = [
  [one('wieght: 2'), /^did you mean (\w+)\?$/u, (key) => one(`${key}: 2`)],
  [one('evalutors: [llm_judge]'), /^did you mean (\w+)\?$/u, (key) => one(`${key}: [llm_judge]`)],
  [one('graders: [x]'), /^write evaluators: and a list of - (type: …), or (rubrics:) and a list of sentences/u, (type, rubrics) => one(`evaluators: [{ ${type === 'type: Hello' ? 'type: llm_judge' : ''} }]\n    ${rubrics} [Is polite]`)],
  [one('target: openai:m'), /^write it as (execution: \{ target: )NAME/u, (start) => one(`${start}openai:m }`)],
  [input('prompt: Hi'), /under (input)$/u, (key) => input(`${key}: Hi`)],
  [input('messages: [{ role: user, content: Hi }]'), /under (input_messages)$/u, (key) => input(`${key}: [{ role: user, content: Hi }]`)],
  [one('prompts: [Hi]'), /^prompts stand at the (top of the file)/u, () => `prompts: [Hi]\n${head}`],
  [suite('providers: [{ id: openai }]'), /^write (providers: \[)LABEL, (provider:model)\],/u, (start, name) => suite(`${start}${name}]`)],
  [one('rubrics: [{ description: Names 12 tablets, operator: contradiction }]'), /^write what must hold: ("Names no number of tablets")$/u, (line) => one(`rubrics: [{ description: ${line} }]`)],
  [suite('judge: openai:m'), /^write (judges: \[)provider:model\] into \.assay\/config\.yaml,/u, () => suite('')],
  [suite("preprocessors: [{ type: xlsx, command: [convert, '{{ file }}'] }]"), /^the program is told the file on its standard input$/u, () => suite('preprocessors: [{ type: xlsx, command: [convert] }]')],
  [one('metadata: [x]'), /^write a name for what it says: metadata: \{ (NAME): …/u, (name) => one(`metadata: { ${name}: [x] }`)],
  [one('metadata: { a: !!int x }'), /^remove the tag, or write a (value) that it names$/u, (value) => one(`metadata: { a: ${value} }`)],
  [one('metadata: { a: !include x }'), /^remove it, or put the text in quotes .*; tags that are read: (!!str),/u, (tag) => one(`metadata: { a: ${tag} x }`)],
  [one('metadata: { a: !b!c x }'), /^remove the tag, or put the text in (quotes) if it begins with an exclamation mark$/u, () => one('metadata: { a: "!b!c x" }')],
  [`%YAML 1.1\n---\n${one('metadata: { a: 2020-01-01 }')}`, /^put it in (quotes) as a text$/u, () => `%YAML 1.1\n---\n${one('metadata: { a: "2020-01-01" }')}`],
  [suite('vars: 7'), /^write (vars: \{ name: value \})$/u, (line) => suite(line)],
  [one('expected: x'), /under (expected_output)$/u, (key) => one(`${key}: x`)],
  ['evalcases:\n  - id: a\n    input: Hi\n', /^add (expected_outcome: .+)$/u, (line) => `evalcases:\n  - id: a\n    input: Hi\n    ${line}\n`],
  ['evalcases:\n  - expected_outcome: x\n    input: Hi\n', /^add (id: .+)$/u, (line) => `evalcases:\n  - ${line}\n    expected_outcome: x\n    input: Hi\n`],
  [head, /^add (input: .+)$/u, (line) => `${head}    ${line}\n`],
  ['evalcases:\n  - Hello\n', /^write (id: …), (expected_outcome: …) and (input: …)$/u, (...lines) => `evalcases:\n  - ${lines.join('\n    ')}\n`],
  ['evalcases: []\n', /^add - (id: …)$/u, (id) => `evalcases:\n  - ${id}\n    expected_outcome: x\n    input: Hi\n`],
  ['evalcases: Hello\n', /^start each case with (- id: …)$/u, (id) => `evalcases:\n  ${id}\n    expected_outcome: x\n    input: Hi\n`],
  [`evalcases:\n  - id: a\n    expected_outcome: ""\n    input: Hi\n`, /^(say what a good reply achieves), in words/u, (words) => `evalcases:\n  - id: a\n    expected_outcome: ${words}\n    input: Hi\n`],
  [one('evaluators: [{ type: llm_judge, weight: 0 }]'), /a weight above (0)$/u, (zero) => one(`evaluators: [{ type: llm_judge, weight: ${Number(zero) + 1} }]`)],
  [one('depends_on: [{ id: b }]'), /^write the (id) of another case of the suite$/u, (id) => `${one(`depends_on: [${id}]`)}  - id: id\n    expected_outcome: x\n    input: Hi\n`],
  [one('depends_on: [a]'), /^leave it (out)$/u, () => one('')],
  [`${one('depends_on: [b]')}  - id: b\n    expected_outcome: x\n    input: Hi\n    depends_on: [a]\n`, /^leave out one of them, so that there is one to (begin) with$/u, () => `${one('depends_on: [b]')}  - id: b\n    expected_outcome: x\n    input: Hi\n`],
  [suite('workspace: ws.yaml'), /or write them under (workspace)$/u, (key) => suite(`${key}: { hooks: { before_each: { command: ls } } }`)],
  [suite('workspace: 7'), /^write (workspace: \{ template: )FOLDER \}$/u, (start) => suite(`${start}. }`)],
  [suite('workspace: { template: nowhere }'), /^write its path (relative) to the folder of the suite$/u, () => suite('workspace: { template: . }')],
  [suite('workspace: { template: a.yaml }'), /^name a (folder)$/u, () => suite('workspace: { template: . }')],
  [suite('workspace: { template: "" }'), /^name a (folder), or leave it out for an empty workspace$/u, () => suite('workspace: {}')],
  [suite('workspace: { hooks: { before_each: { command: ls, timeout_ms: 0 } } }'), /^write (60000) for a minute$/u, (ms) => suite(`workspace: { hooks: { before_each: { command: ls, timeout_ms: ${ms} } } }`)],
  [suite('workspace: { hooks: { before_each: { command: "ls {{test_id}}" } } }'), /^write the command as a (list) of texts/u, () => suite('workspace: { hooks: { before_each: { command: [ls, "{{test_id}}"] } } }')],
  [suite('workspace: { hooks: { before_each: ls } }'), /^write (\{ command: )\[program, argument, …\] \}/u, (start) => suite(`workspace: { hooks: { before_each: ${start}[ls] } } }`)],
  [one('on_dependency_failure: stop'), /^write (skip), or run to ask all the same$/u, (word) => one(`on_dependency_failure: ${word}`)],
  [one('weight: heavy'), /^write a number such as (\S+), (\S+) or (\S+);/u, (_zero, half) => one(`weight: ${half}`)],
  [one('weight: 1e200'), /^weights count against each other only: divide them all by the same (number)$/u, () => one('weight: 1')],
  [one('weight: -1'), /^write a number such as (\S+), (\S+) or (\S+);/u, (_zero, _half, three) => one(`weight: ${three}`)],
  ['evalcases:\n  - id: a\n    expected_outcome: 3\n    input: Hi\n', /^put it in quotes: (.+)$/u, (line) => `evalcases:\n  - id: a\n    ${line}\n    input: Hi\n`],
  ['evalcases:\n  - id: ""\n    expected_outcome: x\n    input: Hi\n', /^write (a short name), unique/u, (name) => `evalcases:\n  - id: ${name}\n    expected_outcome: x\n    input: Hi\n`],
  [twice('a'), /^give each case its own (id)$/u, (key) => twice(`a-${key}`)],
  [one('conversation_id: " "'), /^write (the name of the conversation), the same in all cases of it/u, (name) => one(`conversation_id: ${name}`)],
  [one('execution: fast'), /^write (execution: \{ target: )NAME/u, (start) => one(`${start}openai:m }`)],
  [one('execution: { target: [a] }'), /write (provider:model)$/u, (name) => one(`execution: { target: ${name} }`)],
  [one('tags: true'), /^write a list: (tags: .+)$/u, (line) => one(line)],
  [one('tags: [null]'), /^write a list of texts: (tags: .+)$/u, (line) => one(line)],
  [one('# twice\r    weight: 2'), /^save the file with one kind of line ends, those of Unix or Windows$/u, () => one('# twice\n    weight: 2')],
  [one('tags: [" "]'), /^write what cases are chosen by \((tags: .+)\), or remove it$/u, (line) => one(line)],
  [one('tags: [{ area: "" }]'), /^write both sides of it: (tags: .+)$/u, (line) => one(line)],
  [one('tags: [{ area: [billing, shipping] }]'), /^write one entry for each value: (tags: .+)$/u, (line) => one(line)],
  [input('input: ""'), /^write (what the target is asked)$/u, (text) => input(`input: ${text}`)],
  [input('input: 3'), /^put it in quotes: (.+)$/u, (line) => input(line)],
  [input('input_messages: Hi'), /^write (input: "…") for a single user message/u, (line) => input(line)],
  [input('input_messages: 3'), /a list of messages with (role) and (content)$/u, (role, content) => input(`input_messages: [{ ${role}: user, ${content}: Hi }]`)],
  [input('input: []'), /^add - (role: user) and (content: …)$/u, (role, content) => message(`{ ${role}, ${content} }`)],
  [message('Hi'), /^write - (role: user) and (content: …)$/u, (role, content) => message(`{ ${role}, ${content} }`)],
  [message('{ content: Hi }'), /^add (role: user)$/u, (role) => message(`{ ${role}, content: Hi }`)],
  [message('{ role: usr, content: Hi }'), /^did you mean (\w+)\?$/u, (role) => message(`{ role: ${role}, content: Hi }`)],
  [message('{ role: 7, content: Hi }'), /^use one of (?:\w+, )*?(user)\b/u, (role) => message(`{ role: ${role}, content: Hi }`)],
  [message('{ role: user }'), /^add (content: …)$/u, (content) => message(`{ role: user, ${content} }`)],
  [message('{ role: user, content: 42 }'), /^put it in quotes: (.+)$/u, (text) => message(`{ role: user, content: ${text} }`)],
  [message('{ role: user, content: null }'), /^write (the text of the message)$/u, (text) => message(`{ role: user, content: ${text} }`)],
  [message('{ role: user, text: Hi, content: Hi }'), /under (content)$/u, (key) => message(`{ role: user, ${key}: Hi }`)],
  [call('[{ tool: t }], toolCalls: []'), /^write it as (tool_calls)$/u, (key) => one(`expected_messages: [{ role: assistant, ${key}: [{ tool: t }] }]`)],
  [message('{ role: user, content: Hi }, { role: assistant, tool_calls: [{ tool: t, id: c }] }, { role: user, content: Done, tool_call_id: c }'), /^write the result of a call as a message with (role: tool)$/u, (role) => message(`{ role: user, content: Hi }, { role: assistant, tool_calls: [{ tool: t, id: c }] }, { ${role}, content: Done, tool_call_id: c }`)],
  [message('{ role: user, content: Hi }, { role: assistant, tool_calls: [{ tool: t, id: c }] }, { role: tool, content: Done, tool_call_id: d }'), /^write the id of a call of the message before it: "(c)"$/u, (id) => message(`{ role: user, content: Hi }, { role: assistant, tool_calls: [{ tool: t, id: c }] }, { role: tool, content: Done, tool_call_id: ${id} }`)],
  [message('{ role: user, content: Hi, tool_calls: [{ tool: t }] }'), /^move them to the (assistant) message/u, (role) => message(`{ role: user, content: Hi }, { role: ${role}, tool_calls: [{ tool: t }] }, { role: user, content: Ho }`)],
  [part('{ type: text }'), /^write the text under (value)$/u, (key) => part(`{ type: text, ${key}: Hi }`)],
  [part('{ type: txt, value: Hi }'), /attached with (type: file)$/u, (type) => part(`{ ${type}, value: ./note.txt }`)],
  [part('{ type: file }'), /under (value)$/u, (key) => part(`{ type: file, ${key}: ./note.txt }`)],
  [part('{ type: video, value: a.mp4 }'), /attached with (type: file)$/u, (type) => part(`{ ${type}, value: ./note.txt }`)],
  [part('7'), /^write - (type: text) \(or file\) and (value: …)$/u, (type, value) => part(`{ ${type}, ${value} }`)],
  [call('t'), /^write a list of - (tool: NAME)$/u, (tool) => call(`[{ ${tool} }]`)],
  [call('[7]'), /^write - (tool: NAME)$/u, (tool) => call(`[{ ${tool} }]`)],
  [call('[{ input: {} }]'), /under (tool)$/u, (key) => call(`[{ ${key}: t, input: {} }]`)],
  [call('[{ name: t }]'), /under (tool)$/u, (key) => call(`[{ ${key}: t }]`)],
  [call('[{ tool: t, input: { a: 1 }, args: { a: 2 } }]'), /^keep (one) of the two$/u, () => call('[{ tool: t, input: { a: 1 } }]')],
  [input('input: &x [*x]'), /^remove the (alias)/u, () => input('input: [{ role: user, content: Hi }]')],
  [call('[{ tool: t, result: 3 }]'), /under (output)$/u, (key) => call(`[{ tool: t, ${key}: 3 }]`)],
  [one('expected_output: { role: assistant, content: Hi }'), /^put it in a (list) to make it a message$/u, () => one('expected_output: [{ role: assistant, content: Hi }]')],
  [one('expected_messages: Hi'), /(expected_output)/u, (key) => one(`${key}: Hi`)],
  [one('evaluators: { type: llm_judge }'), /^write a list of - type: …, or (evaluator): NAME/u, (key) => one(`${key}: llm_judge`)],
  [one('evaluators: [7]'), /^write - (type: llm_judge)$/u, (type) => one(`evaluators: [{ ${type} }]`)],
  [one('evaluators: [{ prompt: x }]'), /^add (type: llm_judge),/u, (type) => one(`evaluators: [{ ${type}, prompt: x }]`)],
  [one('evaluators: [{ name: rubric, rubrics: [x] }]'), /^add (type: \w+)$/u, (type) => one(`evaluators: [{ ${type}, rubrics: [x] }]`)],
  [one('evaluators: [{ type: llm_jugde }]'), /^did you mean (\w+)\?$/u, (type) => one(`evaluators: [{ type: ${type} }]`)],
  [one('evaluators: [{ type: llm_judge, name: 7 }]'), /^(leave it out)/u, () => one('evaluators: [{ type: llm_judge }]')],
  [one('evaluators: [{ type: llm_judge, name: n }, { type: rubric, name: n, rubrics: [x] }]'), /or (leave the names out)$/u, () => one('evaluators: [{ type: llm_judge }, { type: rubric, rubrics: [x] }]')],
  [one('evaluators: []'), /^(remove it)/u, () => one('note: none')],
  [one('evaluators: [{ type: composite, evaluators: [{ type: ranks }] }]'), /^write it as an (entry) of its own$/u, () => one('evaluators: [{ type: ranks }]')],
  [one('rubrics: 7'), /^write a list of (sentences that a good reply fulfils)$/u, (text) => one(`rubrics: [${text}]`)],
  [one('rubrics: [7]'), /^write (what a good reply does)$/u, (text) => one(`rubrics: [${text}]`)],
  [one('rubrics: [{ id: r, description: x }, { id: r, description: y }]'), /or (leave the ids out)$/u, () => one('rubrics: [{ description: x }, { description: y }]')],
  [one('input_messages: [{ role: user, content: Ho }]'), /alias_precedence: (canonical) \| (shorthand)$/u, (first) => suite(`alias_precedence: ${first}`)],
  [suite('alias_precedence: both'), /^(canonical) prefers/u, (name) => suite(`alias_precedence: ${name}`)],
  [suite('target: 5'), /^name a target of the targets file, or write (provider:model)$/u, (name) => suite(`target: ${name}`)],
  [suite('targets: mine'), /^write a list of - (name: …) and (provider: …)$/u, (name, provider) => suite(`targets: [{ ${name}, ${provider.replace('Hello', 'openai')}, model: m }]`)],
  ['evalcses:\n  - id: a\n    expected_outcome: x\n    input: Hi\n', /^did you mean (\w+) instead of/u, (key) => `${key}:\n  - id: a\n    expected_outcome: x\n    input: Hi\n`],
  ['nothing: here\n', /^write the cases as a list under (\w+):$/u, (key) => `${key}:\n  - id: a\n    expected_outcome: x\n    input: Hi\n`],
  [input('input: One: two'), /^put it in quotes: (.+)$/u, (line) => input(line)],
  [input('input: Hi\n    input: Ho'), /^(keep one of them)/u, () => input('input: Hi')],
  [input('input: *nobody'), /or (put the text in quotes)$/u, () => input('input: "*nobody"')],
  [`${suite('')}---\na: 1\n`, /^remove the line (---) above it/u, () => suite('')],
  [`${head}\tinput: Hi\n`, /^indent with (spaces)/u, () => input('input: Hi')],
  ['description: Ours\r\n\r\n- id: a\r\n  expected_outcome: x\r\n  input: Hi\r\n', /^write the key that it belongs to above it, such as (evalcases:) or/u, (key) => `description: Ours\n${key}\n- id: a\n  expected_outcome: x\n  input: Hi\n`],
  ['title: Ours\n- prompt: Hi\n  should: [Greets]\n', /, or a line (---) where a blueprint has its prompts$/u, (line) => `title: Ours\n${line}\n- prompt: Hi\n  should: [Greets]\n`],
  [`${head}<<<<<<< HEAD\n    input: Hi\n=======\n    input: Ho\n>>>>>>> theirs\n`, /^decide which lines hold, and remove (<<<<<<<), ======= and >>>>>>>$/u, () => input('input: Hi')],
  ...['|', '>-'].map((mark): Row => [input(`input: ${mark}\n\n    Hi there\n    tags: [a]`), /^indent its lines by (more) than the key above them$/u, () => input(`input: ${mark}\n\n      Hi there\n    tags: [a]`)]),
  [input('input: @home'), /^put the text in (quotes)/u, () => input('input: "@home"')],
  [input(String.raw`input: "\d"`), /^write (\\\\) for a backslash/u, (slash) => input(`input: "${slash}d"`)],
  [input('input: {{ name }}'), /^put a text that starts with \{ or \[ in (quotes)/u, () => input('input: "{{ name }}"')],
  [input('input: "Hi'), /(quote)/u, () => input('input: "Hi"')],
  ['null\n', /^write (cases) under (evalcases):$/u, (_cases, key) => `${key}:\n  - id: a\n    expected_outcome: x\n    input: Hi\n`],
  [one('context: { a: .inf }'), /^write one from -1\.8e308 to 1\.8e308, or (put it in quotes) as a text$/u, () => one('context: { a: ".inf" }')],
  [`evalcases:\n  - id: a\n    expected_outcome: x\n    input: Hi\n    context: {a: ${'['.repeat(500)}x${']'.repeat(500)}}\n`, /^write it with (fewer levels)$/u, () => one('context: {a: [x]}')],
  [`x-a: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.split('').map((name, index) => `x-${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(10)}]`).join('\n')}\n${one('context: {all: *h}')}`, /^(write the values out), or use fewer nested aliases$/u, () => one('context: {all: [x]}')],
];

const AGENTV: readonly Row[] = [
  [suite('repeat: {}'), /^write repeat: 3, or (repeat: \{ count: 3 \})$/u, (line) => suite(line)],
  [suite('repeat: 2\nruns: 3'), /^keep (one) of the two$/u, () => suite('repeat: 2')],
  [suite('evaluate_options: 3'), /^write (evaluate_options: .+)$/u, (line) => suite(line)],
  [suite('default_test: other.yaml'), /^write (default_test: \{ vars: \{ name: value \}), assert/u, (start) => suite(`${start} }`)],
  [suite('input_files: 7'), /^write (input_files: \[)notes\.md\]$/u, (start) => suite(`${start}note.txt]`)],
  [suite('input_files: [7]'), /^write (the path), relative to the folder of this file$/u, () => suite('input_files: [note.txt]')],
  [suite('input: 7'), /^write (input: "…"), or a list of messages/u, (line) => suite(line)],
  [suite('execution: { targets: [{ name: a, hooks: {} }] }'), /or (write two targets)$/u, () => suite('execution: { targets: ["openai:a", "openai:b"] }')],
  [suite('execution: { targets: [7] }'), /^write a list of names: (targets: \[)NAME, (provider:model)\]/u, (start, model) => suite(`execution: { ${start}"${model}"] }`)],
  [suite('execution: { targets: a }'), /^write (targets: \[)NAME, (provider:model)\]$/u, (start, model) => suite(`execution: { ${start}"${model}"] }`)],
  [one('assert: Hello'), /^write a list of - (type: …)$/u, () => one('assert: [{ type: llm_judge }]')],
  [one('turns: [{ note: x }]'), /^write (input: what the user says in it)$/u, (line) => one(`turns: [{ ${line} }]`)],
  [one('turns: [{ input: Ho }]\n    window_size: few'), /^write (how many) turns back is looked$/u, () => one('turns: [{ input: Ho }]\n    window_size: 2')],
  [one('window_size: 2'), /^write (turns): and a list of - (input: …)$/u, (key, line) => one(`window_size: 2\n    ${key}: [{ ${line} }]`)],
  [one('turns: [{ input: [{ role: system, content: Ho }, { role: user, content: Ho }] }]'), /^write (input: "…"), and what comes before/u, (line) => one(`turns: [{ ${line} }]`)],
  [one('turns: [7]'), /^write - (input: …)$/u, (line) => one(`turns: [{ ${line} }]`)],
];

const JSON_FILES: readonly Row[] = [
  ['null', /^write (\{ "evalcases": .+\})$/u, (text) => text],
  ['', /^write (\{ "evalcases": .+\})$/u, (text) => text],
  ['{"evalcases": [{"id": "a", "expected_outcome": "x", "input": "Hi"},]}', /^check the (quotes, commas and brackets) around this place$/u, () => '{"evalcases": [{"id": "a", "expected_outcome": "x", "input": "Hi"}]}'],
];

const LINES: readonly Row[] = [
  ["{'id': 'a', 'expected_outcome': 'x', 'input': 'Hi'}\n", /^JSON wants (double quotes)$/u, () => '{"id": "a", "expected_outcome": "x", "input": "Hi"}\n'],
  ['{"id": "a", "expected_outcome": "x", "input": "Hi",}\n', /^JSON allows (no comma)/u, () => '{"id": "a", "expected_outcome": "x", "input": "Hi"}\n'],
  ['[\n{"id": "a", "expected_outcome": "x", "input": "Hi"}\n]\n', /put each case on (one line), without an array/u, () => '{"id": "a", "expected_outcome": "x", "input": "Hi"}\n'],
  ['{"id": "a"\n', /^write (one whole JSON object on each line)$/u, () => '{"id": "a", "expected_outcome": "x", "input": "Hi"}\n'],
  ['{"id": "a", "expected_outcome": "x", "input": "Hi", "input": "Ho"}\n', /^(keep one) of them$/u, () => '{"id": "a", "expected_outcome": "x", "input": "Hi"}\n'],
  ['{"id": "a", "expected_outcome": "x", "input": "Hi"}\n{"id": "a", "expected_outcome": "x", "input": "Hi"}\n', /its own (id)$/u, (key) => `{"id": "a", "expected_outcome": "x", "input": "Hi"}\n{"${key}": "b", "expected_outcome": "x", "input": "Hi"}\n`],
];

const PLAIN = testCase('m');
const TEST_CASES: readonly Row[] = [
  ...(['id', 'task', 'input', 'expected'] as const).map(
    (key): Row => [PLAIN.replace(new RegExp(`^${key}: .*\n`, 'mu'), ''), new RegExp(`^add (${key}: .+)$`, 'u'), (line) => `${PLAIN.replace(new RegExp(`^${key}: .*\n`, 'mu'), '')}${line}\n`],
  ),
  [`${PLAIN}expected_output: x\n`, /^write it under (expected)$/u, (key) => PLAIN.replace('expected: HAPPY', `${key}: x`)],
  [`${PLAIN}system_prompt: x\n`, /^write it under (context)$/u, (key) => `${PLAIN}${key}: x\n`],
  [PLAIN.replace('expected: HAPPY', 'expected: 5'), /^put it in quotes: (.+)$/u, (line) => PLAIN.replace('expected: HAPPY', line)],
  [PLAIN.replace('task: Name the mood.', 'task: " "'), /^write (what the model is to do)$/u, (task) => PLAIN.replace('Name the mood.', task)],
  [PLAIN.replace(/tags:[\s\S]*/u, ''), /^add tags: such as (- domain: sentiment),/u, (tag) => `${PLAIN.replace(/tags:[\s\S]*/u, '')}tags:\n  ${tag}\n`],
  [rubric('  label: 7'), /^write (weight: 0.5) and (rule: exact_match) below it$/u, (...lines) => rubric(`  label:\n    ${lines.join('\n    ')}\n  other: { ${lines.join(', ')} }`)],
  [rubric('  label: { weight: 1 }'), /^write (rule: exact_match), or/u, (rule) => rubric(`  label: { weight: 1, ${rule} }`)],
  [rubric('  label: { weight: 1, rule: exact_macth }'), /^did you mean (\w+)\?$/u, (rule) => rubric(`  label: { weight: 1, rule: ${rule} }`)],
  [rubric('  label: { weight: 0, rule: exact_match }'), /a weight above (0)$/u, (zero) => rubric(`  label: { weight: ${Number(zero) + 1}, rule: exact_match }`)],
  [rubric('  a: { weight: 0.2, rule: exact_match }\n  b: { weight: 0.2, rule: exact_match }'), /so that they add up to (1)$/u, (sum) => rubric(`  a: { weight: ${Number(sum) / 2}, rule: exact_match }\n  b: { weight: 0.5, rule: exact_match }`)],
  [rubric('  a: { weight: 0.5, rule: exact_match }\n  b: { rule: exact_match, weight: null }\n  c: { weight: 0.5, rule: exact_match }'), /^give every criterion a (weight), so that they add up to (1)$/u, (key, sum) => rubric(['a', 'b'].map((name) => `  ${name}: { ${key}: ${Number(sum) / 2}, rule: exact_match }`).join('\n'))],
  [rubric('  - x'), /^write the name of each criterion, and (description), (weight) and (rule) below it$/u, (description, weight, rule) => rubric(`  x: { ${description}: y, ${weight}: 1, ${rule}: exact_match }`)],
  [`${PLAIN}---\nHello\n`, /^write (id: …), (task: …), (input: …), (expected: …) and rubric: …$/u, (...lines) => `${PLAIN}---\n${lines.join('\n')}\n${PLAIN.replace(/[\s\S]*(?=rubric:)/u, '')}`],
  [`${PLAIN}---\n${PLAIN}`, /its own (id)$/u, (key) => `${PLAIN}---\n${PLAIN.replace('id: m', `${key}: n`)}`],
  [rubric('  a: { rule: { length_max: 500, description: Is it short? } }'), /as in (rule: \{ length_max: 500 \}), and its other options beside rule$/u, (rule) => rubric(`  a: { ${rule.replace('{ length_max: 500 }', 'exact_match')}, description: Is it short? }`)],
  [rubric('  a: { rule: [exact_match, exact_match] }'), /^write a criterion for (each rule)/u, () => rubric('  a: { rule: exact_match }')],
];

const SETTINGS: readonly (readonly [file: string, ...row: Row])[] = [
  ['configs/x.yaml', 'name: x\nprovder: openai\nmodel: m\n', /^did you mean (\w+) instead of/u, (key) => `name: x\n${key}: openai\nmodel: m\n`],
  ['configs/x.yaml', 'provider: openai\nmodel: m\n', /^add (name: …),/u, (name) => `${name}\nprovider: openai\nmodel: m\n`],
  ['configs/x.yaml', 'name: x\nmodel: m\n', /^add (provider: openai),/u, (provider) => `name: x\n${provider}\nmodel: m\n`],
  ['configs/x.yaml', 'name: x\nprovider: opneai\n', /^did you mean (\w+)\?$/u, (provider) => `name: x\nprovider: ${provider}\n`],
  ['.assay/targets.yaml', targets('- Hello'), /^write - (name: …) and (provider: …)$/u, (name, provider) => targets(`- { ${name}, ${provider.replace('Hello', 'openai')} }`)],
  ['.assay/targets.yaml', 'targets: Hello\n', /^write a list of - (name: …) and (provider: …)$/u, (name, provider) => targets(`- { ${name}, ${provider.replace('Hello', 'openai')} }`)],
  ['.assay/targets.yaml', targets('- { name: x, use_target: 7 }'), /^write use_target: NAME, (provider:model), or (\$\{\{ VARIABLE \}\})$/u, (model, variable) => targets(`- { name: x, use_target: "${model}" }\n  - { name: y, use_target: "${variable}" }`)],
  ['.assay/targets.yaml', targets('- { name: x, provider: openai }\n  - { name: x, provider: openai }'), /^give each target its own (name)$/u, (key) => targets(`- { name: x, provider: openai }\n  - { ${key}: y, provider: openai }`)],
  ['.assay/targets.yaml', targets('- { name: x, provider: openai, model: m, judge_target: a, grader_target: b }'), /^keep (one) of the two$/u, () => targets('- { name: x, provider: openai, model: m, grader_target: b }')],
  ['.assay/targets.yaml', targets('- { name: x, provider: openai, model: m, fallback_targets: [y] }'), /^(leave it out); what stays unscored/u, () => targets('- { name: x, provider: openai, model: m }')],
  ['.assay/config.yaml', 'execution: { verbose: true }\n', /under (defaults: .+)$/u, (line) => `${line}\n`],
  ['.assay/config.yaml', 'judegs: [openai:m]\n', /^did you mean (\w+)\?$/u, (key) => `${key}: [openai:m]\n`],
  ['.assay/config.yaml', 'targets: Hello\n', /^write a list of - (name: …) and (provider: …)$/u, (name, provider) => targets(`- { ${name}, ${provider.replace('Hello', 'openai')} }`)],
  ['.assay/config.yaml', 'collections: 7\n', /^write (NAME: \[openai:gpt-4o-mini), …\]$/u, (line) => `collections:\n  ${line}]\n`],
  ['.assay/config.yaml', 'prices: 7\n', /^write (provider:model: .+)$/u, (line) => `prices:\n  ${line}\n`],
  ['.assay/config.yaml', 'reports: [{ file: x.csv }]\n', /^add name:, e\.g\. (name: csv)$/u, (line) => `reports: [{ file: x.csv, ${line} }]\n`],
  ['.assay/config.yaml', 'embeddings: 7\n', /^for example: (embeddings: .+)$/u, (line) => `${line}\n`],
  ['.assay/config.yaml', 'model_aliases: 7\n', /for example (openai:\S+: \S+)$/u, (line) => `model_aliases:\n  ${line}\n`],
  ['.agentv/providers.yaml', 'providers: { a: b }\n', /^write (providers:) and a list of (- id: …) and (label: …)$/u, (key, id, label) => `${key}\n  ${id.replace('Hello', 'openai')}\n    ${label}\n`],
  ['.agentv/providers.yaml', 'providers: [7]\n', /^write (- id: \S+) and (label: NAME)$/u, (id, label) => `providers:\n  ${id}\n    ${label}\n`],
  ['.agentv/providers.yaml', 'providers: [{ id: openai, config: gpt-4o }]\n', /^write (config: \{ model: …, api_key: … \})$/u, (config) => `providers: [{ id: openai, ${config} }]\n`],
  ['.agentv/providers.yaml', 'providers: [{ name: a, provider: openai }]\n', /^write what is under provider as (id), and the name as (label);/u, (id, label) => `providers: [{ ${label}: a, ${id}: openai }]\n`],
  ['.agentv/providers.yaml', 'providers: ["openai:gpt-4o"]\ndefaults: a\n', /^write (defaults: \{ provider: LABEL, grader: LABEL \})$/u, (line) => `providers: ["openai:gpt-4o"]\n${line}\n`],
  ['.agentv/providers.yaml', 'providers: [{ id: openai, runtime: sandbox }]\n', /and write (runtime: host)$/u, (line) => `providers: [{ id: openai, ${line} }]\n`],
  ['.agentv/providers.yaml', 'providers: [{ id: openai, api_key: "{{ env.KEY | trim }}" }]\n', /^write (\{\{ env\.)NAME( \}\}),/u, (start, end) => `providers: [{ id: openai, api_key: "${start}KEY${end}" }]\n`],
  ['.assay/config.yaml', 'model_aliases:\n  gpt-4: x\n', /for example (openai:\S+: \S+)$/u, (line) => `model_aliases:\n  ${line}\n`],
  ['.assay/config.yaml', 'verdicts: { pass: 0.5, borderline: 0.7 }\n', /^(set both): a score from borderline/u, () => 'verdicts: { pass: 0.7, borderline: 0.5 }\n'],
  ['.assay/config.yaml', 'judges: [7]\n', /^write (provider:model), the name/u, (model) => `judges: [${model}]\n`],
  ['.assay/config.yaml', 'judges: [{ id: a, model: openai:a }, { id: a, model: openai:b }]\n', /an (id) of its own$/u, (key) => `judges: [{ id: a, model: openai:a }, { ${key}: b, model: openai:b }]\n`],
  ['.assay/config.yaml', 'judges: { panel: [openai:a], quorum: 2 }\n', /at most (the size of the panel)$/u, () => 'judges: { panel: [openai:a], quorum: 1 }\n'],
  ['.assay/config.yaml', 'judges: { panel: [openai:a], backup: openai:a }\n', /^name a judge that is not on the (panel)/u, (key) => `judges: { ${key}: [openai:a], backup: openai:b }\n`],
  ['.assay/config.yaml', 'judges: { panel: [openai:a, openai:b], backup: openai:c, quorum: 2 }\n', /put the judge on the (panel),/u, (key) => `judges: { ${key}: [openai:a, openai:b, openai:c], quorum: 2 }\n`],
  ['.assay/config.yaml', 'judges: { panel: [{ model: openai:a, weight: 2 }], consensus: median }\n', /set (consensus: mean)$/u, (setting) => `judges: { panel: [{ model: openai:a, weight: 2 }], ${setting} }\n`],
  ['.assay/config.yaml', 'judges: { panel: [{ model: openai:a, weight: 2 }], consensus: median }\n', /^remove (weight),/u, () => 'judges: { panel: [{ model: openai:a }], consensus: median }\n'],
  ['.assay/config.yaml', 'judges: { panel: [openai:a], backup: { model: openai:b, weight: 2 } }\n', /^remove (weight)$/u, () => 'judges: { panel: [openai:a], backup: { model: openai:b } }\n'],
  ['.assay/config.yaml', 'judges: { panel: [openai:a], cascade: { model: openai:b, weight: 2 } }\n', /^remove (weight);/u, () => 'judges: { panel: [openai:a], cascade: { model: openai:b } }\n'],
  ['.assay/config.yaml', 'judges: { panel: [openai:a], cascade: openai:a }\n', /^name a judge that is not on the (panel): the/u, (key) => `judges: { ${key}: [openai:a], cascade: openai:b }\n`],
  ['.assay/config.yaml', 'judges: { cascade: openai:a }\n', /^name the judges under (panel),/u, (key) => `judges: { ${key}: [openai:b], cascade: openai:a }\n`],
  ['.assay/config.yaml', 'model_aliases: { "openai:a": "openai:b", "openai:b": "openai:a" }\n', /^(let one of them) lead to a model/u, () => 'model_aliases: { "openai:a": "openai:b" }\n'],
  ['.assay/config.yaml', 'defaults: { repeat: 1 }\n---\nverdicts: { pass: 0.9 }\n', /^take out the line (---)/u, () => 'defaults: { repeat: 1 }\nverdicts: { pass: 0.9 }\n'],
];

async function found(file: string, text: string): Promise<readonly Diagnostic[]> {
  const folder = await projectFolder({ 'package.json': '{}', 'note.txt': 'A note.', [file]: text });
  const findings: Diagnostic[] = [];
  const report = (finding: Diagnostic): void => void findings.push(finding);
  const options = { definitions: withRules, workingDirectory: folder, report };
  const kind = settingsKind(join(folder, file), file.startsWith('configs/') ? 'target-file' : undefined);
  if (kind) await checkSettings({ path: file, kind }, options);
  else await checkSuite(file, { ...options, verbose: true });
  if (file.startsWith('.assay/')) {
    await loadProject(folder, { workingDirectory: folder, env: {}, report, settings: withRules.settings }).catch((error: unknown) => {
      if (!(error instanceof InvalidFileError)) throw error;
      findings.push(...error.diagnostics);
    });
  }
  return findings;
}

/** Each file is looked at once. */
const KNOWN = new Map<string, Promise<readonly Diagnostic[]>>();

function findingsOf(file: string, text: string): Promise<readonly Diagnostic[]> {
  const key = JSON.stringify([file, text]);
  const findings = KNOWN.get(key) ?? found(file, text);
  KNOWN.set(key, findings);
  return findings;
}

const isFault = ({ severity }: Diagnostic): boolean => severity !== 'info';

/** What is still found when the suggestion has been followed: the text, and the messages about it. */
async function follow(file: string, [bad, pattern, apply]: Row): Promise<readonly string[]> {
  const before = await findingsOf(file, bad);
  const hints = before.flatMap(({ hint }) => (hint === undefined ? [] : [hint]));
  const suggestion = hints.map((hint) => pattern.exec(hint)).find((match) => match !== null);
  expect(suggestion, `no hint like ${pattern.source} among\n${before.map(({ message, hint }) => `${message} -> ${hint ?? '-'}`).join('\n')}`).toBeDefined();
  const good = apply(...(suggestion ?? []).slice(1).map((words) => words.replaceAll('…', 'Hello')));
  expect(good).not.toBe(bad);
  const after = (await findingsOf(file, good)).filter(isFault);
  return after.map(({ message }) => `${message} in\n${good}`);
}

const TABLE: readonly (readonly [file: string, row: Row])[] = [
  ...[...EVAL_CASES, ...AGENTV].map((row) => ['a.yaml', row] as const),
  ...JSON_FILES.map((row) => ['a.json', row] as const),
  ...LINES.map((row) => ['a.jsonl', row] as const),
  ...TEST_CASES.map((row) => ['suites/s/001.yaml', row] as const),
  ...SETTINGS.map(([file, ...row]) => [file, row] as const),
];

describe('what a hint suggests is valid', () => {
  test.each(TABLE.map(([file, row]) => [file, row[0], row] as const))('%s: %j', async (file, _, row) => {
    expect(await follow(file, row)).toEqual([]);
  });
});

const SOURCES = fileURLToPath(new URL('.', import.meta.url));
const ROOMS = ['eval-case', 'eval-case/read', 'eval-case/agentv', 'evaluators', 'test-case', 'test-case/read', 'fields', 'messages', 'targets', 'project', 'jsonl', 'yaml', 'dialect'];
const SHARED = fileURLToPath(new URL('../../schema/src/normalization', import.meta.url));

/** Advice that one file is not enough to try, or that asks for nothing. */
const NOTHING_TO_WRITE: ReadonlySet<string> = new Set([
  // Where no rubric evaluator, or no rule with a judge, is installed.
  'write what a good reply does under description',
  'add description: what the judges are to look at',
  // Of whoever says whom to trust.
  'look at the file, and vouch for it',
  // Of whoever wrote a loader.
  'mend detect() of the loader; for a file that is not its own it has to return 0',
  // About two files.
  'say it in the sidecar',
  'write the cases as YAML, which is read whole before the first one runs',
  'move what it says into the other one, and remove it',
  'rename one of the two files',
  'name them all in the suite',
  'move it into the project',
  'name it on the command line besides, or leave only the list of its cases in it',
  'write keys such as description, execution or evaluator',
  'remove one of the two, or give it another name',
  'nothing has to be done: the same settings may stand in the configs of all providers',
  'write the case with fewer levels',
  // Works in the settings of a user, which are no part of a project.
  'write HOST or HOST:PORT, e.g. models.example.com:8443',
]);

/** The hints that stand in the sources as they are. */
async function writtenHints(): Promise<readonly string[]> {
  const rooms = [...ROOMS.map((room) => join(SOURCES, room)), SHARED];
  const files = (await Promise.all(rooms.map(async (room) => (await readdir(room)).map((name) => join(room, name))))).flat();
  const texts = await Promise.all(files.filter((file) => /(?<!\.test)\.ts$/u.test(file)).map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/hint: '(?<hint>(?:[^'\\]|\\.)*)'/gu)].map(({ groups }) => (groups?.['hint'] ?? '').replaceAll(/\\(?<escaped>.)/gu, '$<escaped>')));
}

test('every hint that is written out in these rooms is in the table', async () => {
  const seen = new Set<string>();
  for (const [file, [bad]] of TABLE) for (const { hint } of await findingsOf(file, bad)) if (hint !== undefined) seen.add(hint);
  const written = await writtenHints();
  expect(written.length).toBeGreaterThan(60);
  expect([...new Set(written)].filter((hint) => !seen.has(hint) && !NOTHING_TO_WRITE.has(hint)).join('\n')).toBe('');
});
