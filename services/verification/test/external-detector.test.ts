import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createOperatorFetch } from '@assay/chassis/egress/operator-fetch';
import { createLogger } from '@assay/chassis/logger';
import { samplePhotograph } from '@assay/test-kit/fixtures';
import { awaitRunEnd } from '@assay/test-kit/verify';
import { afterEach, describe, expect, it } from 'vitest';
import { createExternalDetector } from '../src/clients/external-detector.ts';
import { launchRunPlatform } from './run-platform.ts';

const calibration = {
  detector: 'Probe',
  version: '1',
  proposition: 'synthetic',
  searchesFor: [],
  mimeTypes: ['image/jpeg'],
  innocentScenes: 100,
  alteredScenes: 100,
  steps: [{ above: 0.5, falseAlarms: 0, found: 90 }],
} as const;
const photograph = { path: samplePhotograph(), mimeType: 'image/jpeg' };
const never = new AbortController().signal;
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function detectorAt(handler: Handler, timeoutMs = 30_000) {
  const logger = createLogger({ name: 'detector-test', level: 'silent' });
  const url = await serve(handler);
  return createExternalDetector({
    url,
    send: createOperatorFetch([url]),
    secret: 'a secret',
    calibration,
    timeoutMs,
    logger,
    onAnswer: () => undefined,
  });
}

async function serve(handler: Handler): Promise<string> {
  const listening = createServer(handler);
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as { port: number };
  return `http://127.0.0.1:${String(port)}/examine`;
}

const says = (response: ServerResponse, answer: unknown): void => {
  response.end(JSON.stringify(answer));
};

describe('the external detector', () => {
  it('gets the bytes of the file with its type and the secret, and its score is weighed', async () => {
    const asked: unknown[] = [];
    const detector = await detectorAt((request, response) => {
      void buffer(request).then((bytes) => {
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        asked.push([request.method, request.headers['content-type'], request.headers.authorization, sha256]);
        says(response, { detector: 'Probe', version: '1', score: 0.9 });
      });
    });
    const result = await detector.examine(photograph, never);
    const sha256 = createHash('sha256')
      .update(await readFile(photograph.path))
      .digest('hex');
    expect(asked).toEqual([['POST', 'image/jpeg', 'Bearer a secret', sha256]]);
    expect(result?.llrSynthetic).toBeGreaterThan(1);
  });

  it('is asked in a run, and stands among what was found', async () => {
    const url = await serve((request, response) => {
      request.resume();
      request.on('end', () => says(response, { detector: 'Probe', version: '1', score: 0.9 }));
    });
    const folder = await mkdtemp(join(tmpdir(), 'assay-detector-'));
    const file = join(folder, 'calibration.json');
    await writeFile(file, JSON.stringify({ ...calibration, searchesFor: undefined }));
    const started = await launchRunPlatform({
      EXTERNAL_DETECTOR_URL: url,
      EXTERNAL_DETECTOR_CALIBRATION_FILE: file,
    });
    try {
      const { id = '' } = (await started.startWith()) ?? {};
      const run: unknown = await awaitRunEnd(started.rest, { projectId: started.order.projectId, id });
      expect(run).toMatchObject({ status: 'completed', verdict: 'inconclusive' });
      expect(JSON.stringify(run)).toContain('Probe answers 0.90; 0 of 100 innocent scenes');
    } finally {
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('is not asked about files it was not calibrated on', async () => {
    const detector = await detectorAt((_request, response) => void response.end('{}'));
    expect(await detector.examine({ ...photograph, mimeType: 'image/png' }, never)).toBeNull();
  });

  it.each<[string, Handler]>([
    ['fails', (_request, response) => void response.writeHead(500).end('{}')],
    ['answers something else', (_request, response) => void response.end('<html>')],
    ['answers without a score', (_request, response) => says(response, { detector: 'Probe' })],
    ['answers without end', (_request, response) => void response.end('x'.repeat(70_000))],
    ['sends elsewhere', (_request, response) => void response.writeHead(307, { location: '/' }).end()],
    ['hangs up', (request) => void request.destroy()],
  ])('that %s is not applicable', async (_how, handler) => {
    const detector = await detectorAt(handler);
    const result = await detector.examine(photograph, never);
    expect(result?.applicability).toEqual({
      applicable: false,
      reason: 'Probe did not answer as it should',
    });
  });

  it('is given its time and no more, and a canceled stage ends at once', async () => {
    const detector = await detectorAt(() => undefined, 200);
    expect((await detector.examine(photograph, never))?.applicability.applicable).toBe(false);
    const canceled = new AbortController();
    const asking = detector.examine(photograph, canceled.signal);
    canceled.abort(new Error('canceled'));
    await expect(asking).rejects.toThrow('canceled');
  });

  it('is left alone once it has failed again and again', async () => {
    let requests = 0;
    const detector = await detectorAt((_request, response) => {
      requests += 1;
      response.writeHead(503).end('{}');
    });
    for (let count = 0; count < 12; count += 1) await detector.examine(photograph, never);
    expect(requests).toBe(5);
  });
});
