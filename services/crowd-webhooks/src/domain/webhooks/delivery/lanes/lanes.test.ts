import { describe, expect, it } from 'vitest';
import type { Attempting } from './lane-state.ts';
import { createLanes } from './lanes.ts';
import type { LaneLimits } from './lanes.ts';

/** Creates lanes on a clock that the test moves, in milliseconds. */
function start(limits: Partial<LaneLimits> = {}) {
  let nowMs = 0;
  const lanes = createLanes({ slots: 64, perOrganization: 16, ...limits }, () => nowMs);
  const find = (organizationId: string, origin = `https://${organizationId}.example`) =>
    lanes.find({ organizationId, origin });
  const begin = (state: ReturnType<typeof find>, count = 1): Attempting[] =>
    Array.from({ length: count }, () => {
      lanes.wait(state, 1);
      return lanes.begin(state);
    });
  return {
    lanes,
    find,
    begin,
    /** Begins as many requests as the lane may. */
    fill: (state: ReturnType<typeof find>) => begin(state, lanes.countFree(state)),
    /** Lets attempts of a lane end in time, so that its organization has all of its places. */
    prove: (state: ReturnType<typeof find>, count = 20) => {
      for (let at = 0; at < count; at += 1)
        for (const attempting of begin(state)) lanes.end(attempting, true);
    },
    advance: (ms: number) => {
      nowMs += ms;
      lanes.chargeSlow();
    },
  };
}

describe('a lane', () => {
  it('has up to 8 requests, and 1 while its origin fails, for this organization alone', () => {
    const { lanes, find, prove, fill } = start();
    const a = find('A', 'https://shared.example');
    const b = find('B', 'https://shared.example');
    prove(a);
    prove(b);
    const attempts = fill(a);
    expect([attempts.length, lanes.countFree(a), lanes.countFree(b)]).toEqual([8, 0, 8]);
    for (const attempting of attempts) lanes.end(attempting, false);
    expect([lanes.countFree(a), lanes.countFree(b)]).toEqual([1, 8]);
    for (const attempting of fill(a)) lanes.end(attempting, true);
    expect(lanes.countFree(a)).toBe(8);
  });

  it('keeps its state when no request was sent', () => {
    const { lanes, find, begin } = start();
    const a = find('A');
    for (const [isReached, free] of [
      [undefined, 4],
      [false, 1],
      [undefined, 1],
    ] as const) {
      for (const attempting of begin(a)) lanes.end(attempting, isReached);
      expect(lanes.countFree(a)).toBe(free);
    }
  });

  it('takes deliveries ahead at its speed, at most 64, and none before an attempt has ended in time', () => {
    const { lanes, find, begin, advance } = start();
    const a = find('A');
    const b = find('B');
    expect(lanes.countPlaces(a)).toBe(4);
    for (const [state, durationMs, places] of [
      [a, 1, 5 + 64],
      [b, 250, 5 + 20],
    ] as const) {
      const [attempting] = begin(state);
      advance(durationMs);
      if (attempting !== undefined) lanes.end(attempting, true);
      expect(lanes.countPlaces(state)).toBe(places);
      lanes.wait(state, places);
      expect(lanes.countPlaces(state)).toBe(0);
    }
  });
});

describe('an organization', () => {
  it('begins with 4 places and gains one by each attempt that ends in time', () => {
    const { lanes, find, fill, prove } = start();
    const a = find('A');
    const other = find('A', 'https://other.example');
    expect(fill(a)).toHaveLength(4);
    expect(lanes.countFree(other)).toBe(0);
    const b = find('B');
    prove(b, 3);
    expect(lanes.countFree(b)).toBe(7);
    prove(b, 20);
    expect([fill(b).length, fill(find('B', 'https://second.example')).length]).toEqual([8, 8]);
    expect(lanes.countFree(find('B', 'https://third.example'))).toBe(0);
  });

  it('whose attempts hang has 2 places, one of them for lanes that hang, until time has passed', () => {
    const { lanes, find, prove, begin, fill, advance } = start();
    const [good, ...hanging] = ['good', '1', '2', '3', '4'].map((name) =>
      find('A', `https://${name}.example`),
    );
    if (good === undefined) throw new Error('there is no lane');
    prove(good);
    const attempts = hanging.flatMap((state) => begin(state, 2));
    advance(10_000);
    for (const attempting of attempts) lanes.end(attempting, false);
    expect(hanging.map((state) => lanes.countFree(state))).toEqual([1, 1, 1, 1]);
    expect(lanes.countFree(good)).toBe(2);
    const [first] = hanging;
    if (first === undefined) throw new Error('there is no lane');
    begin(first);
    expect(hanging.map((state) => lanes.countFree(state))).toEqual([0, 0, 0, 0]);
    expect(fill(good)).toHaveLength(1);
    expect(lanes.countFree(find('A', 'https://new.example'))).toBe(0);
    // Its other lanes are not restricted by those of another organization.
    expect(lanes.countFree(find('B', 'https://good.example'))).toBe(4);
  });

  it('with one dead receiver keeps its other places', () => {
    const { lanes, find, prove, begin, advance } = start();
    const good = find('A', 'https://good.example');
    const dead = find('A', 'https://dead.example');
    prove(good);
    for (let round = 0; round < 20; round += 1) {
      const [attempting] = begin(dead);
      advance(10_000);
      if (attempting !== undefined) lanes.end(attempting, false);
      expect([lanes.countFree(good), lanes.countFree(dead)]).toEqual([8, 1]);
    }
  });

  it('leaves as many places free as it uses, so that others find some while all attempts hang', () => {
    const { lanes, find, prove, fill } = start();
    for (const name of ['A', 'B', 'C', 'D']) {
      const states = ['1', '2'].map((host) => find(name, `https://${name}${host}.example`));
      for (const state of states) prove(state);
      for (const state of states) fill(state);
    }
    const victim = find('V');
    prove(victim);
    expect(lanes.countFree(victim)).toBeGreaterThanOrEqual(4);
  });
});

describe('all organizations', () => {
  it('have at most 64 requests to one origin, and as many as the process has slots', () => {
    const { lanes, find, prove, fill } = start({ slots: 1_000 });
    const origin = 'https://shared.example';
    for (let at = 0; at < 10; at += 1) {
      const state = find(at.toString(), origin);
      prove(state);
      fill(state);
    }
    expect(lanes.countRunning()).toBe(64);
    const small = start({ slots: 1 });
    expect(small.fill(small.find('A'))).toHaveLength(1);
    expect(small.lanes.countFree(small.find('B'))).toBe(0);
  });

  it('are listed with what this process may take of them', () => {
    const { lanes, find, fill, begin } = start();
    begin(find('A'));
    fill(find('B'));
    expect(lanes.listBusy()).toEqual([
      { organizationId: 'A', hasPlace: true, open: ['https://A.example'], full: [] },
      { organizationId: 'B', hasPlace: false, open: [], full: ['https://B.example'] },
    ]);
    fill(find('C', 'test https://C.example'));
    expect(lanes.listBusy()[2]).toMatchObject({ hasPlace: true, full: ['test https://C.example'] });
  });
});
