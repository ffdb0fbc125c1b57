import { describe, expect, it } from 'vitest';
import { isRecentEnough } from './nats.ts';

describe('isRecentEnough', () => {
  it.each([
    ['nats-server: v2.12.0', true],
    ['nats-server: v2.14.9', true],
    ['nats-server: v3.0.1', true],
    ['nats-server: v2.11.8', false],
    ['nats-server: v1.99.0', false],
    ['what?', false],
  ])('judges "%s" as %s', (version, expected) => {
    expect(isRecentEnough(version)).toBe(expected);
  });
});
