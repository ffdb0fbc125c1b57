/** Completed runs are replayed, with the same result each time. */
import { readFile } from 'node:fs/promises';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallPicture } from '../small-picture.ts';

const replays = process.env['FAULTS'] === 'whole' ? 100 : 6;

let platform: SharedPlatform;
let rest: Rest;
let runs: readonly { readonly path: string; readonly verdict: string }[];

beforeAll(async () => {
  platform = await joinPlatform();
  rest = createRest(platform.baseUrl, platform.apiKey);
  const photograph = await readFile(samplePhotograph());
  // As NovelAI writes it.
  const generated = smallPicture('{"prompt":"a harbour","steps":28,"sampler":"k_euler","seed":1}');
  const pictures = [
    { name: 'photograph.jpg', bytes: photograph, type: 'image/jpeg' },
    { name: 'stripped.jpg', bytes: withoutMetadata(photograph), type: 'image/jpeg' },
    { name: 'generated.png', bytes: generated, type: 'image/png' },
  ];
  const { body: project } = await rest.post('/v2/projects', { name: 'Replays' });
  runs = await Promise.all(pictures.map((picture) => completedRun(project.id as string, picture)));
});
afterAll(() => platform.stop());

async function completedRun(projectId: string, picture: Parameters<Rest['upload']>[1]) {
  const { body: file } = await rest.upload(projectId, picture);
  await awaitEnrichment(rest, file.id);
  const path = `/v2/projects/${projectId}/verification-runs`;
  const { body: started } = await rest.post(path, {
    pipelineSlug: 'image-authenticity',
    fileIds: [file.id],
  });
  const { id, status, verdict } = await awaitRunEnd(rest, started);
  expect(status).toBe('completed');
  return { path: `${path}/${id as string}/replay`, verdict: verdict as string };
}

/** The same picture without its application segments (ITU-T T.81, B.1.1.3). */
function withoutMetadata(jpeg: Buffer): Buffer {
  const kept = [jpeg.subarray(0, 2)];
  let at = 2;
  while (jpeg[at + 1] !== 0xda) {
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    const marker = jpeg[at + 1] ?? 0;
    if (marker < 0xe0 || marker > 0xef) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  return Buffer.concat([...kept, jpeg.subarray(at)]);
}

it(
  `finds the same in ${String(replays)} replays: the verdict, and every score within 0.000001`,
  { timeout: 3_600_000 },
  async () => {
    const different: unknown[] = [];
    let largest = 0;
    for (let number = 0; number < replays; number += 1) {
      const run = runs[number % runs.length];
      const { status, body } = await rest.post(run?.path ?? '');
      const { verdictBefore, verdictAfter, stages = [] } = body as ReplayBody;
      largest = Math.max(largest, ...stages.map(({ maxDifference }) => maxDifference));
      const isSame = [verdictBefore, verdictAfter].every((verdict) => verdict === run?.verdict);
      if (status !== 200 || !isSame || stages.length === 0 || stages.some(({ same }) => !same))
        different.push([number, status, body]);
    }
    const verdicts = runs.map(({ verdict }) => verdict).join(', ');
    process.stderr.write(
      `${String(replays)} replays of runs that were ${verdicts}: ${String(different.length)} differ, scores by at most ${String(largest)}\n`,
    );
    expect(different).toEqual([]);
  },
);

interface ReplayBody {
  readonly verdictBefore?: string;
  readonly verdictAfter?: string;
  readonly stages?: readonly { readonly same: boolean; readonly maxDifference: number }[];
}
