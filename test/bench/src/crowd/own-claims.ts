import type { CallContext } from '@assay/chassis/call-context';
import { systemClock } from '@assay/chassis/clock';
import { callBy } from '@assay/test-kit/test-platform';
import type { Db } from 'mongodb';
import { claimTask } from '../../../../services/crowd-webhooks/src/domain/crowd/claim/claim-task.ts';
import { returnClaim } from '../../../../services/crowd-webhooks/src/domain/crowd/claim/end-claim.ts';
import { showClaim } from '../../../../services/crowd-webhooks/src/domain/crowd/claim/show-claim.ts';
import { toClaimResponse } from '../../../../services/crowd-webhooks/src/rpc/work-message.ts';
import { createJobValueStore } from '../../../../services/crowd-webhooks/src/store/crowd/job-value-store.ts';
import { createJobStore } from '../../../../services/crowd-webhooks/src/store/crowd/job-store.ts';
import { createParticipantStore } from '../../../../services/crowd-webhooks/src/store/crowd/participant-store.ts';
import { createTaskStore } from '../../../../services/crowd-webhooks/src/store/crowd/task-store.ts';
import { createWorkerStore } from '../../../../services/crowd-webhooks/src/store/crowd/worker-store.ts';
import { createGuestClaimStore } from '../../../../services/crowd-webhooks/src/store/guest-claim-store.ts';
import { createGuestCountStore } from '../../../../services/crowd-webhooks/src/store/guest-count-store.ts';
import { createGuestStore } from '../../../../services/crowd-webhooks/src/store/guest-store.ts';
import { createSurveyVersionStore } from '../../../../services/crowd-webhooks/src/store/survey-version-store.ts';
import { createWorkerProfileStore } from '../../../../services/crowd-webhooks/src/store/worker-profile-store.ts';

/** The rules of the service in this process: from the call to the message of the response, without gRPC. */
export interface OwnClaims {
  /** Claims a task. Returns the id of the claim. */
  claim(userId: string): Promise<string>;
  returnClaim(userId: string, claimId: string): Promise<void>;
}

const deadlineMs = 3_600_000;

export function openOwnClaims(db: Db, organizationId: string, jobId: string): OwnClaims {
  const relay = { notify: () => undefined };
  const deps = {
    clock: systemClock,
    jobs: createJobStore(db, relay),
    tasks: createTaskStore(db),
    participants: createParticipantStore(db),
    workers: createWorkerStore(db, relay),
    guests: createGuestStore(db),
    guestCounts: createGuestCountStore(db),
    guestsPerAddress: 20,
    workerProfiles: createWorkerProfileStore(db),
    surveyVersions: createSurveyVersionStore(db),
    jobValues: createJobValueStore(db),
    guestClaims: createGuestClaimStore(db),
    stageMaps: { list: () => Promise.resolve([]) },
    workLinks: { create: () => Promise.resolve([]), findClosed: () => Promise.resolve(new Set<string>()) },
  };
  const callAs = (userId: string): CallContext => ({
    ...callBy({ organizationId, userId }),
    traceparent: undefined,
    signal: new AbortController().signal,
    deadline: new Date(Date.now() + deadlineMs),
  });
  return {
    async claim(userId) {
      const call = callAs(userId);
      const claimed = await claimTask(deps, call, { jobId, guestName: undefined });
      const { claim } = toClaimResponse(await showClaim(deps, call, claimed));
      return claim?.claimId ?? '';
    },
    returnClaim: (userId, claimId) => returnClaim(deps, callAs(userId), claimId),
  };
}
