import type { KeyOpener } from '../webhook/secret.ts';
import type { Webhook } from '../webhook/webhook.ts';
import type { TakenDelivery } from './delivery.ts';
import type { LaneState } from './lanes/lane-state.ts';
import type { Lanes } from './lanes/lanes.ts';

/** A delivery that this process has taken, with its webhook as it was read afterwards. */
export interface Ready {
  readonly taken: TakenDelivery;
  readonly state: LaneState;
  readonly takenMs: number;
  receiver: Receiver;
}

export interface Receiver {
  /** Undefined if it was deleted. */
  readonly webhook: Webhook | undefined;
  /** Decrypts the secrets of the webhooks that were read together. */
  readonly openKeys: KeyOpener;
}

/** The deliveries that wait in this process for a place. */
export interface ReadyQueue {
  readonly size: number;
  add(items: readonly Ready[]): void;
  /** Removes and returns the next delivery that has a place, of each lane in turn. */
  next(): Ready | undefined;
  /** Removes and returns the deliveries that were taken before this time. */
  removeTakenBefore(timeMs: number): readonly Ready[];
  list(): readonly Ready[];
}

export function createReadyQueue({ countFree }: Pick<Lanes, 'countFree'>): ReadyQueue {
  const byLane = new Map<LaneState, Ready[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(items) {
      size += items.length;
      for (const item of items) {
        const own = byLane.get(item.state);
        if (own === undefined) byLane.set(item.state, [item]);
        else own.push(item);
      }
    },
    next() {
      for (const [state, items] of byLane) {
        if (countFree(state) === 0) continue;
        const item = items.shift();
        byLane.delete(state);
        if (items.length > 0) byLane.set(state, items);
        size -= 1;
        return item;
      }
      return undefined;
    },
    removeTakenBefore(timeMs) {
      const removed: Ready[] = [];
      for (const [state, items] of byLane) {
        const kept = items.filter(({ takenMs }) => takenMs >= timeMs);
        if (kept.length === items.length) continue;
        removed.push(...items.filter(({ takenMs }) => takenMs < timeMs));
        if (kept.length > 0) byLane.set(state, kept);
        else byLane.delete(state);
      }
      size -= removed.length;
      return removed;
    },
    list: () => [...byLane.values()].flat(),
  };
}
