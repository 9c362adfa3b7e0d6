import {
  type Diagnostic,
  duplicateKey,
  type EvalCase,
  InvalidFileError,
  JsonDepthError,
  JsonNumberError,
  type LoadOptions,
  MAX_JSON_DEPTH,
  type NormalizeContext,
  parseWithIds,
  reportError,
} from '@assay/schema';
import { normalizeEvalCase } from './read/eval-case.js';
import type { SuiteHeader } from './read/suite-header.js';
import { CaseIterator, DONE, type Step } from '../dialect/case-iterator.js';
import { createCheckQueue, type CheckQueue } from '../checks/check-queue.js';
import { IdSet } from '../jsonl/id-set.js';
import { LineReader, type LineStart } from '../jsonl/line-reader.js';
import { locateInLine, writtenInLine } from '../jsonl/locate-in-line.js';
import { invalidLine, repeatedKey } from '../jsonl/parse-line.js';
import { unboundedNumbers } from '../json/unbounded-number.js';
import type { FileReference } from '../references/file-references.js';
import { parseFlow } from '../yaml/parse-flow.js';
import { findIdLine } from './find-id-line.js';
import type { LoadSession } from '../dialect/load-session.js';
import { loadWorkspaceReader, needsWorkspaceReader } from './agentv/workspace-reader.js';
import { isTemplated, type ReadCase, type Templating } from './templating/templating.js';

export interface JsonlReading {
  readonly header: SuiteHeader;
  /** Undefined while no case has variables. */
  readonly templating: Templating | undefined;
  readonly onInvalid: NonNullable<LoadOptions['onInvalid']>;
  /** The line to begin with; ids before it are not known. Default: the first. */
  readonly start?: LineStart | undefined;
  /** True for one whose cases are all held, with those of other files. */
  readonly isHeld?: boolean | undefined;
}

/** One pass over the cases of a JSONL file. Lines are parsed when they are asked for. */
export class JsonlCases extends CaseIterator {
  readonly #session: LoadSession;
  readonly #header: SuiteHeader;
  #templating: Templating | undefined;
  /** A line that has to wait until it can be filled in. */
  #held: string | undefined;
  /** The same as data, when it waits for what reads its workspace. */
  #heldFor: unknown;
  /** The other cases that a line with lists of variables stands for. */
  #more: ReadCase[] = [];
  readonly #onInvalid: NonNullable<LoadOptions['onInvalid']>;
  readonly #isHeld: boolean;
  #reader: LineReader;
  #ids = new IdSet();
  readonly #checks: CheckQueue;
  readonly #context: NormalizeContext;
  #line = '';
  #findings: Diagnostic[] = [];
  #references: FileReference[] = [];

