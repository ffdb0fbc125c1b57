import { readFile } from 'node:fs/promises';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import type { StartRunRequest } from '@assay/proto/runs/v1/runs_service';
import { RunStatus } from '@assay/proto/runs/v1/run';
import type { Run } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import { joinPlatform } from '@assay/test-kit/processes/shared-platform';
import type { SharedPlatform } from '@assay/test-kit/processes/shared-platform';
import { createRest } from '@assay/test-kit/rest';
import { callBy } from '@assay/test-kit/test-platform';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { expect, inject, vi } from 'vitest';

/** The platform that test files share, with a project of one enriched photograph, and a user of its organization. */
export async function startRunPlatform() {
  return runPlatformOn(await joinPlatform());
}

/** The same on a platform of its own, whose processes have these variables and which is gone once it is stopped. */
export async function launchRunPlatform(variables: Readonly<Record<string, string>> = {}) {
  return runPlatformOn(await launchPlatform({ servers: inject('servers'), variables }));
}

async function runPlatformOn(platform: Pick<SharedPlatform, 'baseUrl' | 'apiKey' | 'connect' | 'stop'>) {
  const rest = createRest(platform.baseUrl, platform.apiKey);
  const project = bodyOf(await rest.post('/v2/projects', { name: 'Runs' }));
  const photograph = { name: 'a.jpg', bytes: await readFile(smallPhotograph()), type: 'image/jpeg' };
  const file = bodyOf(await rest.upload(project.id, photograph));
  await awaitEnrichment(rest, file.id);
  const { organizationId } = project;
  const order: StartRunRequest = {
    projectId: project.id,
    pipelineSlug: 'image-authenticity',
    fileIds: [file.id],
    contextId: undefined,
    contextData: undefined,
  };
  const user = callBy({ organizationId });
  const runs = platform.connect('verification').client(RunsServiceService);
  return {
    platform,
    rest,
    organizationId,
    user,
    order,
    runs,
    billing: platform.connect('billing').client(BillingServiceService),
    startWith: async (given: Partial<StartRunRequest> = {}) =>
      (await runs.startRun(user, { ...order, ...given })).run,
    stop: () => platform.stop(),
  };
}

/** Starts a run of what is given and waits for it to complete; as rpcs tell of it. */
export async function completedRun(
  { runs, user, startWith }: Pick<RunPlatform, 'runs' | 'user' | 'startWith'>,
  given: Partial<StartRunRequest>,
): Promise<Run> {
  const runId = (await startWith(given))?.id ?? '';
  return await vi.waitFor(
    async () => {
      const { run } = await runs.getRun(user, { runId, projectId: '' });
      expect([run?.status, run?.error]).toEqual([RunStatus.COMPLETED, undefined]);
      if (run === undefined) throw new Error('the run is gone');
      return run;
    },
    { timeout: 120_000, interval: 100 },
  );
}

/** The same with a run that has come to its end, which `path` is of. */
export async function startWithCompletedRun() {
  const on = await startRunPlatform();
  const { projectId } = on.order;
  const runId = (await on.startWith())?.id ?? '';
  await awaitRunEnd(on.rest, { id: runId, projectId });
  return { on, runId, path: `/v2/projects/${projectId}/verification-runs/${runId}` };
}

/** What the tests read of a project or a file. */
function bodyOf({ body }: { readonly body: unknown }) {
  return body as { readonly id: string; readonly organizationId: string };
}

export type RunPlatform = Awaited<ReturnType<typeof startRunPlatform>>;
