import type { WebhookEvent } from './webhook-events/event.ts';
import { jobEvents } from './webhook-events/job-events.ts';
import { projectEvents } from './webhook-events/project-events.ts';

export type { EventScope, WebhookEvent } from './webhook-events/event.ts';

/** All events of webhooks, those of crowd jobs first. */
export const webhookEvents: readonly WebhookEvent[] = [...jobEvents, ...projectEvents];

/** The maximum number of webhooks of a project, and of a crowd job. */
export const webhooksPerOwner = 20;
