import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@assay/chassis/ids';
import type { OutgoingCall } from '@assay/chassis/call-context';
import { Role } from '@assay/proto/access/v1/access';
import { BillingServiceService } from '@assay/proto/billing/v1/billing_service';
import { CrowdAnswersServiceService } from '@assay/proto/crowd/v1/crowd_answers_service';
import { CrowdJobsServiceService, NewCrowdJob } from '@assay/proto/crowd/v1/crowd_jobs_service';
import { Audience } from '@assay/proto/crowd/v1/crowd_job';
import { WorkServiceService } from '@assay/proto/crowd/v1/work_service';
import { openDatabase } from '@assay/test-kit/set-up/open-database';
import { callBy } from '@assay/test-kit/test-platform';
import { startOwnPlatform } from '../own-platform.ts';

/** The price of an answer: reward and fee, in euro cents. */
export const unitCents = 12;

export type CrowdPlatform = Awaited<ReturnType<typeof startCrowdPlatform>>;

/** Starts a platform with an organization that can pay for many answers. Its clients call crowd-webhooks and billing directly. */
export async function startCrowdPlatform() {
  const own = await startOwnPlatform({
    name: 'crowd',
    mode: 'persistent',
    variables: { WELCOME_CREDIT_CENTS: '10000000' },
  });
  const { rest, platform } = own;
  const { body: project } = await rest.post('/v2/projects', { name: 'Crowd' });
  const organizationId = project.organizationId as string;
  const crowd = platform.connect('crowd-webhooks');
  const billing = platform.connect('billing').client(BillingServiceService);
  const requester = () => callBy({ organizationId, role: Role.ADMIN });
  const stored = await openDatabase(platform.layout, 'crowd-webhooks');
  return {
    ...own,
    organizationId,
    stored,
    requester,
    jobs: crowd.client(CrowdJobsServiceService),
    answers: crowd.client(CrowdAnswersServiceService),
    work: crowd.client(WorkServiceService),
    billing,
    /** Builds the call of a worker, who is a member of the organization. */
    callAs: (userId: string): OutgoingCall => callBy({ organizationId, userId }),
    /** Creates a job with one task for each value, and a webhook for all events of its states. */
    async createJob(tasks: number, repetitions: number): Promise<string> {
      const { body: survey } = await createSurvey(rest);
      const { body: data } = await rest.post(`/v2/projects/${project.id as string}/input-data`, {
        name: `data ${newId()}`,
        language: 'en',
        scope: 'project',
        lists: [
          { name: 'item', values: Array.from({ length: tasks }, (_, index) => `item ${index.toString()}`) },
        ],
      });
      const job = NewCrowdJob.fromPartial({
        projectId: project.id,
        name: 'Faults',
        title: 'Faults',
        description: 'Answer.',
        surveyTemplateVersionId: survey.id,
        inputDataSetId: data.id,
        rewardCents: 10,
        maxRepetitionsPerVariant: repetitions,
        audience: Audience.ORGANIZATION,
        webhooks: [{ url: 'https://hooks.example.org/assay', eventTypes: ['job.finished', 'job.no_tasks'] }],
      });
      const call = { ...requester(), idempotencyKey: newId() };
      const created = await patiently(() =>
        crowd.client(CrowdJobsServiceService).createCrowdJob(call, { job }),
      );
      return created.job?.id ?? '';
    },
    async readMoney() {
      const { account } = await billing.getBalance(requester(), {});
      if (account === undefined) throw new Error('billing answered without an account');
      return account;
    },
    async stop() {
      await stored.close();
      await own.stop();
    },
  };
}

type Rest = Awaited<ReturnType<typeof startOwnPlatform>>['rest'];

async function createSurvey(rest: Rest) {
  const { body: template } = await rest.post('/v2/survey-templates', { name: 'Faults', language: 'en' });
  return rest.post(`/v2/survey-templates/${template.id as string}/versions`, {
    title: 'Faults',
    questions: [{ key: 'seen', type: 'boolean', label: 'Do you see {{item.value}}?', required: true }],
  });
}

const transient = new Set(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'INTERNAL', 'ABORTED']);

/** Repeats a call while processes are dead, as a patient client does. */
export async function patiently<T>(call: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      const { status = '' } = error as { readonly status?: string };
      if (!transient.has(status) || Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}
