import type { Template } from './template.js';

const CONTENT = `# Settings of this project. The command line wins over them; all of them may be left out.
defaults:
  # The target of suites and cases that name none.
  target: demo
  # Requests at once: a number, or as many as the targets turn out to bear.
  # concurrency: auto
  # How often every case is run. Models answer differently each time: 3 or more show how much.
  # repeat: 3
  # The score from 0 to 1 from which a suite passes. Without it, no case may fail.
  # threshold: 0.8
  # The best verdict that fails a run: fail, or borderline.
  # fail_on: borderline
  # Seconds for one reply, and tries after one that failed.
  # timeout_seconds: 120
  # max_retries: 3

# From which score a case passes, and from which it is borderline. Below that it fails.
verdicts:
  pass: 0.8
  borderline: 0.6

# Lines of rubrics that say nothing about it must hold: missed, they fail their case. False makes
# them a part of the score only.
# rubric_required: false

# Who judges what text checks cannot: names of targets, or provider:model. Several judges are a
# panel whose mean counts; the backup is asked when all of them failed.
# judges:
#   panel: [openai:gpt-4.1-mini, google:gemini-3.5-flash]
#   backup: mistral:mistral-small-latest
`;

/** What holds of it, as comments of the form that the others have. */
function asComments(text: string): string {
  return text.replaceAll(/^(\s*)(?=[^#\s])/gmu, '$1# ');
}

/** The project's settings, all of them optional. */
export const config: Template = {
  path: '.assay/config.yaml',
  content: CONTENT,
  besideOwn: asComments(CONTENT),
};
