import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { getMessage, showMessages } from '@assay/operations/derive/message';
import { RestError } from '@assay/operations/errors/rest-error';
import { run } from '@assay/operations/shapes/run';
import { stage } from '@assay/operations/shapes/stage';
import { Run, Stage } from '@assay/proto/runs/v1/run';
import type { RunEvent } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import type { ListRunEventsRequest, ListRunEventsResponse } from '@assay/proto/runs/v1/runs_service';
import type { Endpoint, RouteDeps } from '../rest-app.ts';
import { buildRoute } from '../routes/build-route.ts';

const waitMs = 5_000;
/** A stream ends after this time. The client reconnects with its last event id. */
const maxStreamMs = 600_000;
const retryAfterSeconds = 5;

interface Watched {
  readonly Params: { readonly projectId: string; readonly runId: string };
}

/** Streams the events of a run as server-sent events (HTML standard, section 9.2). */
export const streamRunEvents: Endpoint = (app, operation, deps) => {
  const streamLimit = createStreamLimit(deps.config.runEventStreamsPerCredential);
  app.route<Watched>({
    ...buildRoute(operation),
    async handler(request, reply) {
      const { projectId, runId } = request.params;
      const firstRequest = { runId, projectId, afterEventId: readLastEventId(request), waitMs: 0 };
      const disconnected = new AbortController();
      const release = streamLimit.acquire(readCredentialId(request));
      reply.raw.once('close', () => {
        disconnected.abort();
        release();
      });
      const firstPage = await deps.callers.callRpc(
        RunsServiceService.listRunEvents,
        request.call,
        firstRequest,
      );
      const events = renderEvents(deps, request, {
        firstRequest,
        firstPage,
        disconnected: disconnected.signal,
      });
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-cache, no-transform')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(events));
    },
  });
};

interface StreamStart {
  readonly firstRequest: ListRunEventsRequest;
  readonly firstPage: ListRunEventsResponse;
  /** Aborted when the client disconnects. */
  readonly disconnected: AbortSignal;
}

/**
 * Yields the text of the stream. It ends with the run, when the credential is no longer valid, when the gateway stops, or after
 * `maxStreamMs`.
 */
async function* renderEvents(
  deps: RouteDeps,
  request: FastifyRequest,
  start: StreamStart,
): AsyncGenerator<string> {
  const { standingAccess } = deps;
  // The deadline of the request does not limit the stream.
  const { deadline: _deadline, ...call } = request.call;
  request.call = call;
  const revoked = new AbortController();
  const unsubscribe = standingAccess.onInvalidation(() => {
    void standingAccess.isStillAdmitted(request).then((isAdmitted) => {
      if (!isAdmitted) revoked.abort();
    });
  });
  try {
    for await (const text of renderPages(deps, request, { ...start, revoked: revoked.signal })) yield text;
  } finally {
    unsubscribe();
  }
}

async function* renderPages(
  { callers, runtime, config: { runEventCommentMs }, standingAccess }: RouteDeps,
  request: FastifyRequest,
  { firstRequest, firstPage, disconnected, revoked }: StreamStart & { readonly revoked: AbortSignal },
): AsyncGenerator<string> {
  const signal = AbortSignal.any([runtime.lifecycle.stopping, disconnected, revoked]);
  const endsAt = Date.now() + maxStreamMs;
  let page = firstPage;
  let { afterEventId } = firstRequest;
  let lastWriteAt = Date.now();
  yield `retry: ${String(retryAfterSeconds * 1_000)}\n\n`;
  for (;;) {
    for (const event of page.events) {
      if (!(await standingAccess.isStillAdmitted(request))) return;
      yield renderEvent(event, firstRequest.runId);
      [afterEventId, lastWriteAt] = [event.id, Date.now()];
    }
    if (page.hasEnded || signal.aborted || Date.now() >= endsAt) return;
    if (Date.now() - lastWriteAt >= runEventCommentMs) {
      yield ': nothing has changed\n\n';
      lastWriteAt = Date.now();
    }
    const untilComment = Math.max(1, lastWriteAt + runEventCommentMs - Date.now());
    const next = { ...firstRequest, afterEventId, waitMs: Math.min(waitMs, untilComment) };
    const answer = await callers
      .callRpc(RunsServiceService.listRunEvents, { ...request.call, signal }, next)
      .catch(() => undefined);
    // The client reconnects and receives the error as the response.
    if (answer === undefined) return;
    page = answer;
  }
}

const messages = showMessages([run]);
const runToRest = messages.show(getMessage(Run.$type), run).toRest;
const stageToRest = messages.show(getMessage(Stage.$type), stage).toRest;

function renderEvent(event: RunEvent, runId: string): string {
  const [name, shown] =
    event.run === undefined
      ? ['stage', stageToRest({ ...event.stage, runId })]
      : ['run', runToRest(event.run)];
  return `id: ${event.id}\nevent: ${name}\ndata: ${JSON.stringify(shown)}\n\n`;
}

/** Limits the open streams of each credential. */
function createStreamLimit(limit: number) {
  const open = new Map<string, number>();
  return {
    acquire(credentialId: string): () => void {
      const count = open.get(credentialId) ?? 0;
      if (count >= limit) throw tooManyStreams(limit);
      open.set(credentialId, count + 1);
      return () => {
        const left = (open.get(credentialId) ?? 1) - 1;
        if (left > 0) open.set(credentialId, left);
        else open.delete(credentialId);
      };
    },
  };
}

function readCredentialId({ call: { actor } }: FastifyRequest): string {
  return actor.kind === 'user' ? actor.credentialId : '';
}

function readLastEventId({ headers }: FastifyRequest): string {
  const value = headers['last-event-id'];
  // No event id is longer.
  return typeof value === 'string' && value.length <= 100 ? value : '';
}

function tooManyStreams(limit: number): RestError {
  return new RestError(
    'TOO_MANY_REQUESTS',
    'Too many event streams are open with this credential. Close one and try again.',
    {
      details: { limit },
      retryAfterSeconds,
    },
  );
}
