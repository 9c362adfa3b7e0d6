/** What the option says that spares what a script leaves in the background. */
export const KEEP_DAEMONS =
  'Leaves alone what the script puts into the background and leaves there, such as a build daemon; default false';
