/** What a server sent in place of a reply. Asking again brings the same. */
export class NoReply extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NoReply';
  }
}
