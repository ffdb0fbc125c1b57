export type WebhookStatus = 'active' | 'disabled';
export type DisabledReason = 'manual' | 'exhausted' | 'gone';

/** The resource whose events a webhook receives. */
export interface Owner {
  readonly kind: 'project' | 'job';
  readonly id: string;
}

/** A signing secret, encrypted. */
export interface SealedSecret {
  readonly sealed: string;
  /** The end of its grace period. Missing for the current secret. */
  readonly validUntil?: Date;
  /** The id of the call that rotated to it: a repetition finds its secret. Missing for the first secret. */
  readonly rotation?: string;
}

/** An address that receives the events of its owner. */
export interface Webhook {
  readonly id: string;
  readonly organizationId: string;
  readonly owner: Owner;
  readonly url: string;
  readonly description: string;
  readonly eventTypes: readonly string[];
  readonly status: WebhookStatus;
  /** Undefined while it is active. */
  readonly disabledReason: DisabledReason | undefined;
  /** The secrets that sign, the current one first. */
  readonly secrets: readonly SealedSecret[];
  /** Deliveries that ended earlier count for nothing: the time of the last activation. */
  readonly countsFrom: Date;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Names a webhook of an organization. */
export interface WebhookPath {
  readonly owner: Owner;
  readonly webhookId: string;
}

/** A webhook with its current secret in plain text. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

export type WebhookChanges = Partial<Pick<Webhook, 'url' | 'description' | 'eventTypes' | 'status'>>;

/** The changes of an update in the database. */
export type WebhookUpdate = WebhookChanges &
  Partial<Pick<Webhook, 'disabledReason' | 'countsFrom' | 'updatedAt'>>;
