/** An environment variable that is to name a proxy, and names none that can be asked. Its value may hold a password, and is not told. */
export class OddProxy extends Error {
  constructor(variable: string) {
    super(`${variable} is no address of a proxy`);
    this.name = 'OddProxy';
  }
}
