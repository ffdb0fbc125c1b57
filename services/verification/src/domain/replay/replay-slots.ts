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
          'a replay of the organization is under way',
          {
            details: { limit: 1, retryAfterSeconds },
          },
        );
      }
      if (underWay.size >= atOnce)
        throw new DomainError('RESOURCE_EXHAUSTED', 'REPLAYS_BUSY', 'too many replays are under way');
      underWay.add(organizationId);
      try {
        return await replay();
      } finally {
        underWay.delete(organizationId);
      }
    },
  };
}
