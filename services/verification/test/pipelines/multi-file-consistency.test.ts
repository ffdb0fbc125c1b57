import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { Verdict } from '@assay/proto/runs/v1/run';
import { ReportFormat } from '@assay/proto/runs/v1/runs_service';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import { catchRefusal } from '@assay/test-kit/catch-refusal';
import { awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { completedRun, startRunPlatform } from '../run-platform.ts';
import type { RunPlatform } from '../run-platform.ts';

let runPlatform: RunPlatform;
beforeAll(async () => {
  runPlatform = await startRunPlatform();
});
afterAll(() => runPlatform.stop());

it('shows where a copy differs from its original, next to each other', async () => {
  const { rest, runs, user, order } = runPlatform;
  const photograph = await readFile(samplePhotograph());
  const { width, height } = await sharp(photograph).metadata();
  const area = { width: Math.round(width / 5), height: Math.round(height / 5) };
  const patch = await sharp(photograph)
    .extract({ left: 0, top: 0, ...area })
    .negate()
    .toBuffer();
  const doctored = await sharp(photograph)
    .composite([{ input: patch, left: Math.round(width / 2), top: Math.round(height / 2) }])
    .jpeg({ quality: 90 })
    .toBuffer();
  const fileIds: string[] = [];
  for (const [name, bytes] of Object.entries({ 'a.jpg': photograph, 'doctored.jpg': doctored })) {
    const { body } = await rest.upload(order.projectId, { name, bytes, type: 'image/jpeg' });
    fileIds.push((await awaitEnrichment(rest, body.id)).id as string);
  }
  const run = await completedRun(runPlatform, { pipelineSlug: 'multi-file-consistency', fileIds });
  const ref = { runId: run.id, projectId: '' };
  expect(run.verdict).toBe(Verdict.UNVERIFIED);
  expect(run.explanation).toMatch(
    /^“a.jpg” and “doctored.jpg” show the same image, except here: the area of \d+ × \d+ pixels at/,
  );
  const { content: page } = await runs.getReport(user, { ...ref, format: ReportFormat.HTML });
  const [, together = ''] = page.toString().split('What the files say together');
  expect(together.split('</section>')[0]).toContain('Left: “a.jpg”; right: “doctored.jpg”');
  const { content: json } = await runs.getReport(user, { ...ref, format: ReportFormat.JSON });
  const { stages } = JSON.parse(json.toString()) as {
    stages: { checks: { check: string; locations?: { fileId: string }[] }[] }[];
  };
  const checks = stages.flatMap((stage) => stage.checks);
  const related = checks.find(({ check }) => check === 'picture-relations');
  expect(related?.locations?.map(({ fileId }) => fileId)).toEqual(fileIds);
});

it('compares files of one run with each other, and needs more than one', async () => {
  const { rest, runs, user, order } = runPlatform;
  const photograph = await readFile(samplePhotograph());
  const copy = {
    name: 'copy.jpg',
    bytes: await sharp(photograph).resize(800).jpeg().toBuffer(),
    type: 'image/jpeg',
  };
  const store = async (file: Parameters<typeof rest.upload>[1]) => {
    const { body } = await rest.upload(order.projectId, file);
    return (await awaitEnrichment(rest, body.id)).id as string;
  };
  const copyId = await store(copy);
  const originalId = await store({ name: 'a.jpg', bytes: photograph, type: 'image/jpeg' });
  const run = await completedRun(runPlatform, {
    pipelineSlug: 'multi-file-consistency',
    fileIds: [copyId, originalId],
  });
  const ref = { runId: run.id, projectId: '' };
  expect(run).toMatchObject({ verdict: Verdict.UNVERIFIED, claims: [] });
  expect(run.explanation).toMatch(/“copy.jpg” and “a.jpg” show the same image; “a.jpg” is the earlier one/);
  const { artifacts } = await runs.listArtifacts(user, ref);
  expect(artifacts.map(({ type }) => type)).toContain('table');
  const { content } = await runs.getReport(user, { ...ref, format: ReportFormat.HTML });
  expect(content.toString()).not.toContain('data:application/json');

  const alone = { ...order, pipelineSlug: 'multi-file-consistency', fileIds: [originalId] };
  expect(await catchRefusal(runs.startRun(user, alone))).toMatchObject({
    reason: 'FILES_UNSUITABLE',
    details: { requiredFiles: [{ minCount: 2, maxCount: 50 }] },
  });
});
