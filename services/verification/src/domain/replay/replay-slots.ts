import { DomainError } from '@assay/chassis/errors';

/** Lets a few replays be under way in a process, which are free, so that runs that are paid for go on. */
export interface ReplaySlots {
  /**
   * RESOURCE_EXHAUSTED with reason REPLAY_LIMIT while one of the same organization is under way, with reason REPLAYS_BUSY while as many
   * as may be are.
   */
  run<T>(organizationId: string, replay: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 10;

export function createReplaySlots(atOnce: number): ReplaySlots {
  const underWay = new Set<string>();
  return {
    async run(organizationId, replay) {
      if (underWay.has(organizationId)) {
        throw new DomainError(
          'RESOURCE_EXHAUSTED',
          'REPLAY_LIMIT',
          'A replay of the organization is running. Wait until it has ended.',
          {
            details: { limit: 1, retryAfterSeconds },
          },
        );
      }
      if (underWay.size >= atOnce)
        throw new DomainError(
          'RESOURCE_EXHAUSTED',
          'REPLAYS_BUSY',
          'Too many replays are running. Try again in a minute.',
        );
      underWay.add(organizationId);
      try {
        return await replay();
      } finally {
        underWay.delete(organizationId);
      }
    },
  };
}
