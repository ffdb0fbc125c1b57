import { startTracing } from '@assay/chassis/process/tracing/start-tracing';
import type { Tracing } from '@assay/chassis/process/tracing/start-tracing';
import { File } from '@assay/proto/files/v1/file';
import { Project } from '@assay/proto/projects/v1/project';
import { eventually } from '@assay/test-kit/eventually';
import { startTraceCollector } from '@assay/test-kit/servers/trace-collector';
import type { TraceCollector } from '@assay/test-kit/servers/trace-collector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { startUploadListener, storeUpload } from './upload-listener.ts';
import type { UploadListener } from './upload-listener.ts';

let collector: TraceCollector;
let tracing: Tracing;
let listener: UploadListener;
let gateway: TestGateway;
const path = `/v2/projects/${sampled(Project).id}/files`;
const route = '/v2/projects/:projectId/files';

beforeAll(async () => {
  collector = await startTraceCollector();
  tracing = await startTracing('gateway', { otlpEndpoint: collector.url });
  listener = await startUploadListener();
  gateway = await startTestGateway({ PROJECTS_FILES_UPLOAD_URL: listener.url });
});
afterAll(async () => {
  await gateway.stop();
  await listener.stop();
  await tracing.stop();
  collector.close();
});

let traces = 0;

/** Returns the spans of one upload when those of the request and of the proxied request were exported. */
async function collectSpans(send: (headers: Readonly<Record<string, string>>) => Promise<unknown>) {
  traces += 1;
  const traceId = traces.toString().padStart(32, 'a');
  await send({ 'x-api-key': apiKey, traceparent: `00-${traceId}-${'b'.repeat(16)}-01` });
  return await eventually(() => {
    const spans = collector.spans.filter((span) => span.traceId === traceId && span.name === `POST ${route}`);
    const [server, client] = ['server', 'client'].map((kind) => spans.find((span) => span.kind === kind));
    if (server === undefined || client === undefined) throw new Error('not yet exported');
    return { server, client, count: spans.length };
  });
}

async function upload(headers: Readonly<Record<string, string>>): Promise<number> {
  const body = new FormData();
  body.set('file', new Blob(['x'], { type: 'image/jpeg' }), 'harbour.jpg');
  return (await gateway.fetch(path, { method: 'POST', headers, body })).status;
}

describe('the span of passing an upload on', () => {
  it('is inside that of the request, and around what the listener does', async () => {
    const holdMs = 50;
    let continued: unknown;
    const store = storeUpload(sampled(File));
    listener.receive = (incoming, response) => {
      continued = incoming.headers['traceparent'];
      setTimeout(() => {
        store(incoming, response);
      }, holdMs);
    };
    const { server, client, count } = await collectSpans(upload);
    expect(count).toBe(2);
    expect(client.parentSpanId).toBe(server.spanId);
    expect(continued).toBe(`00-${client.traceId}-${client.spanId}-01`);
    expect(client.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': route,
      'http.response.status_code': 201,
      'server.address': '127.0.0.1',
    });
    expect(client.hasFailed).toBe(false);
    // Timers may fire one millisecond early.
    expect(client.durationMs).toBeGreaterThanOrEqual(holdMs - 1);
    expect(server.durationMs).toBeGreaterThanOrEqual(client.durationMs);
  });

  it('has failed, without a status, when the listener breaks off', async () => {
    listener.receive = (incoming) => incoming.socket.destroy();
    const { client } = await collectSpans(upload);
    expect([client.hasFailed, client.attributes['http.response.status_code']]).toEqual([true, undefined]);
  });

  it('has failed when the listener breaks off in its answer', async () => {
    listener.receive = (incoming, response) => {
      incoming.resume().once('end', () => {
        response.writeHead(201, { 'content-length': '1000' });
        response.write('begun', () => response.destroy());
      });
    };
    const { client } = await collectSpans(upload);
    expect([client.hasFailed, client.attributes['http.response.status_code']]).toEqual([true, 201]);
  });

  it('has failed with the status of whoever answers instead of the listener', async () => {
    listener.receive = (incoming, response) => {
      incoming.resume();
      response.writeHead(502).end('<html>bad gateway</html>');
    };
    const { client } = await collectSpans(upload);
    expect([client.hasFailed, client.attributes['http.response.status_code']]).toEqual([true, 502]);
  });

  it('ends, as that of the request does, when the client goes away', async () => {
    const disconnect = new AbortController();
    listener.receive = (incoming) => {
      incoming.on('error', () => undefined).resume();
      disconnect.abort();
    };
    const { client, server } = await collectSpans((headers) =>
      gateway
        .fetch(path, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
          body: 'x',
          signal: disconnect.signal,
        })
        .catch(() => undefined),
    );
    expect(client.hasFailed).toBe(true);
    expect(server.attributes['http.response.status_code']).toBeUndefined();
  });
});
