/** The owner of webhooks, as texts name it, and the operations that texts refer to. */
export interface WebhookOwner {
  readonly name: 'project' | 'crowd job';
  /** The events that a webhook of this owner does not receive. */
  readonly otherEvents: string;
  /** The operation that sends missed events. */
  readonly recover: string;
}

const addressRules =
  'The `url` must begin with `https://`, have the standard port or one from 1024 up, and lead to a public address. Another address is refused ' +
  'with {INVALID_FIELD} and `details.reason`: `malformed`, `not_https`, `credentials`, `port`, `reserved_name` or `not_public`. A name ' +
  'that does not resolve yet is accepted, because every attempt checks again.';

/** Builds the words and the errors of the operations that webhooks of each owner have. */
export function buildWebhookTexts(owner: WebhookOwner) {
  return { ...describeWebhooks(owner), ...describeDeliveries(owner) };
}

function describeWebhooks({ name, otherEvents, recover }: WebhookOwner) {
  return {
    create: {
      summary: `Create a webhook of a ${name}`,
      description:
        `Creates a webhook with a new secret, which is shown only in this response. ${addressRules} An event of ${otherEvents} is refused with ` +
        `{INVALID_FIELD}. A ${name} has at most 20 webhooks ({WEBHOOK_LIMIT}).`,
      status: 201,
      errors: ['WEBHOOK_LIMIT'],
    },
    list: {
      summary: `List the webhooks of a ${name}`,
      description: `Lists the webhooks of the ${name}, newest first, without secrets.`,
    },
    get: {
      summary: `Read a webhook of a ${name}`,
      description: 'Returns the webhook without its secret.',
    },
    update: {
      summary: `Update a webhook of a ${name}`,
      description:
        `Changes the named fields. ${addressRules} With \`status\` \`disabled\` the webhook gets nothing, and its deliveries stop for good. ` +
        `With \`active\` it receives new events again; {${recover}} sends the events that it missed.`,
    },
    delete: {
      summary: `Delete a webhook of a ${name}`,
      description: 'Deletes the webhook with its deliveries. Nothing is sent to it any more.',
    },
  } as const;
}

function describeDeliveries({ name }: WebhookOwner) {
  return {
    rotate: {
      summary: `Rotate the secret of a webhook${name === 'project' ? '' : ` of a ${name}`}`,
      description:
        'Returns a new secret, which is shown only in this response. The old secret is invalid at once: no request that leaves after the ' +
        'response is signed with it. With `gracePeriodSeconds` requests have both signatures for this time, the new one first.',
      errors: ['CONCURRENT_CHANGE'],
    },
    test: {
      summary: `Test a webhook${name === 'project' ? '' : ` of a ${name}`}`,
      description:
        'Sends the event `webhook.test` with the members `event`, `webhookId`, `jobId`, `projectId` and `sentAt` once and returns the ' +
        'outcome. It works on a disabled webhook, is not in the delivery log, and counts for nothing.',
    },
    listDeliveries: {
      summary: `List the deliveries of a webhook${name === 'project' ? '' : ` of a ${name}`}`,
      description:
        'Lists the deliveries of the last 30 days, newest first, with request, response and error.',
    },
    redeliver: {
      summary: `Send a delivery once more${name === 'project' ? '' : ` to a webhook of a ${name}`}`,
      description:
        'Creates a new delivery of the same event with its own id and eight attempts. The old delivery is not attempted again and counts ' +
        'for nothing. A pending delivery is refused with {DELIVERY_PENDING}, a disabled webhook with {WEBHOOK_DISABLED}.',
      status: 201,
      errors: ['DELIVERY_PENDING', 'WEBHOOK_DISABLED'],
    },
    recover: {
      summary: `Send missed events${name === 'project' ? '' : ` of a ${name}`}`,
      description:
        'Creates new deliveries for all subscribed events from `since` (at most 30 days ago) until before `until` that were not delivered ' +
        'and are not being delivered, also those that happened while the webhook was disabled. One request creates at most 10,000. A ' +
        'disabled webhook is refused with {WEBHOOK_DISABLED}.',
      errors: ['WEBHOOK_DISABLED'],
    },
  } as const;
}
