import type { Template } from './template.js';

/** Named targets: one that runs at once, and examples of models. */
export const targets: Template = {
  path: '.assay/targets.yaml',
  content: `# Targets: what can be evaluated, by name. A case or suite names one under execution.target,
# the command line with --target (several times to compare them).
#
#   assay list targets                          the targets of this file
#   assay list providers                        what a target can be made of
#   assay run evals --target openai:gpt-4o-mini     a model without an entry here
targets:
  # A program that is run for each case. Put your own agent here.
  - name: demo
    provider: cli
    command: [node, evals/demo-assistant.mjs]

  # A model of OpenAI. The key is read from the environment or from a file .env, never written here.
  # - name: gpt
  #   provider: openai
  #   model: gpt-4o-mini
  #   api_key: \${OPENAI_API_KEY}
  #   temperature: 0
  #   workers: 4            # most requests at once
  #   timeout_seconds: 60

  # A model of Anthropic, with the target that judges its replies.
  # - name: claude
  #   provider: anthropic
  #   model: claude-haiku-4-5
  #   api_key: \${ANTHROPIC_API_KEY}
  #   judge_target: gpt
`,
};
