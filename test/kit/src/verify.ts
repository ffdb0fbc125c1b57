import { vi } from 'vitest';
import type { Rest, RestAnswer } from './rest.ts';

const patience = { timeout: 180_000, interval: 100 };

/** Asks until the file's enrichment has ended; resolves to the file. */
export function enriched(rest: Rest, fileId: string): Promise<RestAnswer['body']> {
  return vi.waitFor(async () => {
    const { body } = await rest.get(`/v2/files/${fileId}`);
    if (!['completed', 'failed'].includes(body.enrichmentStatus))
      throw new Error(`still ${body.enrichmentStatus}`);
    return body;
  }, patience);
}

/** Asks until the run has ended; resolves to the run. */
export function ended(rest: Rest, run: { projectId: string; id: string }): Promise<RestAnswer['body']> {
  return vi.waitFor(async () => {
    const { body } = await rest.get(`/v2/projects/${run.projectId}/verification-runs/${run.id}`);
    if (!['completed', 'failed'].includes(body.status)) throw new Error(`still ${body.status}`);
    return body;
  }, patience);
}
