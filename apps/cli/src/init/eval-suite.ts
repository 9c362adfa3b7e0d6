import type { Template } from './template.js';

/** The first eval: every kind of check that needs neither a key nor a judge. */
export const evalSuite: Template = {
  path: 'evals/shop.yaml',
  content: `# An eval suite: cases, and how the replies to them are scored.
#
#   assay run evals/shop.yaml          ask the target, score its replies
#   assay validate evals               check the files, and send nothing
#   assay cases evals/shop.yaml        show how Assay understands them
description: Questions to the assistant of a small shop

# What is evaluated: a target of .assay/targets.yaml. --target on the command line wins over it.
execution:
  target: demo

evalcases:
  # A case has an id, an input, and the outcome that a good reply has.
  # "contains" looks for a text, "icontains" in upper or lower case alike.
  - id: opening-hours
    tags: [facts]
    expected_outcome: Gives the opening hours of a Saturday
    input: When are you open on Saturday?
    evaluators:
      - { type: contains, value: '10:00' }
      - { type: icontains, value: saturday }

  # Several evaluators make one score from 0 to 1: their mean, by weight.
  # "matches" takes a regular expression; "not_" in front of a check turns it around.
  - id: refund-window
    tags: [facts, money]
    expected_outcome: Says how long a refund takes, and promises no date
    input: How long does it take to get my money back?
    evaluators:
      - { name: names-days, type: matches, value: '\\d+ working days', weight: 3 }
      - { name: promises-nothing, type: not_icontains, value: guarantee }

  # A conversation: roles and turns instead of one question.
  # A case of weight 2 counts twice in the score of the suite.
  - id: unknown-product
    tags: [honesty]
    weight: 2
    expected_outcome: Admits that it does not know, and says who does
    input:
      - { role: system, content: You answer questions about a small shop. }
      - { role: user, content: Is the blue teapot back in stock? }
    evaluators:
      - { type: icontains, value: do not know }
      - { type: matches, value: '[\\w.]+@[\\w.]+' }

  # What no text check can tell, a language model can judge. This needs the key of a model:
  # take the # away, and add "--judge openai:gpt-4o-mini" (or another model) to the command.
  #
  # - id: angry-customer
  #   tags: [tone]
  #   expected_outcome: Stays friendly, apologizes, and offers a way forward
  #   input: My parcel is two weeks late and nobody answers. What kind of shop is this?
  #   rubrics:
  #     - Apologizes without blaming the customer
  #     - Names a next step
`,
};
