import { byId, element } from '../../shared/dom.ts';
import { describeError, needsSignIn } from './error-lines.ts';
import { say } from './language.ts';

/** Shows an error at the top of the page, with a link to sign in where that helps. */
export function showProblem(error: unknown): void {
  showLine(describeError(error), needsSignIn(error));
}

export function showLine(text: string, withSignIn = false): void {
  const line = byId('problem');
  line.replaceChildren(text);
  if (withSignIn) line.append(' ', signInLink());
  line.hidden = false;
  line.scrollIntoView({ block: 'nearest' });
}

export function hideProblem(): void {
  byId('problem').hidden = true;
}

/** Runs an action that a person has requested, and shows its error. */
export function attempt(action: () => Promise<void>): void {
  hideProblem();
  action().catch(showProblem);
}

/** Signing in returns to this page. */
export function signInLink(text = say('signIn'), className = ''): HTMLAnchorElement {
  const returnTo = encodeURIComponent(`${location.pathname}${location.search}`);
  return element('a', { href: `/v2/auth/start?returnTo=${returnTo}`, className }, text);
}
