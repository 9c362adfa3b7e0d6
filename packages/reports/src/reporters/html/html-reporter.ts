import {
  encodeManifest,
  encodeSummary,
  type Comparison,
  type JsonObject,
  type PageInfo,
  type PageRun,
  type ReportedLabel,
  type ReportedRun,
  type Reporter,
  type ReporterEnvironment,
  type ResultRow,
  type RunStart,
  type RunSummary,
  type RunTrust,
} from '@assay/schema';
import { pageVerdict } from '../../page/page-changes.js';
import { pageSlices } from '../../page/page-slices.js';
import { pageTrust } from '../../page/page-trust.js';
import { packedPieces } from './packed-text.js';
import { DATA_END, dataStart, type PageParts } from './page-parts.js';
import { RunPart } from './run-part.js';
import type { SlicedRows } from '../parts/sliced-rows.js';
import type { TextSpool } from '../parts/text-spool.js';
import { saysSomething } from '../parts/told-run.js';

/** A run with what is said of it. */
interface DescribedRun {
  readonly part: RunPart;
  readonly run: PageRun;
  readonly labels: readonly ReportedLabel[];
  readonly trust?: RunTrust | undefined;
}

/** Writes the page as rows come, and what tells of them when the run has ended. */
export class HtmlReporter implements Reporter {
  readonly name = 'html';
  readonly #environment: ReporterEnvironment;
  readonly #page: PageParts;
  readonly #spool: TextSpool;
  readonly #part: RunPart;
  readonly #sliced: SlicedRows;
  #begun = false;
  #run: RunStart | undefined;

  constructor(environment: ReporterEnvironment, { page, spool, sliced }: { readonly page: PageParts; readonly spool: TextSpool; readonly sliced: SlicedRows }) {
    this.#sliced = sliced;
    this.#environment = environment;
    this.#page = page;
    this.#spool = spool;
    this.#part = this.#newPart(0);
  }

  runStarted(run: RunStart): void {
    this.#run = run;
    this.#part.thresholds = run.thresholds;
    this.#sliced.hooks.runStarted?.(run);
  }

  trialFinished(row: ResultRow): Promise<void> {
    this.#sliced.hooks.trialFinished?.(row);
    return this.#part.add(row);
  }

  async runFinished(summary: RunSummary, comparison?: Comparison, trust?: () => Promise<RunTrust>): Promise<void> {
    await this.#part.end();
    await this.#finish([{ part: this.#part, run: this.#pageRun(summary), labels: await this.#labelsOf(summary.runId), trust: await trust?.() }], comparison);
  }

  async comparisonFinished(comparison: Comparison, runs: readonly ReportedRun[] = []): Promise<void> {
    const described: DescribedRun[] = [];
    for (const [number, run] of runs.entries()) {
      const part = this.#newPart(number);
      part.thresholds = run.manifest?.verdicts;
      for await (const row of run.rows()) await part.add(row);
      await part.end();
      described.push({ part, run: this.#storedRun(run, part), labels: await this.#labelsOf(run.manifest?.runId ?? run.id), trust: await run.trust?.() });
    }
    await this.#finish(described, comparison);
  }

  close(): Promise<void> {
    return this.#spool.close();
  }

  #newPart(number: number): RunPart {
    const { redactor, labels } = this.#environment;
    return new RunPart({ number, redactor, spool: this.#spool, finds: labels !== undefined, write: (text) => this.#write(text) });
  }

  /** Rows stand in the document before what tells of them: it is read when all of it is there. */
  async #write(text: string): Promise<void> {
    const { output } = this.#environment;
    if (!this.#begun) {
      this.#begun = true;
      await output.write(this.#page.before);
    }
    await output.write(text);
  }

  async #finish(runs: readonly DescribedRun[], comparison: Comparison | undefined): Promise<void> {
    await this.#write(dataStart('assay-page'));
    for await (const piece of packedPieces(this.#data(runs, comparison))) await this.#write(piece);
    await this.#write(DATA_END);
    await this.#write(this.#page.after);
  }

  /** `ReportData`, piece by piece. */
  async *#data(runs: readonly DescribedRun[], comparison: Comparison | undefined): AsyncGenerator<string> {
    const { redactor, version = '' } = this.#environment;
    const info: PageInfo = { version, mode: 'file', can: { label: false, edit: false }, asked: [], ...(comparison ? { comparison: redactor.value(pageVerdict(comparison)) } : {}) };
    yield `{"page":${JSON.stringify(info)},"runs":[`;
    for (const [number, { part, run, labels, trust }] of runs.entries()) {
      if (number > 0) yield ',';
      yield* part.data(run, redactor.value(labels), trust && saysSomething(trust) ? redactor.value(pageTrust(trust)) : undefined);
    }
    yield ']}';
  }

  async #labelsOf(runId: string): Promise<readonly ReportedLabel[]> {
    return (await this.#environment.labels?.(runId)) ?? [];
  }

  #storedRun({ id, location, manifest, summary }: ReportedRun, { rows, startedAt }: RunPart): PageRun {
    const { redactor } = this.#environment;
    const told = manifest ? encodeManifest(manifest) : { run_id: id, started_at: startedAt ?? null };
    return redactor.value({ id, location, state: summary ? 'ended' : 'killed', manifest: told as JsonObject, summary: summary ? (encodeSummary(summary) as JsonObject) : null, rows });
  }

  #pageRun(written: RunSummary): PageRun {
    const { redactor } = this.#environment;
    const summary = redactor.value(encodeSummary(written)) as JsonObject;
    const { runId = '', location = '', suites = [], targets = [], judges = [], thresholds } = redactor.value(this.#run) ?? {};
    const manifest = {
      run_id: runId,
      status: written.complete ? 'finished' : 'interrupted',
      started_at: this.#part.startedAt ?? null,
      suites: suites.map((name) => ({ name })),
      targets: targets.map((name) => ({ name })),
      judges: [...judges],
      ...(thresholds ? { verdicts: { ...thresholds } } : {}),
    };
    const slices = redactor.value(this.#sliced.list().map(pageSlices));
    return { id: runId, location, state: 'ended', manifest, summary, rows: this.#part.rows, ...(slices.length > 0 ? { slices } : {}) };
  }
}
