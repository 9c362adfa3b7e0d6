/** How built-in prompts show a reply: turn by turn, and where the target worked on files, with what it did to them. */
export const SHOWN_REPLY = `{{ candidate_turns }}{% if file_changes != "" %}

What the system did to the files that it worked on is a part of its answer. It is shown as a diff, in which lines that begin with a
backslash are remarks of the test.

{{ file_changes }}{% endif %}`;
