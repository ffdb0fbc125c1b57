import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot, readConfig } from '@assay/local/config';
import { adminUrl, environmentOf, localHost } from '@assay/local/platform/environment';
import type { PlatformPorts } from '@assay/local/platform/environment';
import { choosePorts } from '@assay/local/platform/start-platform';
import { startGuardian } from '@assay/local/processes/guardian';
import { startProcess } from '@assay/local/processes/restartable-process';
import { expectListener } from '@assay/local/servers/readiness';
import { samplePhotograph } from '@assay/local/verification/sample-photograph';
import { launchPlatform } from '@assay/test-kit/launched-platform';
import type { LaunchedPlatform } from '@assay/test-kit/launched-platform';
import { createMcpClient } from '@assay/test-kit/mcp/mcp-client';
import { createRest } from '@assay/test-kit/rest';
import { startTraceCollector } from '@assay/test-kit/servers/trace-collector';
import type { TraceCollector } from '@assay/test-kit/servers/trace-collector';
import { awaitRunEnd, awaitEnrichment } from '@assay/test-kit/verify';
import { processNames } from '@assay/proto/processes';
import { eventually } from '@assay/test-kit/eventually';
import { exposedIn, unknownNames, unseenMetrics } from './exposition.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const pem = (name: string): string => join(projectRoot, 'services/chassis/test/grpc/certificates', name);
const variables = {
  TLS_CA_FILE: pem('authority.pem'),
  TLS_CERTIFICATE_FILE: pem('server.pem'),
  TLS_KEY_FILE: pem('server-key.pem'),
};
let platform: LaunchedPlatform;
let collector: TraceCollector;

beforeAll(async () => {
  collector = await startTraceCollector();
  // Of the requests those are traced that say so themselves.
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' };
  platform = await launchPlatform({ servers: inject('servers'), variables: { ...variables, ...tracing } });
});
afterAll(async () => {
  await platform.stop();
  collector.close();
});

