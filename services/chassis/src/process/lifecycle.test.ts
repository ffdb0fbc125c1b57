import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createReadiness } from './health.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLogger } from '../logger.ts';
import { createMetrics } from '../metrics.ts';
import { longestStopMs, stopTimes } from './stop-times.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

describe('lifecycle', () => {
  it('runs each step once in the reverse order, also after a step that fails', async () => {
    const lifecycle = createLifecycle(logger);
    const closed: string[] = [];
    lifecycle.onStop('first', () => void closed.push('first'));
    lifecycle.onStop('broken', () => Promise.reject(new Error('cannot close')));
    lifecycle.onStop('last', () => void closed.push('last'));
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(closed).toEqual(['last', 'first']);
  });

  it('abandons, logs and counts a step that exceeds its limit, and runs the others', async () => {
    const lines: { step?: string; level: number }[] = [];
    const write = (line: string): void => void lines.push(JSON.parse(line) as never);
    const metrics = createMetrics('test');
    const lifecycle = createLifecycle(pino({}, { write }), metrics);
    const closed: string[] = [];
    lifecycle.onStop('first', () => void closed.push('first'));
    lifecycle.onStop('endless', () => new Promise(() => undefined), 20);
    await lifecycle.stop();
    expect(closed).toEqual(['first']);
    expect(lines).toMatchObject([{ step: 'endless', level: 50 }]);
    expect(await metrics.metrics()).toContain('assay_stop_overruns_total{step="endless",process="test"} 1');
  });

  it('is not ready at once and closes after the delay', async () => {
    const lifecycle = createLifecycle(logger);
    const isClosing: boolean[] = [];
    lifecycle.stopping.addEventListener('abort', () => isClosing.push(lifecycle.closing.aborted));
    lifecycle.onStop('first', () => void isClosing.push(lifecycle.closing.aborted));
    await lifecycle.stop(20);
    expect(isClosing).toEqual([false, true]);
  });
});

describe('readiness', () => {
  it('names the problems, and reports that the process is stopping', async () => {
    const lifecycle = createLifecycle(logger);
    const readiness = createReadiness(lifecycle.stopping);
    readiness.add('well', () => undefined);
    readiness.add('ill', () => Promise.reject(new Error('refuses connections')));
    expect(await readiness.check()).toEqual({ ill: 'refuses connections' });
    await lifecycle.stop();
    expect(await readiness.check()).toEqual({ process: 'is stopping' });
  });
});

describe('the maximum stop time', () => {
  const { refusalMs, handlersMs, releaseMs, closingMs, telemetryMs } = stopTimes;
  const restMs = handlersMs + releaseMs + closingMs + telemetryMs;
  const calls = { shutdownDelayMs: 3_000, callDrainTimeoutMs: 120_000 };
  const uploads = { ...calls, uploadTimeoutMs: 600_000 };

  it.each([
    ['calls', calls, 123_000 + restMs],
    ['uploads, by their timeout', uploads, 603_000 + refusalMs + restMs],
    ['uploads, by setting', { ...uploads, uploadDrainTimeoutMs: 200_000 }, 203_000 + refusalMs + restMs],
    ['no uploads without role api', { ...uploads, roles: ['worker'] }, 123_000 + restMs],
    ['the configured maximum', { ...uploads, shutdownTimeoutMs: 8_000 }, 8_000],
  ])('includes %s', (_, config, expected) => {
    expect(longestStopMs(config)).toBe(expected);
  });
});
