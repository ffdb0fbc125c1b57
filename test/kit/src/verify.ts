import { vi } from 'vitest';
import type { Rest, RestAnswer } from './rest.ts';

const polling = { timeout: 180_000, interval: 100 };

/** Polls until the enrichment of a file has ended. Resolves to the file. */
export function awaitEnrichment(rest: Rest, fileId: string): Promise<RestAnswer['body']> {
  return vi.waitFor(async () => {
    const { body } = await rest.get(`/v2/files/${fileId}`);
    if (!['completed', 'failed'].includes(body.enrichmentStatus))
      throw new Error(`the enrichment is still ${body.enrichmentStatus}`);
    return body;
  }, polling);
}

/** Polls until a run has ended. Resolves to the run. */
export function awaitRunEnd(rest: Rest, run: { projectId: string; id: string }): Promise<RestAnswer['body']> {
  return vi.waitFor(async () => {
    const { body } = await rest.get(`/v2/projects/${run.projectId}/verification-runs/${run.id}`);
    if (!['completed', 'failed'].includes(body.status)) throw new Error(`the run is still ${body.status}`);
    return body;
  }, polling);
}
