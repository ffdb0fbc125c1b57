import type { Rest } from '@assay/test-kit/rest';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { expect } from 'vitest';
import type { Kept } from './rolling-restart-operations.ts';

/** Everything that was acknowledged is there once, and all work on it was done. */
export async function expectKept(rest: Rest, kept: Kept, projectId: string): Promise<void> {
  expect(kept.projects.length).toBeGreaterThan(0);
  for (const id of kept.projects) expect((await rest.get(`/v2/projects/${id}`)).status).toBe(200);
  for (const id of kept.files)
    expect(await awaitEnrichment(rest, id)).toMatchObject({ enrichmentStatus: 'completed' });
  for (const id of kept.runs)
    expect(await awaitRunEnd(rest, { id, projectId })).toMatchObject({ status: 'completed' });
  // What was asked for again after a 503 was made once: what is there is what was acknowledged.
  expect(await totalOf(rest, '/v2/projects')).toBe(kept.projects.length + 1);
  expect(await totalOf(rest, `/v2/projects/${projectId}/verification-runs`)).toBe(kept.runs.length);
  const { body: keys } = await rest.get('/v2/users/me/api-keys');
  for (const [id, names] of kept.keyNames) {
    expect(names).toContain(keys.find((key: { id: string }) => key.id === id)?.name);
  }
}

async function totalOf(rest: Rest, path: string): Promise<number> {
  return (await rest.get(path)).body.total;
}
