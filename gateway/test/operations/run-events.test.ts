import { notFound, unauthenticated } from '@assay/chassis/errors';
import { broadcast } from '@assay/chassis/events/broadcast';
import { connectNats } from '@assay/chassis/events/connection';
import { createLogger } from '@assay/chassis/logger';
import { AuthenticationServiceService } from '@assay/proto/identity/v1/authentication_service';
import { CredentialsInvalidated } from '@assay/proto/identity/v1/identity_events';
import { Run } from '@assay/proto/runs/v1/run';
import type { ListRunEventsRequest } from '@assay/proto/runs/v1/runs_service';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiKey, principal, sampled } from '../credentials.ts';
import { eventsIn } from '../server-sent-events.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ RUN_EVENT_STREAMS_PER_CREDENTIAL: '2' });
});
afterAll(() => gateway.stop());

const { listRunEvents } = RunsServiceService;
const run = sampled(Run);
const [stage] = run.stages;
const path = `/v2/projects/${run.projectId}/verification-runs/${run.id}/events`;
const runEvent = { id: 'a.9', run: { ...run, stages: [] }, stage: undefined };
const stageEvent = { id: 'a.8', run: undefined, stage };
const nothing = { events: [], hasEnded: false };

/** Records the requests. Each page is returned once; later pages are empty. */
function answerPages(...pages: { events: object[]; hasEnded: boolean }[]): ListRunEventsRequest[] {
  const requests: ListRunEventsRequest[] = [];
  gateway.answer(listRunEvents, async (_call, request) => {
    requests.push(request);
    if (pages.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return (pages.shift() ?? nothing) as never;
  });
  return requests;
}

beforeEach(() => {
  gateway.reset(listRunEvents);
});

interface Document {
  readonly paths: Record<string, { get: { responses: Record<string, { content: Record<string, Media> }> } }>;
}

interface Media {
  readonly schema: { readonly required: string[]; readonly properties: { event: { enum: string[] } } };
}

describe('the events of a run', () => {
  it('are sent as they come, as the objects of REST, until the run ends', async () => {
    const requests = answerPages({ events: [stageEvent], hasEnded: false }, nothing, {
      events: [runEvent],
      hasEnded: true,
    });
    const answer = await gateway.fetch(path);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      ...[200, 'text/event-stream; charset=utf-8', 'no-cache, no-transform'],
    ]);
    const events = eventsIn(await answer.text());
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      ['a.8', 'stage'],
      ['a.9', 'run'],
    ]);
    const [first, last] = events.map(({ data }) => JSON.parse(data) as unknown);
    expect(first).toMatchObject({ id: stage?.id, stageSlug: stage?.slug, verificationPipelineRunId: run.id });
    expect(last).toMatchObject({ id: run.id, status: 'completed', pipelineId: run.pipelineSlug });
    expect(last).not.toHaveProperty('stages');
    expect(requests.map(({ afterEventId, waitMs }) => [afterEventId, waitMs > 0])).toEqual([
      ['', false],
      ['a.8', true],
      ['a.8', true],
    ]);
  });

  it('are each what the document says of an event', async () => {
    answerPages({ events: [stageEvent, runEvent], hasEnded: true });
    const document = (await (await gateway.fetch('/v2/openapi.json')).json()) as Document;
    const described = '/v2/projects/{projectId}/verification-runs/{runId}/events';
    const answer = document.paths[described]?.get.responses['200'];
    const { schema } = answer?.content['text/event-stream'] ?? {};
    expect(schema).toMatchObject({ type: 'object', required: ['id', 'event', 'data'] });
    const sent = (await (await gateway.fetch(path)).text())
      .split('\n\n')
      .filter((block) => block.startsWith('id: '));
    expect(sent).toHaveLength(2);
    for (const block of sent) {
      const [id, event, data] = block.split('\n').map((line) => line.split(': ', 1)[0]);
      expect([id, event, data]).toEqual(schema?.required);
      expect(schema?.properties.event.enum).toContain(/^event: (\w+)$/mu.exec(block)?.[1]);
    }
  });

  it('say that they are there while nothing changes, as often as they are told to', async () => {
    const requests = answerPages();
    const another = await gateway.startAnother({ RUN_EVENT_COMMENT_MS: '100' });
    const answer = await fetch(`http://${another.httpAddress}${path}`, { headers: { 'x-api-key': apiKey } });
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      if (text.split(': nothing has changed\n\n').length > 3) break;
    }
    expect(text).toMatch(/^retry: 5000\n\n(?:: nothing has changed\n\n){3}/u);
    expect(requests.slice(1).every(({ waitMs }) => waitMs >= 1 && waitMs <= 100)).toBe(true);
    await another.stop();
  });

  it('go on behind the last one that the client knows', async () => {
    const requests = answerPages({ events: [runEvent], hasEnded: true });
    await (await gateway.fetch(path, { headers: { 'x-api-key': apiKey, 'last-event-id': 'a.8' } })).text();
    expect(requests).toMatchObject([{ runId: run.id, projectId: run.projectId, afterEventId: 'a.8' }]);
  });

  it('are refused before the stream begins in the shape of every error', async () => {
    gateway.answer(listRunEvents, () => Promise.reject(notFound('run')));
    const answer = await gateway.fetch(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      ...[404, 'application/json; charset=utf-8'],
    ]);
  });

  it('have so many streams of a credential, which end with their clients', async () => {
    answerPages();
    const disconnect = new AbortController();
    const headers = { 'x-api-key': apiKey };
    const open = () => gateway.fetch(path, { headers, signal: disconnect.signal });
    expect((await Promise.all([open(), open()])).map(({ status }) => status)).toEqual([200, 200]);
    const third = await gateway.fetch(path);
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await third.json()).toMatchObject({ error: { details: { limit: 2 } } });
    disconnect.abort();
    await vi.waitFor(async () => {
      const again = new AbortController();
      expect((await gateway.fetch(path, { headers, signal: again.signal })).status).toBe(200);
      again.abort();
    });
  });

  it('end when their credential is revoked, at once and without the events that follow', async () => {
    const revoked = await gateway.startAnother({ PRINCIPAL_CACHE_MS: '600000' });
    const { natsUrl, natsNamespace } = gateway.config;
    const logger = createLogger({ name: 'test', level: 'silent' });
    const nats = await connectNats({ url: natsUrl, namespace: natsNamespace, name: 'test', logger });
    let answerLater: (page: typeof nothing) => void = () => undefined;
    let calls = 0;
    gateway.answer(listRunEvents, async () => {
      calls += 1;
      if (calls === 1) return { events: [stageEvent], hasEnded: false };
      return await new Promise<typeof nothing>((resolve) => (answerLater = resolve));
    });
    const headers = { 'x-api-key': apiKey };
    const answer = await fetch(`http://${revoked.httpAddress}${path}`, { headers });
    const text = answer.text();
    await vi.waitFor(() => {
      expect(calls).toBe(2);
    });
    gateway.answer(AuthenticationServiceService.authenticateApiKey, () => Promise.reject(unauthenticated()));
    const noOthers = { userIds: [], organizationIds: [] };
    broadcast(nats, CredentialsInvalidated, { credentialIds: [principal.credentialId], ...noOthers });
    expect(eventsIn(await text).map(({ id }) => id)).toEqual(['a.8']);
    answerLater({ events: [runEvent], hasEnded: true } as never);
    gateway.reset(AuthenticationServiceService.authenticateApiKey);
    await nats.close();
  });

  it('are sent only after their credential was checked again, also when no invalidation arrives', async () => {
    const unnotified = await gateway.startAnother({ PRINCIPAL_CACHE_MS: '0' });
    gateway.answer(listRunEvents, (_call, { waitMs }) => {
      if (waitMs === 0) return Promise.resolve(nothing as never);
      gateway.answer(AuthenticationServiceService.authenticateApiKey, () =>
        Promise.reject(unauthenticated()),
      );
      return Promise.resolve({ events: [runEvent], hasEnded: true } as never);
    });
    const headers = { 'x-api-key': apiKey };
    const answer = await fetch(`http://${unnotified.httpAddress}${path}`, { headers });
    expect(eventsIn(await answer.text())).toEqual([]);
    gateway.reset(AuthenticationServiceService.authenticateApiKey);
  });

  it('end before their run when the gateway stops', async () => {
    answerPages();
    const another = await gateway.startAnother();
    const answer = await fetch(`http://${another.httpAddress}${path}`, { headers: { 'x-api-key': apiKey } });
    const text = answer.text();
    await another.stop();
    expect(eventsIn(await text)).toEqual([]);
  });

  it('end at once when a gateway stops, and go on at another one where they were', async () => {
    const requests = answerPages({ events: [stageEvent], hasEnded: false });
    const stopping = await gateway.startAnother({ SHUTDOWN_DELAY_MS: '1000' });
    const follow = (at: string, headers: Record<string, string> = {}) =>
      fetch(`http://${at}${path}`, { headers: { 'x-api-key': apiKey, ...headers } });
    const interrupted = await follow(stopping.httpAddress);
    await vi.waitFor(() => {
      expect(requests.length).toBeGreaterThan(1);
    });
    // The server responds for one more second; its streams end at once.
    void stopping.stop();
    const seen = eventsIn(await interrupted.text());
    expect(seen.map(({ id }) => id)).toEqual(['a.8']);
    const resumedAt = answerPages({ events: [runEvent], hasEnded: true });
    const resumed = await follow(new URL(gateway.baseUrl).host, { 'last-event-id': seen[0]?.id ?? '' });
    expect(eventsIn(await resumed.text()).map(({ id }) => id)).toEqual(['a.9']);
    expect(resumedAt).toMatchObject([{ afterEventId: 'a.8' }]);
  });
});
