import { byId, show } from './dom.ts';
import { describeError } from './error-texts.ts';

/** Runs an action that a person has requested, and shows its error at the top of the page. */
export function attempt(action: () => Promise<void>): void {
  show('problem', false);
  action().catch(showProblem);
}

export function showProblem(error: unknown): void {
  byId('problem').textContent = describeError(error);
  show('problem', true);
}
