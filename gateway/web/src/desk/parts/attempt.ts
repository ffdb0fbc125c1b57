import { byId, show } from '../../shared/dom.ts';
import { describeError } from './error-texts.ts';

/** Runs actions of a page, and shows their errors at the top of it. */
export interface Attempts {
  /** Runs an action that a person has requested. */
  readonly attempt: (action: () => Promise<void>) => void;
  readonly showProblem: (error: unknown) => void;
}

/** @param describe returns a line about an error: the reason, and the next step */
export function createAttempts(describe: (error: unknown) => string): Attempts {
  const showProblem = (error: unknown): void => {
    const line = byId('problem');
    line.textContent = describe(error);
    line.hidden = false;
    line.scrollIntoView({ block: 'nearest' });
  };
  return {
    showProblem,
    attempt(action) {
      show('problem', false);
      action().catch(showProblem);
    },
  };
}

export const { attempt, showProblem } = createAttempts(describeError);
