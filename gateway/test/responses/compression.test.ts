import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';
import { Project } from '@assay/proto/projects/v1/project';
import { Run } from '@assay/proto/runs/v1/run';
import { RunsServiceService } from '@assay/proto/runs/v1/runs_service';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, sampled } from '../credentials.ts';
import { startTestGateway } from '../start-gateway.ts';
import type { TestGateway } from '../start-gateway.ts';
import { requestRaw } from './request-raw.ts';
import type { RawResponse } from './request-raw.ts';

let gateway: TestGateway;
const project = `/v2/projects/${sampled(Project).id}`;
const runs = `${project}/verification-runs/${sampled(Run).id}`;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterEach(() => {
  gateway.reset();
});
afterAll(() => gateway.stop());

function get(path: string, acceptEncoding?: string, method = 'GET'): Promise<RawResponse> {
  const coding = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
  return requestRaw(`${gateway.baseUrl}${path}`, { method, headers: { 'x-api-key': apiKey, ...coding } });
}

/** Makes the project response as large as its description. */
function describeProject(length: number): string {
  const description = 'About the harbour. '.repeat(length).slice(0, length);
  gateway.answer(ProjectsServiceService.getProject, () =>
    Promise.resolve({ project: { ...sampled(Project), description }, fileCount: 1 }),
  );
  return description;
}

function answerReport(contentType: string, content: Buffer): void {
  gateway.answer(RunsServiceService.getReport, () => Promise.resolve({ content, contentType }));
}

describe('a response over 1 kB', () => {
  it.each([
    ['gzip, br', 'gzip', gunzipSync],
    ['br', 'br', brotliDecompressSync],
  ])('is compressed for a client that accepts %s', async (accepted, coding, decompress) => {
    const description = describeProject(4_000);
    const { status, headers, body } = await get(project, accepted);
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, coding, 'Accept-Encoding']);
    expect(headers['content-length']).toBe(String(body.length));
    expect(body.length).toBeLessThan(1_000);
    expect(JSON.parse(decompress(body).toString())).toMatchObject({ description });
  });

  it.each([undefined, 'identity', 'gzip;q=0', 'deflate'])(
    'is sent as it is to a client that accepts %s',
    async (accepted) => {
      const description = describeProject(4_000);
      const { headers, body } = await get(project, accepted);
      expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding']);
      expect(JSON.parse(body.toString())).toMatchObject({ description });
    },
  );

  it('has the same headers for HEAD, without a body', async () => {
    describeProject(4_000);
    const { headers } = await get(project, 'gzip');
    const { headers: head, body } = await get(project, 'gzip', 'HEAD');
    expect(body).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary'])
      expect([name, head[name]]).toEqual([name, headers[name]]);
  });

  it('is not compressed when its type is compressed already', async () => {
    answerReport('application/pdf', Buffer.alloc(4_000, 'x'));
    const { headers, body } = await get(`${runs}/report?format=pdf`, 'gzip');
    expect([headers['content-encoding'], body.length]).toEqual([undefined, 4_000]);
  });

  it('is compressed when it is a page', async () => {
    answerReport('text/html; charset=utf-8', Buffer.alloc(4_000, 'x'));
    const { headers, body } = await get(`${runs}/report`, 'gzip');
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(body)).toHaveLength(4_000);
  });
});

describe('a response that is not compressed', () => {
  it('has at most 1 kB', async () => {
    describeProject(10);
    const { headers, body } = await get(project, 'gzip, br');
    expect(body.length).toBeLessThanOrEqual(1_024);
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined]);
  });

  it('is a stream of events', async () => {
    const { headers, body } = await get(`${runs}/events`, 'gzip, br');
    expect([headers['content-type'], headers['content-encoding']]).toEqual([
      'text/event-stream; charset=utf-8',
      undefined,
    ]);
    expect(body.length).toBeGreaterThan(1_024);
    expect(body.toString()).toContain('event: run\n');
  });
});
