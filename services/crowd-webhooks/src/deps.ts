import type { Clock } from '@assay/chassis/clock';
import { openChannel } from '@assay/chassis/grpc/client';
import type { Logger } from '@assay/chassis/logger';
import type { ServiceBase } from '@assay/chassis/process/boot/service-base';
import { createSealer, readSealingSecrets } from '@assay/chassis/tokens/sealer';
import type { Sealer } from '@assay/chassis/tokens/sealer';
import { createBilling } from './clients/billing.ts';
import type { Billing } from './clients/billing.ts';
import { createContacts } from './clients/contacts.ts';
import type { Contacts } from './clients/contacts.ts';
import { createInputData } from './clients/input-data.ts';
import { createInputs, createWorkLinks } from './clients/inputs.ts';
import { openReceivers } from './clients/open-receivers.ts';
import { createProjects } from './clients/projects.ts';
import type { Projects } from './clients/projects.ts';
import { createStageMaps } from './clients/stage-maps.ts';
import { createWorkFiles } from './clients/work-files.ts';
import type { Config } from './config.ts';
import type { StageMaps } from './domain/crowd/claim/stage-maps.ts';
import type { WorkLinks } from './domain/crowd/claim/work-links.ts';
import { createDispatcher, createIdleDispatcher } from './domain/webhooks/delivery/dispatcher.ts';
import type { Dispatcher } from './domain/webhooks/delivery/dispatcher.ts';
import type { AddressBook, Sender } from './domain/webhooks/delivery/sender.ts';
import { createIntake } from './domain/webhooks/event/intake.ts';
import type { Intake } from './domain/webhooks/event/intake.ts';
import type { InputSource } from './domain/crowd/job/input/input-source.ts';
import { createAnswerStore } from './store/crowd/answer-store.ts';
import type { AnswerStore } from './store/crowd/answer-store.ts';
import { measureCrowdWork } from './store/crowd/crowd-metrics.ts';
import { createEarningsStore } from './store/crowd/earnings-store.ts';
import type { EarningsStore } from './store/crowd/earnings-store.ts';
import { createJobStore } from './store/crowd/job-store.ts';
import type { JobStore } from './store/crowd/job-store.ts';
import { createParticipantStore } from './store/crowd/participant-store.ts';
import type { ParticipantStore } from './store/crowd/participant-store.ts';
import { createJobValueStore } from './store/crowd/job-value-store.ts';
import type { JobValueStore } from './store/crowd/job-value-store.ts';
import { createTaskStore } from './store/crowd/task-store.ts';
import type { TaskStore } from './store/crowd/task-store.ts';
import { createWorkerStore } from './store/crowd/worker-store.ts';
import type { WorkerStore } from './store/crowd/worker-store.ts';
import { createAnnounceRemoved } from './events/announce-removed-guests.ts';
import type { AnnounceRemoved } from './events/announce-removed-guests.ts';
import { createDeliveryLog } from './store/delivery/delivery-log.ts';
import type { DeliveryLog } from './store/delivery/delivery-log.ts';
import { countAttempts, measureDeliveries } from './store/delivery/delivery-metrics.ts';
import { createDeliveryQueue } from './store/delivery/delivery-queue.ts';
import type { DeliveryQueue } from './store/delivery/delivery-queue.ts';
import { createEventStore } from './store/event-store.ts';
import type { EventStore } from './store/event-store.ts';
import { createGuestClaimStore } from './store/guest-claim-store.ts';
import type { GuestClaimStore } from './store/guest-claim-store.ts';
import { createGuestCountStore } from './store/guest-count-store.ts';
import type { GuestCountStore } from './store/guest-count-store.ts';
import { createGuestStore } from './store/guest-store.ts';
import type { GuestStore } from './store/guest-store.ts';
import { createSurveyTemplateStore } from './store/survey-template-store.ts';
import type { SurveyTemplateStore } from './store/survey-template-store.ts';
import { createSurveyVersionStore } from './store/survey-version-store.ts';
import type { SurveyVersionStore } from './store/survey-version-store.ts';
import { createWebhookStore } from './store/webhook-store.ts';
import type { WebhookStore } from './store/webhook-store.ts';
import { createWorkerProfileStore } from './store/worker-profile-store.ts';
import type { WorkerProfileStore } from './store/worker-profile-store.ts';

