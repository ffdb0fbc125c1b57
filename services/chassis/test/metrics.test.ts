import { describe, expect, it } from 'vitest';
import { countLookups, createMetrics, measure } from '../src/metrics.ts';

const gauge = { name: 'assay_things', help: 'Things.', labelNames: ['kind'] as const };

describe('a measured gauge', () => {
  it('has the current samples of each sampler, and none of a sampler that fails', async () => {
    const metrics = createMetrics('test');
    let isBroken = false;
    measure(metrics, gauge, () => [{ labels: { kind: 'left' }, value: 1 }]);
    measure(metrics, gauge, async () => {
      await Promise.resolve();
      if (isBroken) throw new Error('broken');
      return [{ labels: { kind: 'right' }, value: 2 }];
    });
    const lines = async () =>
      (await metrics.metrics()).split('\n').filter((line) => line.startsWith('assay_things{'));
    const left = 'assay_things{kind="left",process="test"} 1';
    expect(await lines()).toEqual([left, 'assay_things{kind="right",process="test"} 2']);
    isBroken = true;
    expect(await lines()).toEqual([left]);
  });
});

describe('lookups', () => {
  it('are counted by cache and outcome', async () => {
    const metrics = createMetrics('test');
    const one = countLookups(metrics, 'one');
    const other = countLookups(metrics, 'other');
    one.count(true);
    one.count(true);
    other.count(false);
    const text = await metrics.metrics();
    expect(text).toContain('assay_cache_lookups_total{cache="one",outcome="hit",process="test"} 2');
    expect(text).toContain('assay_cache_lookups_total{cache="other",outcome="miss",process="test"} 1');
  });
});
