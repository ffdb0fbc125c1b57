import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { startTelemetry } from '../../src/process/telemetry.ts';

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A collector that keeps what is posted to it. */
async function startCollector(): Promise<{ url: string; traces: Promise<string> }> {
  const received = Promise.withResolvers<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') received.resolve(Buffer.concat(chunks).toString('latin1'));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, traces: received.promise };
}

describe('telemetry', () => {
  it('loads nothing and stops at once without a collector', async () => {
    await expect((await startTelemetry('test', {})).stop()).resolves.toBeUndefined();
  });

  it.each([
    ['requests', new URL('traced-program.ts', import.meta.url), ['traced-program', 'GET']],
    [
      'calls',
      new URL('traced-calls.ts', import.meta.url),
      ['traced-calls', 'assay.projects.v1.ProjectsService/GetProject'],
    ],
  ])('exports spans of %s to the collector, under the name of the process', async (_what, file, expected) => {
    const { url, traces } = await startCollector();
    const program = fileURLToPath(file);
    const hook = fileURLToPath(new URL('../../src/process/telemetry-hook.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=source', '--import', hook, program], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_LOGS_EXPORTER: 'none',
      },
    });
    closers.push(() => child.kill('SIGKILL'));
    const exported = await traces;
    for (const text of expected) expect(exported).toContain(text);
    expect(exported).not.toContain('Exchange');
  });
});
