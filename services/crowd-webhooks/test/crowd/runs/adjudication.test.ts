import { newId } from '@assay/chassis/ids';
import { minutes } from '@assay/chassis/units';
import { Artifact } from '@assay/proto/runs/v1/run';
import { callBy } from '@assay/test-kit/test-platform';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../../start.ts';
import type { Started } from '../../start.ts';
import { claim, createRunParts, newRequest, request } from './run-parts.ts';
import type { RunParts } from './run-parts.ts';

let started: Started;
let parts: RunParts;
beforeAll(async () => {
  started = await start([]);
  parts = createRunParts(started);
});
afterAll(async () => {
  parts.close();
  await started.stop();
});

const organizationId = newId();
const fileId = newId();
const area = { fileId, x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const map = Artifact.fromPartial({
  id: newId(),
  stageSlug: 'compression-traces',
  type: 'heatmap',
  mimeType: 'image/png',
  url: 'https://files/map',
  width: 512,
  height: 384,
  legend: 'The score is 0.93: manipulated.',
  sha256: 'ab'.repeat(32),
});

const newAdjudication = () =>
  newRequest(parts, organizationId, {
    stageSlug: 'crowd-adjudication',
    fileIds: [fileId],
    areas: [area],
    showsMaps: true,
  });

it('shows the maps of the machine stages and the marked areas, and nothing about the result', async () => {
  const value = newAdjudication();
  started.shown.stageMaps.set(value.stageId, [map]);
  await request(parts, value);
  const before = started.clock.now().getTime();
  const claimed = await claim(parts, callBy({ organizationId }), value.crowdJobId);
  const [shown, ...others] = claimed.maps;
  expect(others).toEqual([]);
  expect(shown).toEqual({ url: map.url, width: 512, height: 384, expiresAt: expect.any(Date) as Date });
  expect((shown?.expiresAt?.getTime() ?? 0) - before).toBeLessThan(minutes(16));
  expect(claimed.areas).toEqual([area]);
  expect(claimed.survey?.questions.map(({ key }) => key)).toEqual(['changed', 'reason']);
  for (const hidden of [map.legend, map.id, map.stageSlug, map.type, value.runId]) {
    expect(JSON.stringify(claimed)).not.toContain(hidden);
  }
});

it('shows no maps of a run that is gone', async () => {
  const value = newAdjudication();
  await request(parts, value);
  const claimed = await claim(parts, callBy({ organizationId }), value.crowdJobId);
  expect([claimed.maps, claimed.areas]).toEqual([[], [area]]);
});

it('shows neither maps nor areas before the first judgement', async () => {
  const value = newRequest(parts, organizationId);
  started.shown.stageMaps.set(value.stageId, [map]);
  await request(parts, value);
  const claimed = await claim(parts, callBy({ organizationId }), value.crowdJobId);
  expect([claimed.maps, claimed.areas]).toEqual([[], []]);
});
