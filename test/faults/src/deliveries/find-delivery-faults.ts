import type { ReceivedRequest } from './receivers.ts';
import type { StoredDelivery } from './stored-deliveries.ts';

/** The webhooks of a project with all that was reported, stored and received for them. */
export interface DeliveryFacts {
  /** The webhooks by the paths of their URLs. */
  readonly webhooks: ReadonlyMap<string, string>;
  /** The file of each event that every webhook must receive. */
  readonly fileIds: readonly string[];
  readonly deliveries: readonly StoredDelivery[];
  readonly requests: readonly ReceivedRequest[];
}

export interface DeliveryFaults {
  /** Files whose events a webhook did not receive, or received under more events than there are. */
  readonly lost: readonly string[];
  /** Events that a webhook received under more than one delivery id. */
  readonly doubled: readonly string[];
  /** Deliveries that did not end as succeeded. */
  readonly stuck: readonly string[];
  /** Delivery ids of requests that no row has, and of rows that no request had. */
  readonly unmatched: readonly string[];
}

export const noFaults: DeliveryFaults = { lost: [], doubled: [], stuck: [], unmatched: [] };

export function findDeliveryFaults(facts: DeliveryFacts): DeliveryFaults {
  const byPath = Map.groupBy(facts.requests, ({ path }) => path);
  const paths = [...facts.webhooks.keys()];
  const received = paths.flatMap((path) => byPath.get(path) ?? []);
  const receivedIds = new Set(received.map(({ deliveryId }) => deliveryId));
  const storedIds = new Set(facts.deliveries.map(({ _id }) => _id));
  return {
    lost: paths.flatMap((path) => findLost(path, facts.fileIds, byPath.get(path) ?? [])),
    doubled: findDoubled(received),
    stuck: facts.deliveries.flatMap(({ _id, state, status }) =>
      state === 'done' && status === 'succeeded' ? [] : [`${_id} ${state} ${status}`],
    ),
    unmatched: [...receivedIds, ...storedIds].filter((id) => !receivedIds.has(id) || !storedIds.has(id)),
  };
}

/** Compares the number of events of each file with the number that a webhook received. */
function findLost(
  path: string,
  fileIds: readonly string[],
  requests: readonly ReceivedRequest[],
): readonly string[] {
  const events = new Map(requests.map(({ eventId, fileId }) => [eventId, fileId]));
  const expected = Map.groupBy(fileIds, (id) => id);
  const actual = Map.groupBy(events.values(), (id) => id);
  const all = new Set([...expected.keys(), ...actual.keys()]);
  return [...all].flatMap((id) => {
    const due = expected.get(id)?.length ?? 0;
    const got = actual.get(id)?.length ?? 0;
    return due === got ? [] : [`${path}: ${got.toString()} of ${due.toString()} events of ${id}`];
  });
}

function findDoubled(requests: readonly ReceivedRequest[]): readonly string[] {
  const byEvent = Map.groupBy(requests, ({ path, eventId }) => `${path} ${eventId}`);
  return [...byEvent].flatMap(([key, group]) =>
    new Set(group.map(({ deliveryId }) => deliveryId)).size === 1 ? [] : [key],
  );
}
