import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Project } from '@assay/proto/projects/v1/project';
import { File } from '@assay/proto/files/v1/file';
import { eventually } from '@assay/test-kit/eventually';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startUploadListener, storeUpload } from '../operations/upload-listener.ts';
import type { UploadListener } from '../operations/upload-listener.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';

const timeoutMs = 1_000;
const key = `X-API-Key: ${apiKey}`;
const json = ['Content-Type: application/json', 'Content-Length: 60000'];
const upload = `POST /v2/projects/${sampled(Project).id}/files HTTP/1.1`;
const multipart = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100000'];

let gateway: TestGateway;
let listener: UploadListener;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  listener = await startUploadListener();
  gateway = await startTestGateway({
    REQUEST_TIMEOUT_MS: String(timeoutMs),
    CONNECTIONS_PER_ADDRESS: '40',
    PROJECTS_FILES_UPLOAD_URL: listener.url,
  });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await gateway.stop();
  await listener.stop();
});

/** A connection on which lines were sent, with the response until it was closed. */
function open(lines: readonly string[] = [], baseUrl = gateway.baseUrl) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const seen = { socket, answer: '', isClosed: false, livedMs: 0 };
  const since = Date.now();
  socket.on('data', (chunk: Buffer) => (seen.answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.on('close', () => Object.assign(seen, { isClosed: true, livedMs: Date.now() - since }));
  if (lines.length > 0) socket.write([...lines, 'Host: assay', '', ''].join('\r\n'));
  return seen;
}

type Seen = ReturnType<typeof open>;

/** Sends a few bytes at intervals until the connection is closed. */
function drip({ socket }: Seen, bytes = 'x', everyMs = 50): void {
  const timer = setInterval(() => socket.write(bytes), everyMs);
  socket.once('close', () => {
    clearInterval(timer);
  });
}

async function untilClosed(all: readonly Seen[]): Promise<void> {
  await eventually(() => {
    expect(all.filter(({ isClosed }) => !isClosed)).toHaveLength(0);
  });
}

const firstLine = ({ answer }: Seen) => answer.split('\r\n')[0];

describe('20 connections that drip', () => {
  it.each([
    ['a body', ['POST /v2/projects HTTP/1.1', key, ...json], 'HTTP/1.1 408 Request Timeout'],
    ['a body nobody waits for', ['POST /v2/projects HTTP/1.1', ...json], 'HTTP/1.1 401 Unauthorized'],
    ['a body to where nothing is', ['POST /v2/nothing HTTP/1.1', ...json], 'HTTP/1.1 404 Not Found'],
    ['a refused upload', [upload, ...multipart], 'HTTP/1.1 401 Unauthorized'],
    ['an upload', [upload, key, ...multipart], 'HTTP/1.1 408 Request Timeout'],
  ])('%s are answered and closed', async (_name, lines, answered) => {
    listener.receive = storeUpload(sampled(File));
    const all = Array.from({ length: 20 }, () => open(lines));
    for (const one of all) drip(one);
    await untilClosed(all);
    expect(new Set(all.map(firstLine))).toEqual(new Set([answered]));
    expect(Math.max(...all.map(({ livedMs }) => livedMs))).toBeGreaterThanOrEqual(timeoutMs);
  });

  it('their headers are answered and closed', async () => {
    const all = Array.from({ length: 20 }, () => open());
    for (const one of all) {
      one.socket.write('GET /v2/projects HTTP/1.1\r\nHost: assay\r\n');
      drip(one, 'X-A: b\r\n');
    }
    await untilClosed(all);
    expect(new Set(all.map(firstLine))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
    expect(all[0]?.answer).toContain('"code":"REQUEST_TIMEOUT"');
  });
});

describe('an upload', () => {
  it('may take longer than other requests where it keeps the pace', async () => {
    let received = '';
    listener.receive = storeUpload(sampled(File), (body) => (received = body.toString()));
    const seen = open([upload, key, ...multipart]);
    for (let sent = 0; sent < 20; sent += 1) {
      seen.socket.write('y'.repeat(5_000));
      await new Promise((resolve) => setTimeout(resolve, timeoutMs / 8));
    }
    await eventually(() => {
      expect(firstLine(seen)).toBe('HTTP/1.1 201 Created');
    });
    expect(received).toHaveLength(100_000);
  });

  it('is not blamed for a listener that does not read', async () => {
    listener.receive = (request, response) => {
      setTimeout(() => {
        storeUpload(sampled(File))(request, response);
      }, 4 * timeoutMs);
    };
    const large = 'Content-Length: 8000000';
    const seen = open([upload, key, 'Content-Type: multipart/form-data; boundary=x', large]);
    seen.socket.write(Buffer.alloc(8_000_000));
    await eventually(() => {
      expect(firstLine(seen)).toBe('HTTP/1.1 201 Created');
    });
  });
});

describe('connections of one address', () => {
  const requestLines = ['GET /v2/error-codes HTTP/1.1'];

  let patient: string;
  beforeEach(async () => {
    const { httpAddress } = await gateway.startAnother({ REQUEST_TIMEOUT_MS: '600000' });
    patient = `http://${httpAddress}`;
  });

  async function openAll(count: number): Promise<Seen[]> {
    const all = Array.from({ length: count }, () => open([], patient));
    await Promise.all(all.map(({ socket }) => once(socket, 'connect')));
    return all;
  }

  it('beyond the cap are told so and closed; the others go on', async () => {
    const [first] = await openAll(40);
    const excess = open(requestLines, patient);
    await untilClosed([excess]);
    expect(firstLine(excess)).toBe('HTTP/1.1 429 Too Many Requests');
    expect(excess.answer).toMatch(/retry-after: 1\r\n/iu);
    expect(excess.answer).toContain('More than 40 connections are open from this address.');
    first?.socket.write([...requestLines, 'Host: assay', '', ''].join('\r\n'));
    await eventually(() => {
      expect(first?.answer).toContain('HTTP/1.1 200 OK');
    });
  });

  it('beyond the cap are closed although they say nothing, and make room for others when they end', async () => {
    const all = await openAll(100);
    await untilClosed(all.slice(40));
    expect(all.filter(({ isClosed }) => isClosed)).toHaveLength(60);
    for (const { socket } of all) socket.destroy();
    await eventually(async () => {
      expect((await fetch(`${patient}/v2/error-codes`)).status).toBe(200);
    });
  });

  it('are not counted when it is a trusted proxy', async () => {
    const proxied = await gateway.startAnother({
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1',
      CONNECTIONS_PER_ADDRESS: '1',
    });
    const [host = '', port] = proxied.httpAddress.split(':');
    const all = Array.from({ length: 20 }, () => connect(Number(port), host));
    sockets.push(...all);
    await Promise.all(all.map((socket) => once(socket, 'connect')));
    expect((await fetch(`http://${proxied.httpAddress}/v2/error-codes`)).status).toBe(200);
  });
});
