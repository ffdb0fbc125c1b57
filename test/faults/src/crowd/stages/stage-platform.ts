import { readFile } from 'node:fs/promises';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { smallPhotograph } from '@assay/test-kit/fixtures';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { callBy } from '@assay/test-kit/test-platform';
import { startOwnPlatform } from '../../own-platform.ts';

export type StagePlatform = Awaited<ReturnType<typeof startStagePlatform>>;

/** Starts a platform with an organization that can pay for many runs, and opens the databases that the test compares. */
export async function startStagePlatform() {
  const own = await startOwnPlatform({
    name: 'crowd-stages',
    mode: 'persistent',
    variables: { WELCOME_CREDIT_CENTS: '10000000' },
  });
  const { rest, platform } = own;
  const { body: project } = await rest.post('/v2/projects', { name: 'Crowd stages' });
  const organizationId = project.organizationId as string;
  const [runs, jobs] = await Promise.all([
    openDatabase(platform.layout, 'verification'),
    openDatabase(platform.layout, 'crowd-webhooks'),
  ]);
  return {
    ...own,
    organizationId,
    projectId: project.id as string,
    photograph: await readFile(smallPhotograph()),
    runs: runs.db,
    jobs: jobs.db,
    work: platform.connect('crowd-webhooks').client(WorkServiceService),
    billing: platform.connect('billing').client(BillingServiceService),
    admin: (): OutgoingCall => callBy({ organizationId, role: Role.ADMIN }),
    /** Builds the call of a member of the organization. */
    callAs: (userId: string): OutgoingCall => callBy({ organizationId, userId }),
    async stop() {
      await Promise.all([runs.close(), jobs.close()]);
      await own.stop();
    },
  };
}
