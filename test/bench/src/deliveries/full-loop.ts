/**
 * Does what a worker does for a delivery, with the same libraries and as few commands as possible, and without its promises: takes events
 * from a stream, stores them, inserts the deliveries as taken, acknowledges, reads the webhooks, sends, and records the ends.
 */
import { newId } from '@assay/chassis/ids';
import { RunCompleted } from '@assay/proto/runs/v1/run_events';
import type { ConsumerMessages, JsMsg } from 'nats';
import { openLoop } from './loop-connections.ts';
import type { LoopOptions, Target } from './loop-connections.ts';
import { createLoopSender } from './loop-sender.ts';
import { signRequest } from './sign-request.ts';

/** The first message of the parent. */
export interface LoopStart extends LoopOptions {
  /** The base64 part of a signing secret. */
  readonly secret: string;
}

/** The commands of a number of deliveries. */
export interface LoopCounts {
  readonly database: number;
  readonly pulls: number;
  readonly acknowledgements: number;
}

const maxEnds = 250;

interface Ended {
  readonly id: string;
  readonly statusCode: number;
  readonly durationMs: number;
}

async function run(options: LoopStart): Promise<void> {
  const { webhooks, events, deliveries, consumer, client, stats } = await openLoop(options);
  const { secret } = options;
  const sender = createLoopSender();
  let expected = 0;
  let recorded = 0;
  let database = 0;
  let acknowledgements = 0;
  let sentBefore = 0;
  let received: JsMsg[] = [];
  let ended: Ended[] = [];
  let isStoring = false;
  let isRecording = false;
  client.on('commandStarted', () => (database += 1));

  async function store(messages: readonly JsMsg[]): Promise<void> {
    const now = new Date();
    const found = messages.map(({ data, headers }) => ({
      id: headers?.get('Nats-Msg-Id') ?? newId(),
      value: RunCompleted.decode(data),
    }));
    const projects = [...new Set(found.map(({ value }) => value.projectId))];
    const targets = await webhooks.find({ 'owner.id': { $in: projects } }).toArray();
    const byProject = new Map(targets.map((target) => [target.owner.id, target]));
    const rows = found.flatMap(({ id, value }) => {
      const target = byProject.get(value.projectId);
      return target === undefined ? [] : [buildRows(id, value, target, now)];
    });
    await events.insertMany(
      rows.map(({ event }) => event),
      { ordered: false },
    );
    await deliveries.insertMany(
      rows.map(({ delivery }) => delivery),
      { ordered: false },
    );
    for (const message of messages) message.ack();
    acknowledgements += messages.length;
    for (const { delivery, target } of rows) void send(delivery, target);
  }

  async function send({ _id: id, body }: { _id: string; body: string }, { origin }: Target): Promise<void> {
    const startedMs = performance.now();
    const statusCode = await sender.post(origin, { headers: signRequest(body, secret, id), body });
    ended.push({ id, statusCode, durationMs: Math.round(performance.now() - startedMs) });
    if (ended.length >= maxEnds || sender.isIdle()) void record();
  }

  async function record(): Promise<void> {
    if (isRecording) return;
    isRecording = true;
    while (ended.length >= maxEnds || (ended.length > 0 && sender.isIdle())) {
      const group = ended;
      ended = [];
      const now = new Date();
      await deliveries.bulkWrite(
        group.map((end) => buildEnd(end, now)),
        { ordered: false },
      );
      recorded += group.length;
    }
    isRecording = false;
    if (recorded < expected) return;
    const { outMsgs } = stats();
    const pulls = outMsgs - sentBefore - acknowledgements;
    process.send?.({ database, pulls, acknowledgements } satisfies LoopCounts);
  }

  async function storeAll(): Promise<void> {
    if (isStoring) return;
    isStoring = true;
    while (received.length > 0) {
      const messages = received;
      received = [];
      await store(messages);
    }
    isStoring = false;
  }

  const messages: ConsumerMessages = await consumer.consume({
    max_messages: 500,
    callback(message) {
      received.push(message);
      setImmediate(() => void storeAll());
    },
  });
  process.on('message', ({ count }: { readonly count: number }) => {
    [expected, recorded, database, acknowledgements] = [count, 0, 0, 0];
    sentBefore = stats().outMsgs;
    process.send?.('ready');
  });
  process.once('disconnect', () => void messages.close().finally(() => process.exit()));
  process.send?.('started');
}

function buildRows(eventId: string, value: RunCompleted, target: Target, now: Date) {
  const { runId, projectId, organizationId, pipelineSlug } = value;
  const { owner, _id: webhookId, origin } = target;
  const facts = { runId, projectId, pipelineSlug, status: 'completed' };
  const body = JSON.stringify({ ...facts, verdict: 'authentic', confidence: value.confidence });
  const shared = { organizationId, owner, body };
  const name = 'run.completed';
  return {
    target,
    event: { _id: eventId, ...shared, name, occurredAt: now, webhookIds: [webhookId] },
    delivery: {
      _id: newId(),
      ...shared,
      webhookId,
      eventId,
      event: name,
      status: 'pending',
      attempt: 1,
      responseStatusCode: null,
      responseBody: null,
      errorMessage: null,
      durationMs: null,
      createdAt: now,
      deliveredAt: null,
      nextAttemptAt: now,
      origin,
      isTest: false,
      state: 'open',
      claim: 'loop',
      dueAt: new Date(now.getTime() + 30_000),
    },
  };
}

function buildEnd({ id: _id, statusCode: responseStatusCode, durationMs }: Ended, now: Date) {
  const change = {
    status: 'succeeded',
    responseStatusCode,
    responseBody: '',
    errorMessage: null,
    durationMs,
    deliveredAt: now,
    nextAttemptAt: null,
    state: 'done',
    endedAt: now,
  };
  const filter = { _id, claim: 'loop', attempt: 1, state: 'open' };
  return { updateOne: { filter, update: { $set: change, $unset: { claim: true, dueAt: true } as const } } };
}

process.once('message', (options: LoopStart) => void run(options));
