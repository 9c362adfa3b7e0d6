/** A class of errors, abstract or not. */
type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Lets `instanceof` recognize the errors of other copies of this package. A program may hold two: the one inside of the
 * `assay` package, and the one that an evaluator or provider of the program's own was written with. Both mark their errors
 * with the same symbol. Classes that others derive are recognized as JavaScript does it, by their prototype.
 * @param name Of the class, as it is written in its source; the same in every copy.
 */
export function recognizeCopies(errorClass: ErrorClass, name: string): void {
  const mark = Symbol.for(`assay.error.${name}`);
  Object.defineProperty(errorClass.prototype, mark, { value: true });
  Object.defineProperty(errorClass, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== errorClass) return Function.prototype[Symbol.hasInstance].call(this, value);
      return typeof value === 'object' && value !== null && mark in value;
    },
  });
}
