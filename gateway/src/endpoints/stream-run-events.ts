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
import { routeOf } from '../route-of.ts';

const waitMs = 5_000;
/** A client that is told to come again says where it was; its credential is then looked at anew. */
const longestMs = 600_000;
const retryAfterSeconds = 5;

interface Watched {
  readonly Params: { readonly projectId: string; readonly runId: string };
}

/** The events of a run as a stream that ends with it (HTML standard, section 9.2). */
export const streamRunEvents: Endpoint = (app, operation, deps) => {
  const slots = createSlots(deps.config.runEventStreamsPerCredential);
  app.route<Watched>({
    ...routeOf(operation),
    async handler(request, reply) {
      const { projectId, runId } = request.params;
      const asked = { runId, projectId, afterEventId: lastEventIdOf(request), waitMs: 0 };
      const gone = new AbortController();
      const leave = slots.take(credentialOf(request));
      reply.raw.once('close', () => {
        gone.abort();
        leave();
      });
      const first = await deps.callers.callRpc(RunsServiceService.listRunEvents, request.call, asked);
      const events = textOf(deps, request, { asked, first, gone: gone.signal });
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-cache, no-transform')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(events));
    },
  });
};

interface Beginning {
  readonly asked: ListRunEventsRequest;
  readonly first: ListRunEventsResponse;
  /** Aborted when the client is gone. */
  readonly gone: AbortSignal;
}

/** Ends with the run, when the gateway stops, and after a while. */
async function* textOf(
  { callers, runtime, config: { runEventCommentMs } }: RouteDeps,
  { call }: FastifyRequest,
  { asked, first, gone }: Beginning,
): AsyncGenerator<string> {
  const signal = AbortSignal.any([runtime.lifecycle.stopping, gone]);
  const endsAt = Date.now() + longestMs;
  let [found, { afterEventId }, saidAt] = [first, asked, Date.now()];
  yield `retry: ${String(retryAfterSeconds * 1_000)}\n\n`;
  for (;;) {
    for (const event of found.events) {
      yield textOfEvent(event, asked.runId);
      [afterEventId, saidAt] = [event.id, Date.now()];
    }
    if (found.hasEnded || signal.aborted || Date.now() >= endsAt) return;
    if (Date.now() - saidAt >= runEventCommentMs) {
      yield ': nothing has changed\n\n';
      saidAt = Date.now();
    }
    const { deadline: _passed, ...again } = call;
    const untilComment = Math.max(1, saidAt + runEventCommentMs - Date.now());
    const next = { ...asked, afterEventId, waitMs: Math.min(waitMs, untilComment) };
    const answer = await callers
      .callRpc(RunsServiceService.listRunEvents, { ...again, signal }, next)
      .catch(() => undefined);
    // The client comes again, and is told what is wrong.
    if (answer === undefined) return;
    found = answer;
  }
}

const messages = showMessages([run]);
const runToRest = messages.show(getMessage(Run.$type), run).toRest;
const stageToRest = messages.show(getMessage(Stage.$type), stage).toRest;

function textOfEvent(event: RunEvent, runId: string): string {
  const [name, shown] =
    event.run === undefined
      ? ['stage', stageToRest({ ...event.stage, runId })]
      : ['run', runToRest(event.run)];
  return `id: ${event.id}\nevent: ${name}\ndata: ${JSON.stringify(shown)}\n\n`;
}

/** How many streams each credential has open. */
function createSlots(limit: number) {
  const open = new Map<string, number>();
  return {
    take(credentialId: string): () => void {
      const count = open.get(credentialId) ?? 0;
      if (count >= limit) throw tooMany(limit);
      open.set(credentialId, count + 1);
      return () => {
        const left = (open.get(credentialId) ?? 1) - 1;
        if (left > 0) open.set(credentialId, left);
        else open.delete(credentialId);
      };
    },
  };
}

function credentialOf({ call: { actor } }: FastifyRequest): string {
  return actor.kind === 'user' ? actor.credentialId : '';
}

function lastEventIdOf({ headers }: FastifyRequest): string {
  const given = headers['last-event-id'];
  // Nobody's id is so long.
  return typeof given === 'string' && given.length <= 100 ? given : '';
}

function tooMany(limit: number): RestError {
  return new RestError('TOO_MANY_REQUESTS', 'too many streams are open with this credential', {
    details: { limit },
    retryAfterSeconds,
  });
}
