import { createRecorder } from '../delivery/recorder.ts';
import type { WebhookEvent } from './event.ts';
import { receiveEvent, receiveEvents } from './receive-event.ts';
import type { ReceivingDeps } from './receive-event.ts';

/** Maximum number of events of a consumer that are received together. */
export const intakeConcurrency = 128;

/** Receives events in groups, with a few commands of the database for each group. */
export interface Intake {
  /** Resolves when the event and its deliveries are stored. */
  add(event: WebhookEvent): Promise<void>;
}

export function createIntake(deps: ReceivingDeps): Intake {
  const recorder = createRecorder((events: readonly WebhookEvent[]) => receiveEvents(deps, events), {
    maxItems: intakeConcurrency,
    lingerMs: 0,
    isUrgent: () => true,
  });
  return {
    // An event that cannot be stored does not fail the others of its group.
    add: (event) => recorder.add(event).catch(() => receiveEvent(deps, event)),
  };
}
