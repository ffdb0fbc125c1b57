import { createMovingClock } from '@assay/test-kit/moving-clock';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { createDependencies } from '../../src/process/dependencies.ts';

function addServer() {
  const clock = createMovingClock();
  const metrics = createMetrics('test');
  const server = { isUp: true, requests: 0 };
  const onAnswer = createDependencies(metrics, clock).addRemote('server', () => {
    server.requests += 1;
    return server.isUp ? Promise.resolve() : Promise.reject(new Error('unavailable'));
  });
  const gauge = 'assay_dependency_up{dependency="server",process="test"}';
  const scrape = async () =>
    (await metrics.metrics())
      .split('\n')
      .find((line) => line.startsWith(gauge))
      ?.at(-1);
  return { clock, server, onAnswer, scrape };
}

describe('an external server', () => {
  it('is probed once a minute while it serves no traffic', async () => {
    const { clock, server, scrape } = addServer();
    expect([await scrape(), await scrape(), server.requests]).toEqual(['1', '1', 1]);
    clock.advance(61_000);
    expect([await scrape(), await scrape(), server.requests]).toEqual(['1', '1', 2]);
  });

  it('is not probed while it serves traffic', async () => {
    const { clock, server, onAnswer, scrape } = addServer();
    for (let i = 0; i < 3; i += 1) {
      onAnswer();
      expect(await scrape()).toBe('1');
      clock.advance(50_000);
    }
    expect(server.requests).toBe(0);
  });

  it('is reported down from the second failed scrape on, and up with its next answer', async () => {
    const { clock, server, onAnswer, scrape } = addServer();
    await scrape();
    server.isUp = false;
    clock.advance(61_000);
    expect([await scrape(), await scrape()]).toEqual(['1', '0']);
    server.isUp = true;
    expect([await scrape(), await scrape()]).toEqual(['0', '1']);
    server.isUp = false;
    clock.advance(61_000);
    expect([await scrape(), await scrape()]).toEqual(['1', '0']);
    onAnswer();
    expect(await scrape()).toBe('1');
  });

  it('is reported down at the first scrape when it has never answered', async () => {
    const { server, scrape } = addServer();
    server.isUp = false;
    expect(await scrape()).toBe('0');
  });
});
