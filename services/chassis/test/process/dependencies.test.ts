import { createMovingClock } from '@assay/test-kit/moving-clock';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/metrics.ts';
import { createDependencies } from '../../src/process/dependencies.ts';

function addServer() {
  const clock = createMovingClock();
  const metrics = createMetrics('test');
  const server = { isUp: true, asked: 0 };
  const onAnswer = createDependencies(metrics, clock).addRemote('server', () => {
    server.asked += 1;
    return server.isUp ? Promise.resolve() : Promise.reject(new Error('away'));
  });
  const gauge = 'assay_dependency_up{dependency="server",process="test"}';
  const scrape = async () =>
    (await metrics.metrics())
      .split('\n')
      .find((line) => line.startsWith(gauge))
      ?.at(-1);
  return { clock, server, onAnswer, scrape };
}

describe('a server of others', () => {
  it('is asked once a minute while it answers nobody', async () => {
    const { clock, server, scrape } = addServer();
    expect([await scrape(), await scrape(), server.asked]).toEqual(['1', '1', 1]);
    clock.advance(61_000);
    expect([await scrape(), await scrape(), server.asked]).toEqual(['1', '1', 2]);
  });

  it('is not asked while it answers real use', async () => {
    const { clock, server, onAnswer, scrape } = addServer();
    for (let i = 0; i < 3; i += 1) {
      onAnswer();
      expect(await scrape()).toBe('1');
      clock.advance(50_000);
    }
    expect(server.asked).toBe(0);
  });

  it('is away from the second scrape on that asked it in vain, and there with its next answer', async () => {
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

  it('is away at the first scrape when it never answered', async () => {
    const { server, scrape } = addServer();
    server.isUp = false;
    expect(await scrape()).toBe('0');
  });
});
