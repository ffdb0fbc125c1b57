import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileUploaded } from '@assay/proto/files/v1/file_events';
import { newEvent } from '../../src/events/event.ts';
import { createLogger } from '../../src/logger.ts';
import { currentTraceparent, inSpan, isTracing, openSpan } from '../../src/process/tracing/spans.ts';
import { startTracing } from '../../src/process/tracing/start-tracing.ts';
import type { Tracing } from '../../src/process/tracing/start-tracing.ts';

const run = promisify(execFile);

describe('without a collector', () => {
  it('only the API package of OpenTelemetry is loaded', async () => {
    const program = fileURLToPath(new URL('loaded-modules.ts', import.meta.url));
    const { stdout } = await run(process.execPath, ['--conditions=source', program]);
    expect(stdout).toBe('@opentelemetry/api');
  });

  it('work runs without spans', async () => {
    expect(isTracing()).toBe(false);
    expect(openSpan({ name: 'nothing', kind: 'server' })).toBeUndefined();
    const inside = await inSpan({ name: 'nothing', kind: 'server', continues: '' }, () =>
      Promise.resolve(currentTraceparent()),
    );
    expect(inside).toBeUndefined();
  });
});

describe('with a collector', () => {
  const exported: { readonly url: string; readonly authorization: string }[] = [];
  const collector = createServer((request, response) => {
    exported.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '' });
    request.resume().once('end', () => response.end());
  });
  const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const traceparent = (flags: string): string => `00-${parent.traceId}-${parent.spanId}-${flags}`;
  let tracing: Tracing;

  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as AddressInfo;
    tracing = await startTracing('test', {
      otlpEndpoint: `http://127.0.0.1:${port}/`,
      otlpHeaders: 'authorization=Bearer%20abc',
    });
  });

  afterAll(() => {
    collector.closeAllConnections();
    collector.close();
  });

  it('a span continues the trace of its caller, and calls inside it continue the span', async () => {
    await inSpan({ name: 'outer', kind: 'server', continues: traceparent('01') }, async () => {
      const outer = currentTraceparent();
      expect(outer).toMatch(new RegExp(`^00-${parent.traceId}-(?!${parent.spanId})[0-9a-f]{16}-01$`, 'u'));
      const event = newEvent(FileUploaded, FileUploaded.fromPartial({}), {
        organizationId: 'o',
        call: { requestId: 'r', traceparent: 'x' },
      });
      expect(event.traceparent).toBe(outer);
      const inner = await inSpan({ name: 'inner', kind: 'client' }, () =>
        Promise.resolve(currentTraceparent()),
      );
      expect(inner?.slice(0, 36)).toBe(outer?.slice(0, 36));
      expect(inner).not.toBe(outer);
    });
    expect(currentTraceparent()).toBeUndefined();
  });

  it('a trace that its client does not sample is not sampled', async () => {
    const inside = await inSpan({ name: 'quiet', kind: 'server', continues: traceparent('00') }, () =>
      Promise.resolve(currentTraceparent()),
    );
    expect(inside).toMatch(/-00$/u);
  });

  it('a log line has the ids of the active span', async () => {
    const lines: string[] = [];
    const logger = createLogger({ name: 'test', level: 'info' }, { write: (line) => void lines.push(line) });
    logger.info('outside');
    await inSpan({ name: 'work', kind: 'internal', continues: traceparent('01') }, () => {
      logger.child({ consumer: 'c' }).info('inside');
      return Promise.resolve();
    });
    const [outside, inside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(outside).not.toHaveProperty('traceId');
    expect(inside).toMatchObject({ traceId: parent.traceId, consumer: 'c' });
  });

  it('exports waiting spans when the process stops, with the configured headers', async () => {
    await tracing.stop();
    expect(exported.at(-1)).toEqual({ url: '/v1/traces', authorization: 'Bearer abc' });
  });
});
