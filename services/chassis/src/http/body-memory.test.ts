import { describe, expect, it } from 'vitest';
import { createBodyMemory } from './body-memory.ts';
import type { BodyLimits } from './body-memory.ts';

const mebibyte = 1_048_576;
const limits: BodyLimits = { total: 8 * mebibyte, perOrganization: 6 * mebibyte, perOwner: 4 * mebibyte };

/** Opens bodies and lists the reasons of those that were refused. */
function startMemory() {
  let nowMs = 0;
  const memory = createBodyMemory(limits, () => nowMs);
  const refused = new Map<string, string>();
  return {
    refused,
    pass: (ms: number) => (nowMs += ms),
    open: (name: string, announced: number, organization?: string) =>
      memory.open({ owner: name.slice(0, 1), organization }, announced, ({ reason }) =>
        refused.set(name, reason),
      ),
  };
}

describe('the memory for bodies', () => {
  it('refuses what an owner announces over its limit, before it arrives', () => {
    const { open } = startMemory();
    const first = open('a1', 3 * mebibyte);
    expect(() => open('a2', 2 * mebibyte)).toThrow('at most 4194304 bytes');
    open('b1', 4 * mebibyte);
    first.release();
    expect(() => open('a2', 2 * mebibyte)).not.toThrow();
  });

  it('counts all owners of an organization together', () => {
    const { open } = startMemory();
    open('a1', 4 * mebibyte, 'o');
    expect(() => open('b1', 4 * mebibyte, 'o')).toThrow('at most 6291456 bytes');
    expect(() => open('c1', 4 * mebibyte, 'p')).not.toThrow();
  });

  it('refuses a body without a length when it has more than its owner may have', () => {
    const { open, refused } = startMemory();
    const body = open('a1', 0);
    for (let sent = 0; sent < 5; sent += 1) body.add(mebibyte);
    expect([...refused]).toEqual([['a1', 'CONCURRENCY_LIMIT']]);
  });

  it('takes memory from the client with the most bytes when the process has none left', () => {
    const { open, refused } = startMemory();
    open('a1', 4 * mebibyte).add(3 * mebibyte);
    open('b1', 4 * mebibyte).add(4 * mebibyte);
    const next = open('c1', 2 * mebibyte);
    next.add(2 * mebibyte);
    expect([...refused]).toEqual([['b1', 'SERVER_BUSY']]);
  });

  it('refuses the body of the client with the most bytes itself', () => {
    const { open, refused } = startMemory();
    open('a1', 3 * mebibyte).add(3 * mebibyte);
    open('b1', 3 * mebibyte).add(3 * mebibyte);
    open('c1', 4 * mebibyte).add(3.5 * mebibyte);
    expect([...refused]).toEqual([['c1', 'SERVER_BUSY']]);
  });

  it('takes memory first from bodies that arrive slowly', () => {
    const { open, refused, pass } = startMemory();
    open('a1', 3 * mebibyte).add(3 * mebibyte);
    pass(900);
    const b = open('b1', 3 * mebibyte);
    b.add(3 * mebibyte);
    pass(900);
    open('c1', 4 * mebibyte).add(3.5 * mebibyte);
    expect([...refused]).toEqual([['a1', 'SERVER_BUSY']]);
  });

  it('leaves a body that has arrived its memory', () => {
    const { open, refused } = startMemory();
    const arrived = open('a1', 4 * mebibyte);
    arrived.add(4 * mebibyte);
    arrived.keep();
    open('b1', 3 * mebibyte).add(3 * mebibyte);
    open('c1', 2 * mebibyte).add(2 * mebibyte);
    expect([...refused]).toEqual([['b1', 'SERVER_BUSY']]);
  });

  it('counts the objects of tiny chunks', () => {
    const { open, refused } = startMemory();
    const body = open('a1', 65_536);
    for (let sent = 0; sent < 65_536 && refused.size === 0; sent += 1) body.add(1);
    expect([...refused]).toEqual([['a1', 'SERVER_BUSY']]);
  });
});
