import type { RunStage } from '../stage/stage.ts';
import { hasEnded } from './run.ts';
import type { Run } from './run.ts';

const hidden = { verdict: null, confidence: null, summary: '', findings: null, artifacts: [] } as const;

/**
 * Returns the run as it may be shown: until its blind crowd stage has closed, the results of the machine stages are left out for everyone,
 * so that no reader can tell a worker what the checks found.
 */
export function hideBlindResults(run: Run): Run {
  if (hasEnded(run) || !run.stages.some(isOpenBlindStage)) return run;
  return {
    ...run,
    stages: run.stages.map((stage) => (stage.type === 'ai' ? { ...stage, ...hidden } : stage)),
  };
}

const open: readonly RunStage['status'][] = ['pending', 'running', 'awaiting_crowd'];

function isOpenBlindStage({ task, status }: RunStage): boolean {
  return task?.kind === 'ask' && task.isBlind === true && open.includes(status);
}
