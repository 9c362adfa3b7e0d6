/** What the option says that spares what a script leaves in the background. */
export const KEEP_DAEMONS =
  'Does not end background processes that the script leaves running, such as a build daemon; default false';
