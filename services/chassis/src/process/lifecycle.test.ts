import { describe, expect, it } from 'vitest';
import { createReadiness } from './health.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLogger } from '../logger.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

describe('lifecycle', () => {
  it('closes in the reverse order of opening, each once, also past a step that fails', async () => {
    const lifecycle = createLifecycle(logger);
    const closed: string[] = [];
    lifecycle.onStop('first', () => void closed.push('first'));
    lifecycle.onStop('broken', () => Promise.reject(new Error('cannot close')));
    lifecycle.onStop('last', () => void closed.push('last'));
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(closed).toEqual(['last', 'first']);
  });
});

describe('readiness', () => {
  it('names what is wrong, and everything is wrong once stopping began', async () => {
    const lifecycle = createLifecycle(logger);
    const readiness = createReadiness(lifecycle.stopping);
    readiness.add('well', () => undefined);
    readiness.add('ill', () => Promise.reject(new Error('refuses connections')));
    expect(await readiness.check()).toEqual({ ill: 'refuses connections' });
    await lifecycle.stop();
    expect(await readiness.check()).toEqual({ process: 'is stopping' });
  });
});
