import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

const lane = (organizationId: string, origin: string) => ({ organizationId, origin });
const [a, b] = [lane('A', 'https://a.example'), lane('B', 'https://b.example')];

describe('lanes', () => {
  it('allow 8 requests to an origin, and 1 while it fails', () => {
    const lanes = createLanes({ slots: 64, perOrganization: 16 });
    expect(lanes.countFree(a)).toBe(8);
    for (let index = 0; index < 8; index += 1) lanes.begin(a);
    expect(lanes.countFree(a)).toBe(0);
    expect(lanes.listFull()).toEqual({ origins: [a.origin], organizationIds: [] });
    lanes.end(a, false);
    expect(lanes.countFree(a)).toBe(0);
    for (let index = 0; index < 7; index += 1) lanes.end(a, false);
    expect(lanes.countFree(a)).toBe(1);
    lanes.begin(a);
    expect(lanes.listFull().origins).toEqual([a.origin]);
    lanes.end(a, true);
    expect(lanes.countFree(a)).toBe(8);
  });

  it('keep the state of an origin when no request was sent', () => {
    const lanes = createLanes({ slots: 64, perOrganization: 16 });
    for (const [isReached, free] of [
      [undefined, 8],
      [false, 1],
      [undefined, 1],
    ] as const) {
      lanes.begin(a);
      lanes.end(a, isReached);
      expect(lanes.countFree(a)).toBe(free);
    }
  });

  it('limit each organization, and the process', () => {
    const lanes = createLanes({ slots: 5, perOrganization: 3 });
    for (let index = 0; index < 3; index += 1) lanes.begin(lane('A', `https://${index.toString()}.example`));
    expect(lanes.listFull()).toEqual({ origins: [], organizationIds: ['A'] });
    expect([lanes.countFree(a), lanes.countFree(b), lanes.hasFreeSlot()]).toEqual([0, 2, true]);
    lanes.begin(b);
    lanes.begin(b);
    expect([lanes.countFree(b), lanes.hasFreeSlot()]).toEqual([0, false]);
  });

  it('are idle when no request runs', async () => {
    const lanes = createLanes({ slots: 5, perOrganization: 3 });
    await lanes.idle();
    lanes.begin(a);
    lanes.begin(b);
    let isIdle = false;
    const idle = lanes.idle().then(() => (isIdle = true));
    lanes.end(a, true);
    await Promise.resolve();
    expect(isIdle).toBe(false);
    lanes.end(b, false);
    await idle;
    expect(isIdle).toBe(true);
  });
});
