import { expect, test } from 'vitest';
import { wireGroup, wireRow, writeRun } from '../support/make-run.js';
import type { PageWorld } from '../support/page-world.js';

/** Figures and names that other surfaces show too: they are the same here. */
export function figureTests(world: PageWorld): void {
  test('what a run took is what its summary says: without what was kept, and unknown where no price is', async () => {
    const [usage, judged] = [{ input_tokens: 100, output_tokens: 20 }, { judge_usage: { input_tokens: 1000, output_tokens: 7 }, judge_cost_usd: 0.5 }];
    writeRun(world.project, 'spent', [
      wireRow(0, { target: 'priced', latency_ms: 100, usage, cost_usd: 0.25, ...judged }),
      wireRow(1, { target: 'unpriced', latency_ms: 900, usage, cost_incomplete: true, ...judged }),
      wireRow(2, { target: 'kept', latency_ms: 500, usage, cost_usd: 0.25, ...judged, cached: true, saved: { usage, cost_usd: 0.25, judge_usage: judged.judge_usage, judge_cost_usd: 0.5 } }),
      wireRow(3, { target: 'kept', latency_ms: 300, usage, cost_incomplete: true, cached: true, saved: { usage } }),
    ]);
    const page = await world.show('#/run/spent', '.grid-lines .grid-row');
    await world.press('u');
    await expect.poll(() => world.text('.run-head .figures')).toContain('time 400 ms p95 840 ms cost ≥ $0.2500 + $1.00');
    const lines = page.locator('.usage tbody tr');
    await expect.poll(async () => (await lines.allInnerTexts()).map((line) => line.replaceAll(/\s+/gu, ' '))).toEqual([
      'targets 2 200 40 ≥ $0.2500',
      'kept 0 0 0 $0.00',
      'priced 1 100 20 $0.2500',
      'unpriced 1 100 20 unknown',
      'judges – 2,000 14 $1.00',
    ]);
    await world.show('#/runs', '.runs tbody tr');
    await expect.poll(() => page.locator('.runs tbody tr', { has: page.locator('a:text-is("spent")') }).locator('[data-name=cost]').textContent()).toBe('unknown');
    await world.remove('spent');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('what turns the direction of reading is seen in names, and in a reply that is shown raw', async () => {
    const [mark, end] = ['\u202E', '\u202C'];
    const of = (name: string): string => `${name}-${mark}gnp${end}`;
    const output = { text: of('said'), messages: [], tool_calls: [] };
    writeRun(world.project, 'turned', [
      wireRow(0, { case_id: of('id'), suite: of('suite'), suite_path: `${of('file')}.yaml`, source: `${of('file')}.yaml:1:1`, target: of('target'), tags: [of('tag')], evaluators: [{ name: of('check'), type: 'contains', weight: 1, score: 1 }], output }),
      wireRow(1, { suite: of('suite'), target: 'other' }),
    ]);
    const page = await world.show('#/run/turned?layout=list&columns=tags%2Cscores%2Csuite', '.grid-lines .grid-row');
    const seen = (name: string): string => `${name}-\\u202egnp\\u202c`;
    await expect.poll(async () => page.locator('.grid-lines .grid-row').first().innerText()).toContain(seen('id'));
    for (const name of ['target', 'suite', 'tag', 'check']) expect(await page.locator('.grid').innerText()).toContain(seen(name));
    await page.locator('.grid-row .case-id', { hasText: 'id-' }).click();
    await expect.poll(() => world.text('.case h2')).toBe(seen('id'));
    expect(await world.text('.case-facts')).toContain(`${seen('file')}.yaml:1:1`);
    await page.getByRole('button', { name: 'Raw', exact: true }).click();
    await expect.poll(() => world.text('.case pre.raw.reply')).toBe(seen('said'));
    await page.getByRole('button', { name: 'Rendered' }).click();
    await world.press('Escape', 'u', 'g');
    await page.locator('.usage tbody tr').first().waitFor();
    const names = await page.evaluate(() => [...document.querySelectorAll('main *')].flatMap((each) => (each.closest('.preview, .reply') ? [] : [...each.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').includes('\u202E') ? [`${each.className}: ${node.textContent}`] : [])))));
    expect(names).toEqual([]);
    await world.remove('turned');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('whatever names something, or is shown as it is, shows the marks in it that nobody sees', async () => {
    const of = (name: string): string => `${name}\u202E\u200B.`;
    const seen = (name: string): string => `${name}\\u202e\\u200b.`;
    const vote = { id: of('judge'), model: of('model'), score: 0.5, read: of('read'), latency_ms: 1 };
    const error = { code: of('code'), message: of('error'), hint: of('hint') };
    const row = wireRow(0, {
      case_id: of('id'),
      score: null,
      error,
      warnings: [of('warning')],
      input: [{ role: 'user', content: of('question') }],
      expected_outcome: of('expected'),
      reference: of('reference'),
      output: { text: of('said'), messages: [], tool_calls: [{ tool: of('tool'), input: { [of('key')]: 1 }, output: of('result') }], file_changes: of('changes') },
      evaluators: [
        { name: of('check'), type: of('type'), weight: 1, score: null, hits: [of('hit')], misses: [of('miss')], warnings: [of('remark')], details: of('detail'), error, judges: [vote, { ...vote, id: 'lost', score: null, error }] },
        { name: 'panel', type: 'rubric', weight: 1, score: 0.5, points: [{ text: of('point'), score: 0.5, weight: 1, block: of('block'), path: of('path'), function: of('function'), citation: of('source'), judges: [vote] }] },
      ],
    });
    writeRun(world.project, 'unseen', [row, wireRow(1)], { reasons: [of('reason')] });
    /** Texts of the page that hold such a mark. What is rendered shows none. */
    const hidden = () => world.page.evaluate(() => [...document.querySelectorAll('head title, main *')].flatMap((each) => (each.closest('.md') ? [] : [...each.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE && /[\u202E\u200B]/u.test(node.textContent ?? '') ? [`${each.className}: ${node.textContent}`] : [])))));
    const page = await world.show('#/run/unseen?layout=list&show=judges', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.judges')).toContain(seen('error'));
    for (const name of ['id', 'question', 'said', 'code', 'reason']) expect(await world.text('main')).toContain(seen(name));
    expect(await hidden()).toEqual([]);
    await world.show('#/run/unseen?row=0', '.case .evaluators');
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    // What is wrong, and what to do about it, are two sentences.
    expect(await page.locator('.evaluator-body > p').allInnerTexts()).toEqual([seen('error'), seen('hint'), seen('remark')]);
    for (const name of ['error', 'hint', 'warning', 'expected', 'reference', 'tool', 'key', 'result', 'changes', 'check', 'type', 'hit', 'miss', 'remark', 'detail', 'judge', 'model', 'read', 'point', 'block', 'path', 'function', 'source']) {
      expect(await page.locator('.case').innerText()).toContain(seen(name));
    }
    expect(await hidden()).toEqual([]);
    await world.show('#/compare/unseen/unseen?only=all&row=0', '.pair .evaluators');
    expect(await hidden()).toEqual([]);
    await world.show('#/label/unseen', '.blinded .message, .notice');
    expect(await hidden()).toEqual([]);
    await world.show(`#/run/${encodeURIComponent(of('nowhere'))}`, '.notice.error');
    expect(await world.text('.notice.error')).toContain(seen('nowhere'));
    expect(await hidden()).toEqual([]);
    await world.remove('unseen');
    expect(world.takeMisdeeds(/status of 404/u)).toEqual([]);
  });

  test('a score beside its verdict is not shown as a limit that it missed, where a case is looked at', async () => {
    const score = 0.79999;
    const points = [{ text: 'Says it', score, weight: 1, judges: [{ id: 'judge', model: 'm', score, latency_ms: 1 }] }];
    writeRun(world.project, 'near', [wireRow(0, { score, evaluators: [{ name: 'panel', type: 'rubric', weight: 1, score, points }] }), wireRow(1)]);
    const page = await world.show('#/run/near?row=0', '.case .evaluators');
    await expect.poll(() => world.text('.case-facts .number')).toBe('0.79999');
    for (const place of ['.evaluator-head', '.point-head', '.vote-head']) expect(await page.locator(`.case ${place} .number`).first().textContent()).toBe('0.79999');
    expect(await page.locator('.case pre.raw.data').last().textContent()).not.toMatch(/ 0\.8\b/u);
    await world.show('#/compare/near/near?only=all&row=0', '.pair .evaluators');
    expect(await world.text('.pair .side h4 .number')).toBe('0.79999');
    await world.remove('near');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a run whose summary has no interval, or none of a part, has its score in the list of runs', async () => {
    const rows = [wireRow(0, { score: 0.25 }), wireRow(1, { suite: 'other', suite_path: 'other.yaml', score: 0.75 })];
    const [one, other] = rows.map((row) => wireGroup([row], { suite: row.suite, suite_path: row.suite_path, score: row.score }));
    const interval = { low: 0.01, high: 0.99, level: 0.95, clusters: 1, method: 'gaffke' } as const;
    if (one === undefined || other === undefined) throw new Error('there are two rows');
    writeRun(world.project, 'of-another-program', rows, { groups: [one, { ...other, interval }] });
    writeRun(world.project, 'without-intervals', rows, { groups: [one, other] });
    const page = await world.show('#/runs', '.runs tbody tr');
    for (const run of ['of-another-program', 'without-intervals']) {
      await expect.poll(async () => (await page.locator('.runs tbody tr', { has: page.locator(`a:text-is("${run}")`) }).locator('[data-name=score]').innerText()).trim()).toBe('0.50');
    }
    await world.remove('of-another-program', 'without-intervals');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a share is shown as none or all only where it is', async () => {
    const row = wireRow(0);
    const shares = [[1, '0.02 %'], [4999, '99.98 %'], [0, '0 %'], [5000, '100 %']] as const;
    for (const [passed] of shares) writeRun(world.project, `passed-${passed}`, [row], { groups: [wireGroup([row], { cases: 5000, trials: 5000, passed, failed: 5000 - passed })] });
    const page = await world.show('#/runs', '.runs tbody tr');
    for (const [passed, share] of shares) {
      await expect.poll(async () => (await page.locator('.runs tbody tr', { has: page.locator(`a:text-is("passed-${passed}")`) }).locator('[data-name=passed]').innerText()).trim()).toBe(share);
    }
    await world.remove(...shares.map(([passed]) => `passed-${passed}`));
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a score that is a limit of verdicts is shown as that limit, and so is a mean; a range that ends there has it', async () => {
    const scores = [0.6, 0.8, 0.8] as const;
    // The last two have the mean that the lines of their target show.
    writeRun(world.project, 'exact', scores.map((score, number) => wireRow(number, { case_id: `case-${number}`, target: score === 0.8 ? 'good' : 'fair', score, evaluators: [{ name: 'check', type: 'contains', weight: 1, score }] })));
    const page = await world.show('#/run/exact?layout=list&columns=scores&by=target', '.slices tbody tr');
    expect(await page.locator('.grid-lines .score').allInnerTexts()).toEqual(['0.60', '0.80', '0.80']);
    expect(await page.locator('.grid-lines .one-score b').allInnerTexts()).toEqual(['0.60', '0.80', '0.80']);
    expect((await page.locator('.slices tbody tr td:nth-child(3)').allInnerTexts()).map((text) => text.split(' ')[0])).toEqual(['0.60', '0.80']);
    await world.show('#/run/exact?score=0.8..0.8', '.grid-lines .grid-row');
    expect(await world.lineCount()).toBe(2);
    expect(await world.text('.run-head .figures')).toContain('score 0.80 ');
    await world.remove('exact');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a score is not shown as a limit of its run that it did not reach, nor as another that it is compared with', async () => {
    const verdicts = { pass: 0.9, borderline: 0.5 };
    const scores = [0.8996, 0.9004] as const;
    const rows = scores.map((score, number) => wireRow(number, { case_id: 'near', target: `target-${number}`, score, verdict: score < 0.9 ? 'borderline' : 'pass', evaluators: [{ name: 'check', type: 'contains', weight: 1, score }] }));
    writeRun(world.project, 'limits', rows, {}, { verdicts });
    writeRun(world.project, 'missed', rows.slice(0, 1), { groups: [wireGroup(rows.slice(0, 1), { score: scores[0], interval: { low: 0.01, high: 0.99, level: 0.95, clusters: 1, method: 'gaffke' } })] }, { verdicts });
    const page = await world.show('#/run/limits?layout=list&columns=scores&by=target', '.slices tbody tr');
    await expect.poll(async () => (await page.locator('.slices tbody tr td:nth-child(3)').allInnerTexts()).map((text) => text.split(' ')[0])).toEqual(['0.8996', '0.9004']);
    expect((await page.locator('.grid-lines .one-score b').allInnerTexts()).toSorted()).toEqual(['0.8996', '0.9004']);
    await world.show('#/run/missed', '.grid-lines .grid-row');
    await expect.poll(() => world.text('.run-head .figures')).toContain('score 0.8996');
    await world.show('#/compare/limits/limits', '.pairs .grid-lines .grid-row');
    await expect.poll(() => page.locator('.pairs .grid-lines .score').allInnerTexts()).toEqual(['0.8996', '0.9004']);
    expect(await world.text('.compare-head .figures')).toMatch(/score A 0\.8996 .*score B 0\.9004/u);
    await world.show('#/runs', '.runs tbody tr');
    await expect.poll(async () => (await page.locator('.runs tbody tr', { has: page.locator('a:text-is("missed")') }).locator('[data-name=score]').innerText()).split(' ')[0]).toBe('0.8996');
    await world.remove('limits', 'missed');
    expect(world.takeMisdeeds()).toEqual([]);
  });
}
