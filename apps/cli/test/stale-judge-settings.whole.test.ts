import { expect, test } from 'vitest';
import { calibratedProject, CASES, config, lines } from './support/projects/calibrated-project.js';

const { assay, write, read, label, later } = calibratedProject();

test('another band or threshold of a judge that is asked first, another approach, and lines that need not hold leave nothing of what was learned', async () => {
  const cascade = (more: string): string => `judges: { panel: [harsh], cascade: { first: fair, audit: 0, ${more} } }\nverdicts: { pass: 0.5, borderline: 0.4 }\n`;
  await write({ 'items.jsonl': lines(() => ({})), '.assay/config.yaml': cascade('band: 0.1') });
  await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'cascaded', '--concurrency', '20');
  await label('cascaded');
  await assay('calibrate', 'cascaded', '--save');
  expect(await later('cascaded-again')).toMatchObject({ method: 'rogan_gladen' });

  await write({ '.assay/config.yaml': cascade('band: 0.2') });
  const wider = await later('wider');
  expect([wider?.method, wider?.reasons.join()]).toEqual(['none', expect.stringMatching(/is stale: judged by fair \(openai:fair, options [0-9a-f]{12}, asked first, alone unless within 0\.2 of 0\.5\), and calibrated for /u)]);
  await write({ '.assay/config.yaml': cascade('band: 0.1, threshold: 0.75') });
  expect((await later('higher'))?.reasons.join()).toMatch(/is stale: .*alone unless within 0\.1 of 0\.75/u);

  await write({ '.assay/config.yaml': config('consensus: mean').replace('[fair, harsh]', '[{ model: fair, approach: prompt-aware }, harsh]') });
  expect((await later('otherwise'))?.reasons.join()).toMatch(/is stale: judged by fair \(.*asked by prompt-aware\), harsh/u);

  await write({ '.assay/config.yaml': config('consensus: mean') });
  expect(await later('as-before')).toMatchObject({ method: 'rogan_gladen' });
  await write({ '.assay/config.yaml': `${config('consensus: mean')}rubric_required: false\n` });
  expect((await later('lenient'))?.reasons.join()).toContain(`is stale: the criteria of ${CASES} of ${CASES} labelled cases have changed`);
}, 60_000);

test('other options of a judge, or another address, leave nothing of what was learned; another key, name of a key or patience changes nothing', async () => {
  const targets = await read('.assay/targets.yaml');
  const asFair = async (more: string, out: string) => {
    await write({ '.assay/targets.yaml': targets.replace('model: fair,', `model: fair, ${more},`) });
    // What is learned holds for a few cases as for all.
    return later(out, '--limit', '8');
  };
  await write({ 'items.jsonl': lines(() => ({})), '.assay/config.yaml': config('consensus: mean') });
  for (const [index, more] of ['top_p: 0.5', 'max_tokens: 900', 'temperature: 0.7', 'system_prompt: Be brief.', 'parameters: { reasoning_effort: low }', 'headers: { x-model: other }'].entries()) {
    const group = await asFair(more, `options-${index}`);
    expect([more, group?.method, group?.reasons.join()]).toEqual([more, 'none', expect.stringMatching(/is stale: judged by fair \(openai:fair, options [0-9a-f]{12}\), harsh \(.*\), and calibrated for fair \(openai:fair, options [0-9a-f]{12}/u)]);
  }
  for (const [index, more] of ['max_retries: 1', 'timeout_seconds: 50', 'stream: false', 'organization: us'].entries()) expect([more, (await asFair(more, `same-${index}`))?.method]).toEqual([more, 'rogan_gladen']);
  await write({ '.assay/targets.yaml': targets.replace('api_key: test', "api_key: '${OTHER_KEY}'"), '.env': 'OTHER_KEY=another-key-of-somebody\n' });
  expect((await later('other-key', '--limit', '8'))?.method).toBe('rogan_gladen');

  // Other weights are learned anew, too.
  await write({ '.assay/targets.yaml': targets.replace('model: fair,', 'model: fair, top_p: 0.5,'), '.assay/config.yaml': config('consensus: calibrated') });
  expect(await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'weighed-anew')).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/no labels say how often judge "fair" is right: those in \.assay\/calibration\.json are of openai:fair with options [0-9a-f]{12}, and it has options [0-9a-f]{12}/u) });
  await write({ '.assay/targets.yaml': targets });
  expect((await assay('run', 'items.jsonl', '--target', 'bot', '--out', 'weighed-again')).stderr).not.toContain('no labels say');
}, 90_000);