/** A gateway beside the others that was not told of the certificates, for as long as `use` takes. */
async function withPlaintextGateway(
  use: (gateway: PlatformPorts['gateway']) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-plaintext-'));
  const guardian = startGuardian();
  const { gateway } = await choosePorts();
  const layout = { ...platform.layout, ports: { ...platform.layout.ports, gateway }, tls: {} };
  const plan = {
    command: process.execPath,
    args: ['--conditions=source', join(projectRoot, 'gateway/src/main.ts')],
    environment: { ...readConfig().inherited, ...environmentOf('gateway', layout) },
    workingDirectory: projectRoot,
  };
  const ready = (signal: AbortSignal) => expectListener(gateway.http, signal);
  const logFile = join(folder, 'gateway.log');
  const description = { name: 'gateway', plan, logFile, readyTimeoutMs: 60_000, ready };
  const started = await startProcess(description, guardian);
  try {
    await use(gateway);
  } finally {
    await started.stop();
    guardian.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const traceId = randomBytes(16).toString('hex');
const spanId = randomBytes(8).toString('hex');
/** The trace of a client, in which it uploads a photograph and has it examined. */
const trace = { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };

/** Some of the spans on the way of a photograph, in its order. */
const wayOfAPhotograph = [
  'gateway: POST /v2/projects/:projectId/files',
  'projects-files: POST /v2/projects/:projectId/files',
  'projects-files: S3 PutObject',
  'projects-files: insert files',
  'projects-files: publish assay.files.v1.ImageEnrichmentRequested',
  'projects-files: process projects-files__on-image-enrichment-requested',
  'projects-files: S3 GetObject',
  'projects-files: publish assay.files.v1.FileEnriched',
  'gateway: POST /v2/projects/:projectId/verification-runs',
  'gateway: assay.runs.v1.RunsService/StartRun',
  'verification: assay.runs.v1.RunsService/StartRun',
  'verification: assay.billing.v1.BillingService/PlaceHold',
  'billing: assay.billing.v1.BillingService/PlaceHold',
  'verification: publish assay.runs.v1.StageRequested',
  'verification: process verification__on-stage-requested',
  'verification: work',
  'verification: publish assay.runs.v1.RunCompleted',
  'billing: process billing__on-run-completed',
  'billing: update accounts',
];

describe('a platform whose processes have certificates', () => {
  it('takes a photograph, examines it and reports on it', async () => {
    const rest = createRest(platform.baseUrl, platform.apiKey);
    const traced = createRest(platform.baseUrl, {
      'x-api-key': platform.apiKey,
      traceparent: trace.traceparent,
    });
    const { body: project } = await rest.post('/v2/projects', { name: 'Encrypted' });
    const uploaded = await traced.upload(project.id, samplePhotograph());
    expect(uploaded.status).toBe(201);
    const file = await awaitEnrichment(rest, uploaded.body.id);
    expect(file.enrichmentStatus).toBe('completed');
    const runs = `/v2/projects/${project.id}/verification-runs`;
    const started = await traced.post(runs, { pipelineSlug: 'image-authenticity', fileIds: [file.id] });
    expect(started.status).toBe(201);
    const run = await awaitRunEnd(rest, started.body);
    expect(run.status).toBe('completed');
    const report = await rest.get(`${runs}/${run.id}/report?format=json`);
    expect(report.status).toBe(200);
    expect(JSON.stringify(report.body)).toContain(run.id);
  });

  it('says upload, reading, run and charge as one trace without a gap', async () => {
    await eventually(() => {
      const spans = collector.spans.filter(({ traceId }) => traceId === trace.traceId);
      const said = new Set(spans.map(({ process, name }) => `${process}: ${name}`));
      expect(wayOfAPhotograph.filter((span) => !said.has(span))).toEqual([]);
      const known = new Set([trace.spanId, ...spans.map(({ spanId }) => spanId)]);
      const gaps = spans.filter(({ parentSpanId }) => !known.has(parentSpanId));
      expect(gaps).toEqual([]);
    });
    const [passedOn] = collector.spans.filter(
      ({ process, kind, name }) =>
        process === 'gateway' && kind === 'client' && name === wayOfAPhotograph[0]?.slice('gateway: '.length),
    );
    const named = (spanId: string | undefined) => collector.spans.find((span) => span.spanId === spanId);
    const received = collector.spans.find(({ parentSpanId }) => parentSpanId === passedOn?.spanId);
    expect([named(passedOn?.parentSpanId)?.kind, received?.process, received?.kind]).toEqual([
      'server',
      'projects-files',
      'server',
    ]);
    // Nobody asked for another.
    expect(new Set(collector.spans.map(({ traceId }) => traceId))).toEqual(new Set([trace.traceId]));
  });

  it('measures all that dashboards and alerts ask for, and every measure of its own is on a dashboard', async () => {
    const { ports } = platform.layout;
    const mcp = createMcpClient(platform.baseUrl, '2025-11-25', { 'x-api-key': platform.apiKey });
    await mcp.call('list_projects');
    const texts = await Promise.all(
      processNames.map(async (name) => (await fetch(`${adminUrl(name, ports)}/metrics`)).text()),
    );
    const exposed = exposedIn(texts);
    expect(await unknownNames(exposed)).toEqual([]);
    expect(unseenMetrics(exposed)).toEqual([]);
  });

  it('takes uploads over https alone', async () => {
    const { PROJECTS_FILES_UPLOAD_URL: url = '' } = environmentOf('gateway', platform.layout);
    expect(new URL(url).protocol).toBe('https:');
    await expect(fetch(url.replace('https:', 'http:'))).rejects.toThrow('fetch failed');
    // What it shows is signed by an authority that only the platform believes.
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } });
  });

  it('answers nothing to a process that talks in plaintext', async () => {
    await withPlaintextGateway(async ({ http, admin }) => {
      const answer = await createRest(`http://${localHost}:${http}`, platform.apiKey).get('/v2/projects');
      expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      const readiness = await fetch(`http://${localHost}:${admin}/readyz`);
      expect([readiness.status, await readiness.text()]).toEqual([
        503,
        expect.stringContaining('identity-org'),
      ]);
    });
  });
});
