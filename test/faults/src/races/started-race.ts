import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';

/** What a client learns from starting a run. */
export interface StartAnswer {
  readonly status: number;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly runId: string | undefined;
  readonly isReplayed: boolean;
}

export interface Starting {
  readonly platform: LaunchedPlatform;
  readonly projectId: string;
  readonly fileId: string;
}

/** Starts runs of one file at the same time, one for each idempotency key. */
export function startTogether(
  { platform, projectId, fileId }: Starting,
  idempotencyKeys: readonly string[],
): Promise<StartAnswer[]> {
  const url = `${platform.baseUrl}/v2/projects/${projectId}/verification-runs`;
  const body = JSON.stringify({ pipelineSlug: 'image-authenticity', fileIds: [fileId] });
  return Promise.all(
    idempotencyKeys.map(async (key): Promise<StartAnswer> => {
      const headers = {
        'x-api-key': platform.apiKey,
        'idempotency-key': key,
        'content-type': 'application/json',
      };
      const response = await fetch(url, { method: 'POST', headers, body });
      const answer = (await response.json()) as { id?: string; error?: { code: string; message: string } };
      return {
        status: response.status,
        code: answer.error?.code,
        message: answer.error?.message,
        runId: answer.id,
        isReplayed: response.headers.get('idempotent-replayed') === 'true',
      };
    }),
  );
}