  constructor(session: LoadSession, { header, templating, onInvalid, start, isHeld = false }: JsonlReading) {
    super();
    this.#session = session;
    this.#header = header;
    this.#templating = templating;
    this.#onInvalid = onInvalid;
    this.#isHeld = isHeld;
    this.#reader = new LineReader(session.file, session.shown, undefined, start);
    this.#checks = createCheckQueue(session);
    const lineNumber = (): number => this.#reader.lineNumber;
    this.#context = {
      locate: (path, which) => locateInLine(this.#line, lineNumber(), session.shown, path, which),
      writtenAt: (path) => writtenInLine(this.#line, path),
      parseFlow,
      report: (diagnostic) => this.#findings.push(diagnostic),
      definitions: session.options.definitions,
      aliasPrecedence: header.aliasPrecedence,
      get linePrefix() {
        return `Line ${lineNumber()}: `;
      },
      onFile: (part, path) => this.#references.push({ part, path }),
      onEvaluator: this.#checks.onEvaluator,
      place: session,
      tally: { errors: 0 },
    };
  }

  /**
   * Another pass, from another line: of this one, which is over and went well, it keeps what was read of evaluators and found out
   * about their options.
   */
  restart(start: LineStart): this {
    this.#reader = new LineReader(this.#session.file, this.#session.shown, undefined, start);
    this.#ids = new IdSet();
    this.#more = [];
    return this;
  }

  protected override close(): Promise<void> {
    return this.#reader.close();
  }

  protected override takeReady(): Step | undefined {
    for (;;) {
      const next = this.#more.shift();
      const line = next ? this.#line : (this.#held ?? this.#reader.take());
      if (line === undefined) return undefined;
      this.#held = undefined;
      const evalCase = this.#read(line, next);
      if (this.#held !== undefined) return undefined;
      if (this.#checks.waiting) {
        this.#waiting = { evalCase };
        return undefined;
      }
      if (!evalCase) continue;
      if (this.#references.length > 0 || !this.#ids.add(evalCase.id)) {
        this.#waiting = { evalCase };
        return undefined;
      }
      return this.#found(evalCase);
    }
  }

  /** A line that needs the file system before it is complete; without a case if that is left out anyway. */
  #waiting: { readonly evalCase: EvalCase | undefined } | undefined;

  protected override async readOn(): Promise<Step> {
    for (;;) {
      const waiting = this.#waiting;
      if (waiting) {
        this.#waiting = undefined;
        const complete = await this.#complete(waiting.evalCase);
        if (complete) return this.#found(complete);
      }
      if (this.#heldFor !== undefined) await loadWorkspaceReader(this.#heldFor);
      else if (this.#held !== undefined) this.#templating ??= await this.#openTemplating();
      this.#heldFor = undefined;
      const step = this.takeReady();
      if (step) return step;
      if (this.#held !== undefined) continue;
      if (!this.#waiting && !(await this.#reader.fill())) return DONE;
    }
  }

  async #openTemplating(): Promise<Templating> {
    const { openTemplating } = await import('./templating/open-templating.js');
    return openTemplating(this.#session, this.#header, this.#context);
  }

  #found(evalCase: EvalCase): Step {
    const location = { file: this.#session.shown, line: this.#reader.lineNumber, column: 1 };
    return { done: false, value: { evalCase, location } };
  }

  /** A line as a case; undefined for blank lines and cases that are skipped. */
  #read(line: string, next?: ReadCase): EvalCase | undefined {
    if (next) return this.#normalize(() => next(this.#context));
    const first = line.codePointAt(0);
    if (first !== 0x7b && line.trim() === '') return undefined;
    this.#line = line;
    if (this.#references.length > 0) this.#references = [];
    let raw: unknown;
    let tooLarge: readonly Diagnostic[] = [];
    try {
      [raw, tooLarge] = this.#parsed(line);
    } catch (error) {
      if (error instanceof JsonDepthError) return this.#refuseDepth();
      this.#settle([invalidLine(error, line, this.#reader.lineNumber, this.#session.shown)]);
      return undefined;
    }
    if (needsWorkspaceReader(raw)) {
      this.#held = line;
      this.#heldFor = raw;
      return undefined;
    }
    if (!this.#templating && isTemplated(raw, undefined)) {
      this.#held = line;
      return undefined;
    }
    return this.#normalize(() => {
      const twice = duplicateKey(this.#line, raw);
      const wrong = [...tooLarge, ...(twice ? [repeatedKey(twice, this.#reader.lineNumber, this.#session.shown)] : [])];
      if (wrong.length === 0) return this.#normalized(raw);
      this.#findings.push(...wrong);
      this.#context.tally.errors += wrong.length;
      this.#normalized(raw);
      // None of the cases that it makes says what was meant.
      this.#more = [];
      return undefined;
    });
  }

  /** A line as a value. Where it has numbers that are too large, the line is one without them from then on, so that all else is looked at too. */
  #parsed(line: string): readonly [raw: unknown, tooLarge: readonly Diagnostic[]] {
    try {
      return [parseWithIds(line), []];
    } catch (error) {
      if (!(error instanceof JsonNumberError)) throw error;
      const number = this.#reader.lineNumber;
      const { text, findings } = unboundedNumbers(line, (offset) => ({ file: this.#session.shown, line: number, column: offset + 1 }));
      this.#line = text;
      return [parseWithIds(text), findings.map((finding) => ({ ...finding, message: `Line ${number}: ${finding.message}` }))];
    }
  }

  #normalized(raw: unknown): EvalCase | undefined {
    const templating = this.#templating;
    if (!templating || !isTemplated(raw, templating)) return normalizeEvalCase(raw, this.#context, this.#header);
    const [first, ...more] = templating.cases(this.#context, { raw, path: [], header: this.#header });
    this.#more = [...more];
    return first?.(this.#context);
  }

  /** Which cases there are is known only at the end of a file that is read while its cases run. */
  #inOrder(evalCase: EvalCase | undefined): EvalCase | undefined {
    if (this.#isHeld || !evalCase?.dependsOn) return evalCase;
    reportError(this.#context, ['depends_on'], 'a case of a file that is read while it runs cannot depend on others', { code: 'unsupported', which: 'key', hint: 'write the cases as YAML, which is read whole before the first one runs' });
    return undefined;
  }

  #normalize(read: () => EvalCase | undefined): EvalCase | undefined {
    try {
      const evalCase = this.#inOrder(read());
      if (this.#findings.length > 0) this.#settle(this.#findings);
      return evalCase;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return this.#refuseDepth();
    }
  }

  #refuseDepth(): undefined {
    const location = { file: this.#session.shown, line: this.#reader.lineNumber, column: 1 };
    const message = `Line ${location.line}: the values are nested more than ${MAX_JSON_DEPTH} levels deep`;
    this.#settle([{ severity: 'error', code: 'too-deep', message, hint: 'write the case with fewer levels', location }]);
  }

  /** Hands on what was found in a line. */
  #settle(findings: readonly Diagnostic[]): void {
    this.#findings = [];
    this.#context.tally.errors = 0;
    const failed = findings.some(({ severity }) => severity === 'error');
    if (failed && this.#onInvalid === 'throw') throw new InvalidFileError(findings);
    findings.forEach(this.#session.report);
  }

  async #complete(evalCase: EvalCase | undefined): Promise<EvalCase | undefined> {
    const references = this.#references;
    this.#references = [];
    const checked = this.#checks.waiting;
    if (checked) await this.#checks.report(this.#context);
    const complete =
      evalCase && references.length > 0
        ? await this.#session.references.attach(evalCase, references, this.#context)
        : evalCase;
    const failed = this.#context.tally.errors > 0;
    if (this.#findings.length > 0) this.#settle(this.#findings);
    if (failed || !evalCase || !complete) return undefined;
    // Otherwise the id was tried already, and is why this case waits.
    if ((checked || references.length > 0) && this.#ids.add(evalCase.id)) return complete;
    const first = await findIdLine(this.#session.file, this.#session.shown, evalCase.id, this.#reader.lineNumber);
    if (first === undefined) return complete;
    const number = this.#reader.lineNumber;
    this.#settle([
      {
        severity: 'error',
        code: 'duplicate-id',
        message: `Line ${number}: two cases have the id "${evalCase.id}"`,
        location: this.#context.locate(['id']),
        hint: 'give each case its own id',
        related: { message: 'the first one is here', location: { file: this.#session.shown, line: first, column: 1 } },
      },
    ]);
    return undefined;
  }
}
