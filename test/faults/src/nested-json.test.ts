/** One organization sends JSON that no decoder follows. It must not take a service from the others. */
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import type { Rest } from '@assay/test-kit/rest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const depths = [33, 34, 50, 100, 200, 400, 2_000];
const rounds = 10;

let attacked: SharedPlatform | undefined;
let other: SharedPlatform | undefined;
let attacker: Rest;
let victim: Rest;
let paths: { readonly file: string; readonly contexts: string; readonly runs: string };
let fileId: string;

beforeAll(async () => {
  [attacked, other] = [await joinPlatform(), await joinPlatform()];
  attacker = createRest(attacked.baseUrl, attacked.apiKey);
  victim = createRest(other.baseUrl, other.apiKey);
  const { body: project } = await attacker.post('/v2/projects', { name: 'Depth' });
  ({
    body: { id: fileId },
  } = await attacker.upload(project.id, samplePhotograph()));
  const base = `/v2/projects/${String(project.id)}`;
  paths = {
    file: `/v2/files/${fileId}`,
    contexts: `${base}/verification-contexts`,
    runs: `${base}/verification-runs`,
  };
});
afterAll(async () => {
  await attacked?.stop();
  await other?.stop();
});

/** Returns JSON of so many nested objects, without recursion. */
function nest(levels: number): unknown {
  let value: unknown = 'end';
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

async function attack(depth: number): Promise<readonly (readonly [string, number])[]> {
  const deep = nest(depth) as Record<string, unknown>;
  const start = { pipelineSlug: 'image-authenticity', fileIds: [fileId], contextData: deep };
  const answers = await Promise.all([
    attacker.put(paths.file, { additionalInfo: deep }),
    attacker.put(paths.file, { metadata: deep }),
    attacker.post(paths.contexts, { name: 'deep', data: deep }),
    attacker.post(paths.runs, start),
    attacker.post(paths.runs, { pipeline_id: 'image-authenticity', file_ids: [fileId], context: deep }),
  ]);
  return answers.map(({ status }, index) => [`${depth.toString()}.${index.toString()}`, status] as const);
}

describe('deeply nested JSON of one organization', () => {
  it('is refused with 400, while every request of another organization is answered', async () => {
    const attacks = { isOver: false };
    const statuses = (async () => {
      const answered: (readonly [string, number])[] = [];
      for (let round = 0; round < rounds; round += 1)
        for (const depth of depths) answered.push(...(await attack(depth)));
      return answered;
    })().finally(() => (attacks.isOver = true));
    const lost: unknown[] = [];
    let answered = 0;
    while (!attacks.isOver) {
      const answers = await Promise.all([
        victim.get('/v2/projects'),
        victim.get('/v2/verification-contexts'),
        victim.post('/v2/projects', { name: `Victim ${answered.toString()}` }),
      ]);
      answered += answers.length;
      lost.push(...answers.filter(({ status }) => status >= 400).map(({ body }) => body as unknown));
    }
    expect(lost).toEqual([]);
    expect(answered).toBeGreaterThan(20);
    expect((await statuses).filter(([, status]) => status !== 400)).toEqual([]);
  });
});
