import { auditStream } from '@assay/chassis/events/audit';
import { listDurables } from '@assay/chassis/events/consumer';
import type { ServiceResources } from '@assay/chassis/process/boot/resources';
import { consumers } from './consumers.ts';
import { answerCollection, answerIndexes } from './store/crowd/answer-store.ts';
import { earningsCollection, earningsIndexes } from './store/crowd/earnings-store.ts';
import { jobCollection, jobIndexes } from './store/crowd/job-document.ts';
import { jobValueCollection, jobValueIndexes } from './store/crowd/job-value-store.ts';
import { participantCollection, participantIndexes } from './store/crowd/participant-store.ts';
import { taskCollection, taskIndexes } from './store/crowd/task-document.ts';
import { workerCollection, workerIndexes } from './store/crowd/worker-store.ts';
import { deliveryCollection, deliveryIndexes } from './store/delivery/delivery-document.ts';
import { eventCollection, eventIndexes } from './store/event-store.ts';
import { guestClaimCollection, guestClaimIndexes } from './store/guest-claim-store.ts';
import { guestCountCollection, guestCountIndexes } from './store/guest-count-store.ts';
import { guestCollection, guestIndexes } from './store/guest-store.ts';
import { surveyTemplateCollection, surveyTemplateIndexes } from './store/survey-template-store.ts';
import { surveyVersionCollection, surveyVersionIndexes } from './store/survey-version-store.ts';
import { webhookCollection, webhookIndexes } from './store/webhook-store.ts';
import { workerProfileCollection, workerProfileIndexes } from './store/worker-profile-store.ts';
import { crowdStream, webhookWorkStream } from './streams.ts';

const name = 'crowd-webhooks';

/** The indexes of every collection of the service. A backup reads the collections in this order: a document before those that it names. */
export const indexes: ServiceResources['indexes'] = {
  [deliveryCollection]: deliveryIndexes,
  [eventCollection]: eventIndexes,
  [webhookCollection]: webhookIndexes,
  [answerCollection]: answerIndexes,
  [participantCollection]: participantIndexes,
  [taskCollection]: taskIndexes,
  [jobValueCollection]: jobValueIndexes,
  [jobCollection]: jobIndexes,
  [workerCollection]: workerIndexes,
  [earningsCollection]: earningsIndexes,
  [surveyVersionCollection]: surveyVersionIndexes,
  [surveyTemplateCollection]: surveyTemplateIndexes,
  [guestCollection]: guestIndexes,
  [guestCountCollection]: guestCountIndexes,
  [guestClaimCollection]: guestClaimIndexes,
  [workerProfileCollection]: workerProfileIndexes,
};

/** Declares the resources of the service, for its prepare command and for the check of its processes. */
export function declareResources(): ServiceResources {
  return {
    name,
    indexes,
    outboxes: [webhookCollection, jobCollection, answerCollection, workerCollection],
    streams: [auditStream, webhookWorkStream, crowdStream],
    durables: listDurables(name, consumers),
  };
}
