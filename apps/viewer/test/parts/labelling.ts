import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PageWorld } from '../support/page-world.js';

interface Said {
  readonly run_id: string;
  readonly trial_key: string;
  readonly verdict: string | null;
  readonly score?: number;
  readonly note: string;
  readonly draw?: object;
}

/** What was said of a run, as it stands in the project. */
function saidOf(world: PageWorld, run: string): readonly Said[] {
  const lines = readFileSync(join(world.project, '.assay/labels/made.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Said).filter(({ run_id: of }) => of === run);
}

export function labellingTests(world: PageWorld): void {
  test('a person labels by keys: nothing tells who said it, each word is kept at once, and the way goes on to what labels come to', async () => {
    const page = await world.show('#/label/two', '.blinded .message');
    await expect.poll(() => world.text('.label-progress')).toBe('1 of 6 drawn of 6 replies');
    const shown = await page.locator('main').innerText();
    expect(shown).toContain('A title');
    for (const hidden of ['model-0', 'model-1', 'Well said', '0.90', 'contains']) expect(shown).not.toContain(hidden);
    await world.press('n');
    await page.keyboard.type('fp is no verdict here');
    await world.press('Enter', 'p');
    await expect.poll(() => world.text('.label-progress')).toContain('2 of 6');
    expect(await page.getByLabel('Your note').inputValue()).toBe('');
    await world.press('4');
    await expect.poll(() => world.text('.label-progress')).toContain('3 of 6');
    await world.press('u');
    await expect.poll(() => world.text('.label-progress')).toContain('2 of 6');
    await world.press('f');
    await expect.poll(() => world.text('.label-progress')).toContain('3 of 6');
    const words = saidOf(world, 'two').filter(({ draw }) => draw !== undefined);
    expect(words.map(({ verdict, score, note }) => [verdict, score, note])).toEqual([['pass', undefined, 'fp is no verdict here'], ['borderline', 0.75, ''], [null, undefined, ''], ['fail', undefined, '']]);
    expect(new Set(words.slice(1).map(({ trial_key: key }) => key)).size).toBe(1);
    expect(words[0]?.draw).toMatchObject({ chance: 1, of: 6, size: 50, by: [] });
    // Whoever comes again goes on.
    await world.show('#/label/two', '.blinded .message');
    await expect.poll(() => world.text('.label-progress')).toContain('3 of 6');
    await world.press('q');
    await page.locator('.calibration').waitFor();
    await expect.poll(() => world.text('.calibration p')).toContain('2 labels of 2 cases for 6 replies');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('how replies are drawn is chosen, until a label has settled it', async () => {
    const page = await world.show('#/label/trusted?sample=50', '.blinded .message');
    await expect.poll(() => world.text('.label-progress')).toMatch(/^\d+ of 50 drawn of 60 replies$/u);
    expect(await page.locator('.label-head select').count()).toBe(0);
    await world.show('#/label/unlabelled', '.blinded .message');
    const free = await page.locator('.label-head select').count();
    if (free > 0) {
      await page.locator('.label-head select').selectOption('verdict');
      await expect.poll(() => page.url()).toContain('stratify=verdict');
    }
    await expect.poll(() => world.text('.label-progress')).toContain('of 12 replies');
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('what cannot be drawn is told, with what can be done', async () => {
    await world.show('#/label/trusted?stratify=suite', '.notice.error');
    await expect.poll(() => world.text('.notice.error')).toContain('--stratify asks for by suite');
    expect(world.takeMisdeeds(/status of 4/u)).toEqual([]);
  });

  test('what labels and judges say stands there with its intervals', async () => {
    const page = await world.show('#/trust/trusted', '.ranking .span-axis');
    await expect.poll(() => world.text('.calibration p')).toMatch(/^40 labels of 40 cases for 60 replies/u);
    const [scores = '', quality = '', confusion = ''] = (await page.locator('.calibration .told').allInnerTexts()).map((text) => text.replaceAll(/\s+/gu, ' '));
    // The judge passes two of three, people one of three.
    expect(scores).toMatch(/passes 66\.7% 53\.3–78\.4% 3\d\.\d% \d+\.\d–\d+\.\d% .*scores 0\.67 0\.53–0\.79 0\.3\d 0\.\d\d–0\.\d\d/u);
    expect(quality).toMatch(/the run 40 100\.0% \d+\.\d–100\.0% \d+\.\d% \d+\.\d–\d+\.\d% 0\.\d\d/u);
    expect(confusion).toMatch(/pass 14 0 no pass 13 13$/u);
    await expect.poll(() => page.locator('.calibration .told').first().locator('svg .range').count()).toBe(2);
    const ranking = (await page.locator('.ranking').innerText()).replaceAll(/\s+/gu, ' ');
    expect(ranking).toMatch(/Group 1 of 2 .*large \+0\.80 \+0\.20 to \+1\.40 .*Group 2 of 2 .*ever best \+1\.50 \+0\.10 to open .*ever last −1\.50 open to −0\.10/u);
    expect(ranking).toContain('their strengths say nothing of each other');
    expect(ranking).toMatch(/Judges led by the order .*first 16 4 1 0\.31 0\.11–0\.59/u);
    await expect.poll(() => page.locator('.ranking .span-axis .end').count()).toBe(2);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('a calibration of an earlier run corrects a later one; a stale one says why, and corrects nothing', async () => {
    const file = join(world.project, '.assay/calibration.json');
    const counts = { true_passed: 20, true_labels: 20, false_failed: 15, false_labels: 20 };
    const calibratedFor = (model: string): void => {
      const suite = { suite: 'made', suite_path: 'made.yaml', run_id: 'earlier', date: '2026-01-01', judges: [{ id: 'first', model }], verdicts: { pass: 0.8, borderline: 0.6 }, replies: 40, cases: 40, counts, criteria: {} };
      writeFileSync(file, JSON.stringify({ calibration_version: 1, suites: [suite] }));
    };
    calibratedFor('judge of one family');
    await world.show('#/trust/unlabelled', '.calibration .told');
    await expect.poll(() => world.text('.calibration .remarks')).toContain('assumes that the judge errs here as on the labelled run earlier');
    calibratedFor('judge of another family');
    await world.show('#/runs', '.runs tbody tr');
    await world.show('#/trust/unlabelled', '.calibration .told');
    await expect.poll(() => world.text('.calibration .remarks')).toContain('the calibration of run earlier is stale: judged by first (judge of one family), and calibrated for first (judge of another family)');
    await expect.poll(() => world.text('.calibration .told')).toMatch(/passes\s+66\.7%\s+\S+\s+–\s+–/u);
    rmSync(file);
    expect(world.takeMisdeeds()).toEqual([]);
  });

  test('where labels are missing the way to them is one key', async () => {
    const page = await world.show('#/trust/one', '.calibration .remarks');
    await expect.poll(() => world.text('.calibration .button')).toMatch(/^Label \d+ more/u);
    await world.press('P');
    await page.locator('.labelling').waitFor();
    await expect.poll(() => page.url()).toContain('#/label/one');
    expect(world.takeMisdeeds()).toEqual([]);
  });
}
