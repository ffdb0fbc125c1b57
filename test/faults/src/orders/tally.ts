import type { Play } from './play.ts';

/** The parts of a batch whose times are added up. */
export type Phase = 'beginning' | 'steps' | 'agreement' | 'deletion';

export type PhaseSeconds = Record<Phase, number>;

/** The figures of all batches so far. */
export interface Tally {
  add(plays: readonly Play[], kills: number, seconds: PhaseSeconds): void;
  readonly played: number;
  /** Describes the figures in one line. */
  describe(failures: number): string;
}

export function createTally(): Tally {
  const startedAt = performance.now();
  const counts = { interleavings: 0, calls: 0, repeated: 0, refusals: 0, kills: 0 };
  const total: PhaseSeconds = { beginning: 0, steps: 0, agreement: 0, deletion: 0 };
  return {
    get played() {
      return counts.interleavings;
    },
    add(plays, kills, seconds) {
      const calls = plays.flatMap(({ history }) => history.flat());
      counts.interleavings += plays.length;
      counts.calls += calls.length;
      counts.repeated += calls.filter(({ lostAttempts }) => lostAttempts > 0).length;
      counts.refusals += calls.filter(({ outcome }) => outcome.reason !== 'OK').length;
      counts.kills += kills;
      for (const phase of listPhases(total)) total[phase] += seconds[phase];
    },
    describe(failures) {
      const { interleavings, calls, repeated, refusals, kills } = counts;
      const seconds = (performance.now() - startedAt) / 1_000;
      const parts = listPhases(total).map((phase) => `${phase} ${total[phase].toFixed(0)} s`);
      return [
        `${interleavings.toString()} interleavings, ${calls.toString()} calls`,
        `${repeated.toString()} of them after a lost attempt, ${kills.toString()} kills`,
        `${refusals.toString()} refusals, ${failures.toString()} failures`,
        `${seconds.toFixed(0)} s (${parts.join(', ')})`,
      ].join(', ');
    },
  };
}

function listPhases(seconds: PhaseSeconds): readonly Phase[] {
  return Object.keys(seconds) as Phase[];
}
