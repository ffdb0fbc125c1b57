import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { systemClock } from '@assay/chassis/clock';
import { DomainError } from '@assay/chassis/errors';
import { createTokenVerifier } from '@assay/chassis/tokens/internal-token';
import { File } from '@assay/proto/files/v1/file';
import { Project } from '@assay/proto/projects/v1/project';
import { eventually } from '@assay/test-kit/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, principal, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { refuseUpload, startUploadListener, storeUpload } from './upload-listener.ts';
import type { UploadListener } from './upload-listener.ts';

let listener: UploadListener;
let gateway: TestGateway;
const path = `/v2/projects/${sampled(Project).id}/files`;

beforeEach(async () => {
  listener = await startUploadListener();
  gateway = await startTestGateway({ PROJECTS_FILES_UPLOAD_URL: listener.url });
});
afterEach(async () => {
  await gateway.stop();
  await listener.stop();
});

function form(content: string): FormData {
  const data = new FormData();
  data.set('file', new Blob([content], { type: 'image/jpeg' }), 'harbour.jpg');
  return data;
}

/** A client that sends the rest of its body on demand. */
function beginUpload(): ClientRequest {
  const { hostname, port } = new URL(gateway.baseUrl);
  const headers = { 'x-api-key': apiKey, 'content-type': 'multipart/form-data; boundary=x' };
  const sent = request({ hostname, port, path, method: 'POST', headers });
  sent.on('error', () => undefined);
  return sent;
}

describe('an upload', () => {
  it('is answered 201 with the file, and nothing of the listener besides', async () => {
    listener.receive = storeUpload(sampled(File));
    const response = await gateway.fetch(path, { method: 'POST', body: form('x') });
    expect(response.status).toBe(201);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-internal')).toBeNull();
    const read = await gateway.fetch(`/v2/files/${sampled(File).id}`);
    expect(await response.json()).toEqual(await read.json());
  });

  it('reaches the listener byte for byte, with an internal token instead of the key', async () => {
    let body = '';
    let seen: IncomingMessage | undefined;
    const store = storeUpload(sampled(File), (received) => (body = received.toString()));
    listener.receive = (incoming, response) => {
      seen = incoming;
      store(incoming, response);
    };
    const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
    const headers = {
      'x-api-key': apiKey,
      'x-request-id': 'mine',
      traceparent,
      cookie: 'session=1',
      'x-other': 'not passed on',
    };
    await gateway.fetch(path, { method: 'POST', headers, body: form('y'.repeat(300_000)) });
    expect(body).toContain('y'.repeat(300_000));
    expect(seen?.url).toBe(path);
    expect(seen?.headers).toMatchObject({ 'x-request-id': 'mine', traceparent });
    const { authorization = '', ...others } = seen?.headers ?? {};
    const fromClient = ['content-type', 'content-length', 'transfer-encoding'];
    const fromGateway = ['host', 'connection', 'x-request-id', 'traceparent'];
    const allowed = new Set([...fromClient, ...fromGateway]);
    expect(Object.keys(others).filter((name) => !allowed.has(name))).toEqual([]);
    const token = authorization.replace('Bearer ', '');
    const verifier = createTokenVerifier(gateway.config.internalTokenJwks, systemClock);
    expect(await verifier.verify(token)).toMatchObject({
      organizationId: principal.organizationId,
      actor: { kind: 'user', userId: principal.userId, role: principal.role },
    });
  });

  it('flows through as it arrives', async () => {
    let received = 0;
    listener.receive = (incoming, response) => {
      incoming.on('data', (chunk: Buffer) => (received += chunk.length));
      incoming.on('end', () => response.writeHead(500).end());
    };
    const client = beginUpload();
    client.write(Buffer.alloc(1_000_000));
    await eventually(() => {
      expect(received).toBe(1_000_000);
    });
    client.end();
    await once(client, 'response');
  });

  it('that its client abandons is abandoned at the listener', async () => {
    let isAborted = false;
    let hasBegun = false;
    listener.receive = (incoming) => {
      incoming.on('data', () => (hasBegun = true));
      incoming.on('aborted', () => (isAborted = true));
      incoming.on('error', () => undefined);
    };
    const client = beginUpload();
    client.write(Buffer.alloc(10_000));
    await eventually(() => {
      expect(hasBegun).toBe(true);
    });
    client.destroy();
    await eventually(() => {
      expect(isAborted).toBe(true);
    });
  });

  it('that the listener refuses is refused as by any rpc', async () => {
    const details = { maxBytes: 5, receivedBytes: 9, mimeType: 'image/jpeg' };
    const tooLarge = new DomainError('INVALID_ARGUMENT', 'PAYLOAD_TOO_LARGE', 'too large', { details });
    listener.receive = refuseUpload(tooLarge);
    const response = await gateway.fetch(path, { method: 'POST', body: form('x') });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      error: { code: 'PAYLOAD_TOO_LARGE', message: 'too large', details },
    });
  });

  it('that is refused before it was sent keeps the connection on which the client reads why', async () => {
    listener.receive = refuseUpload(
      new DomainError('NOT_FOUND', 'NOT_FOUND', 'The project was not found. Check its id.'),
    );
    const client = beginUpload();
    let failure: Error | undefined;
    client.on('error', (error) => (failure = error));
    client.write(Buffer.alloc(100_000));
    const [response] = (await once(client, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(404);
    response.resume();
    for (let sent = 0; sent < 20; sent += 1) {
      await new Promise<void>((written) => client.write(Buffer.alloc(100_000), () => written()));
    }
    client.end();
    await once(client, 'close');
    expect(failure).toBeUndefined();
  });

  it('is 503 with Retry-After while there is no listener, or one that breaks off or talks nonsense', async () => {
    const answers = [];
    listener.receive = (incoming) => incoming.socket.destroy();
    answers.push(await gateway.fetch(path, { method: 'POST', body: form('x') }));
    listener.receive = (incoming, response) => {
      incoming.resume();
      response.writeHead(502).end('<html>bad gateway</html>');
    };
    answers.push(await gateway.fetch(path, { method: 'POST', body: form('x') }));
    await listener.stop();
    answers.push(await gateway.fetch(path, { method: 'POST', body: form('x') }));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
  });

  it.each([
    ['without a key', { headers: {}, project: sampled(Project).id }, 401],
    ['into what cannot be a project', { headers: { 'x-api-key': apiKey }, project: '..%2fother' }, 404],
  ])('%s never reaches the listener', async (_name, { headers, project }, status) => {
    let hasReached = false;
    listener.receive = () => (hasReached = true);
    const init = { method: 'POST', headers, body: form('x') };
    expect((await gateway.fetch(`/v2/projects/${project}/files`, init)).status).toBe(status);
    expect(hasReached).toBe(false);
  });

  it('of anything but multipart is refused', async () => {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const json = await gateway.fetch(path, { method: 'POST', headers, body: '{}' });
    const nothing = await gateway.fetch(path, { method: 'POST', headers: { 'x-api-key': apiKey } });
    expect([json.status, nothing.status]).toEqual([415, 400]);
  });
});
