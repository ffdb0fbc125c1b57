import type { Rest } from '@assay/test-kit/rest';
import { expect, vi } from 'vitest';

/** A run as tests read it. */
export interface RunBody {
  readonly id: string;
  readonly targetType: string;
  readonly targetId: string | null;
  readonly datasetId: string | null;
  readonly versionId: string | null;
  readonly projectId: string | null;
  readonly mode: string | null;
  readonly pipelineSlug: string | null;
  readonly pipelineVersion: string | null;
  readonly status: string;
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly counts: object | null;
  readonly items: readonly {
    readonly fileId: string;
    readonly status: string;
    readonly resultFileId: string | null;
    readonly result: Readonly<Record<string, unknown>> | null;
    readonly error: string | null;
  }[];
  readonly error: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

export const runsPath = '/v2/data-platform/runs';

/** Waits until a run has ended, and returns it. */
export async function awaitRun(rest: Rest, runId: string, path = runsPath): Promise<RunBody> {
  return vi.waitFor(
    async () => {
      const body = (await rest.get(`${path}/${runId}`)).body as RunBody;
      expect(body.status).toMatch(/^(completed|failed)$/u);
      return body;
    },
    { timeout: 120_000, interval: 100 },
  );
}