/** The objects that live as long as the process. */
export interface Deps {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly webhooks: WebhookStore;
  readonly events: EventStore;
  readonly deliveryQueue: DeliveryQueue;
  readonly deliveryLog: DeliveryLog;
  /** Encrypts the signing secrets. */
  readonly sealer: Sealer;
  readonly addresses: AddressBook;
  readonly sender: Sender;
  /** Sends what is due; idle in a process without the role worker. */
  readonly dispatcher: Dispatcher;
  readonly intake: Intake;
  readonly projects: Projects;
  readonly surveyTemplates: SurveyTemplateStore;
  readonly surveyVersions: SurveyVersionStore;
  readonly contacts: Contacts;
  readonly jobs: JobStore;
  readonly tasks: TaskStore;
  readonly jobValues: JobValueStore;
  readonly answers: AnswerStore;
  readonly workers: WorkerStore;
  readonly participants: ParticipantStore;
  readonly earnings: EarningsStore;
  readonly billing: Billing;
  readonly inputs: InputSource;
  readonly workLinks: WorkLinks;
  readonly stageMaps: StageMaps;
  readonly prices: Prices;
  readonly guests: GuestStore;
  readonly guestCounts: GuestCountStore;
  readonly guestClaims: GuestClaimStore;
  /** The maximum number of new guests of one job per client address and hour. */
  readonly guestsPerAddress: number;
  readonly announceRemoved: AnnounceRemoved;
  readonly workerProfiles: WorkerProfileStore;
}

/** The prices of crowd jobs. */
export interface Prices {
  /** The fee as a percentage of the reward. */
  readonly feePercent: number;
  /** The reward per hour, in euro cents, below which an estimate warns. */
  readonly minHourlyCents: number;
}

export async function createDeps(base: ServiceBase, config: Config): Promise<Deps> {
  const { db, relay, clock, runtime, tokens } = base;
  const {
    projectsFilesAddress,
    identityOrgAddress,
    webhookConcurrency: slots,
    webhookPerOrganization,
  } = config;
  const { addresses, sender } = await openReceivers(base, config);
  if (config.roles.includes('relay')) {
    measureDeliveries(runtime.metrics, db, clock);
    measureCrowdWork(runtime.metrics, db, clock);
  }
  const sending = {
    clock,
    logger: runtime.logger,
    webhooks: createWebhookStore(db, relay),
    deliveryQueue: createDeliveryQueue(db),
    deliveryLog: createDeliveryLog(db),
    sealer: createSealer(readSealingSecrets(config), 'webhook secret'),
    sender: countAttempts(runtime.metrics, sender),
  };
  const { stopping } = runtime.lifecycle;
  const limits = { slots, perOrganization: webhookPerOrganization, stopping };
  const dispatcher = config.roles.includes('worker')
    ? createDispatcher(sending, limits)
    : createIdleDispatcher(sending.deliveryQueue);
  const projectsFiles = openChannel(runtime, 'projects-files', { address: projectsFilesAddress, tokens });
  const datasets = openChannel(runtime, 'datasets', { address: config.datasetsAddress, tokens });
  const workFiles = createWorkFiles({ projectsFiles, datasets });
  const receiving = { ...sending, dispatcher, events: createEventStore(db) };
  return {
    ...receiving,
    guests: createGuestStore(db),
    guestCounts: createGuestCountStore(db),
    guestClaims: createGuestClaimStore(db),
    guestsPerAddress: config.guestsPerAddress,
    announceRemoved: createAnnounceRemoved(base.events),
    workerProfiles: createWorkerProfileStore(db),
    addresses,
    intake: createIntake(receiving),
    surveyTemplates: createSurveyTemplateStore(db),
    surveyVersions: createSurveyVersionStore(db),
    projects: createProjects(projectsFiles),
    contacts: createContacts(openChannel(runtime, 'identity-org', { address: identityOrgAddress, tokens })),
    ...createJobStores(base),
    billing: createBilling(openChannel(runtime, 'billing', { address: config.billingAddress, tokens })),
    inputs: createInputs(workFiles, createInputData(projectsFiles)),
    workLinks: createWorkLinks(workFiles),
    stageMaps: createStageMaps(
      openChannel(runtime, 'verification', { address: config.verificationAddress, tokens }),
      clock,
    ),
    prices: { feePercent: config.crowdFeePercent, minHourlyCents: config.crowdMinHourlyCents },
  };
}

function createJobStores({ db, relay }: ServiceBase) {
  return {
    jobs: createJobStore(db, relay),
    tasks: createTaskStore(db),
    jobValues: createJobValueStore(db),
    answers: createAnswerStore(db, relay),
    workers: createWorkerStore(db, relay),
    participants: createParticipantStore(db),
    earnings: createEarningsStore(db),
  };
}
