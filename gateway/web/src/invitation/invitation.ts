/**
 * The page that the link of an invitation opens. The token is in the fragment of the link, so that no server logs it. This tab
 * stores it, because signing in leaves the page. Only the buttons change anything.
 */

import { answerInvitation, logOut, readPreview, readUser, storageKey } from './invitation-api.ts';
import type { InvitationPreview, User } from '../shared/api/api-types.ts';
import type { Refusal } from './invitation-api.ts';
import { outcomes, refusals, roles } from './invitation-texts.ts';
import type { Outcome } from './invitation-texts.ts';

let token = '';
let pressed: Element | null = null;

addEventListener('hashchange', () => void start());
byId('accept').addEventListener('click', () => void answer('accept'));
byId('decline').addEventListener('click', () => void answer('decline'));
byId('try-again').addEventListener('click', () => void start());
byId('switch-account').addEventListener('click', () => void switchAccount());
void start();

async function start(): Promise<void> {
  token = readToken();
  if (token === '') {
    showOutcome(outcomes.incomplete);
    return;
  }
  showSection('waiting');
  try {
    const [preview, user] = await Promise.all([readPreview(token), readUser()]);
    if ('body' in preview) showInvitation(preview.body, user);
    else showOutcome(refusals[preview.status] ?? outcomes.unavailable, preview);
  } catch {
    showOutcome(outcomes.unavailable);
  }
}

/** Reads the token from the link, or from the storage of this tab after signing in. */
function readToken(): string {
  const linked = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  try {
    if (linked === '') return sessionStorage.getItem(storageKey) ?? '';
    sessionStorage.setItem(storageKey, linked);
    history.replaceState(null, '', location.pathname);
  } catch {
    // Where storage is forbidden, the link stays in the address bar and is opened again after signing in.
  }
  return linked;
}

function forgetToken(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing was stored.
  }
}

function showInvitation(invitation: InvitationPreview, user: User | undefined): void {
  const { organizationName, email, role, status } = invitation;
  fill('organizationName', organizationName);
  if (status !== 'pending') {
    showOutcome(outcomes[status]);
    return;
  }
  const expiresAt = new Date(invitation.expiresAt);
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  fill('invitedBy', invitation.invitedByEmail ?? '');
  fill('email', email);
  fill('role', roles[role].name);
  fill('roleMeaning', roles[role].meaning);
  fill('expiry', format.format(expiresAt));
  fill('signedInAs', user?.email ?? user?.name ?? '');
  for (const time of document.querySelectorAll('time')) time.dateTime = expiresAt.toISOString();
  byId('sign-in-link').setAttribute('href', signInAddress());
  showActions(user, user?.email === email);
  document.title = `Join ${organizationName} · Assay`;
  showSection('invitation');
}

function showActions(user: User | undefined, isAddressee: boolean): void {
  const isSignedIn = user !== undefined;
  show('sign-in', !isSignedIn);
  show('not-signed-in', !isSignedIn);
  show('answers', isSignedIn && isAddressee);
  show('signed-in', isSignedIn && isAddressee);
  show('other-account', isSignedIn && !isAddressee);
  show('sign-in-again', isSignedIn && !isAddressee);
  show('refusal', false);
}

/** Sets a text in all its places. Elements with `data-show` are hidden while their text is empty. */
function fill(name: string, text: string): void {
  for (const element of document.querySelectorAll(`[data-text="${name}"]`)) element.textContent = text;
  for (const element of document.querySelectorAll<HTMLElement>(`[data-show="${name}"]`)) {
    element.hidden = text === '';
  }
}

function signInAddress(): string {
  return `/v2/auth/start?returnTo=${encodeURIComponent(location.pathname)}`;
}

async function switchAccount(): Promise<void> {
  setBusy(true);
  try {
    await logOut();
    location.assign(signInAddress());
  } catch {
    setBusy(false);
    refuse('Signing out failed. Try again.');
  }
}

async function answer(verb: 'accept' | 'decline'): Promise<void> {
  setBusy(true);
  show('refusal', false);
  try {
    const answered = await answerInvitation(verb, token);
    if ('body' in answered) {
      forgetToken();
      showOutcome(verb === 'accept' ? outcomes.joined : outcomes.refused);
    } else showRefusal(answered);
  } catch {
    refuse('The answer was not sent. Try again.');
  } finally {
    setBusy(false);
  }
}

function showRefusal({ status, requestId }: Refusal): void {
  const outcome = refusals[status];
  if (status === 401) {
    refuse('You are signed out. Sign in again.');
    show('answers', false);
    show('signed-in', false);
    show('sign-in', true);
  } else if (outcome === undefined) refuse('The answer was not accepted. Try again.', requestId);
  else showOutcome(outcome);
}

function refuse(text: string, requestId?: string): void {
  byId('refusal').textContent = requestId === undefined ? text : `${text} (request ${requestId})`;
  show('refusal', true);
}

/** Disables all buttons while an answer is sent, and gives the focus back afterwards. */
function setBusy(isBusy: boolean): void {
  if (isBusy) pressed = document.activeElement;
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
  byId('answers').setAttribute('aria-busy', String(isBusy));
  const hasLostFocus = !isBusy && document.activeElement === document.body;
  if (hasLostFocus && pressed instanceof HTMLElement) pressed.focus();
}

function showOutcome({ tone, badge, title, text, canRetry = false }: Outcome, refusal?: Refusal): void {
  const organizationName = document.querySelector('[data-text="organizationName"]')?.textContent ?? '';
  byId('outcome-badge').className = `badge ${tone}`;
  byId('outcome-badge').textContent = badge;
  byId('outcome-title').textContent = title;
  byId('outcome-text').textContent = text.replace('{organizationName}', organizationName);
  byId('outcome-note').textContent = `Request ${refusal?.requestId ?? ''}`;
  show('outcome-note', refusal?.requestId !== undefined && canRetry);
  show('again', canRetry);
  document.title = `${title} · Assay`;
  showSection('outcome');
}

function showSection(id: string): void {
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== id;
  byId(id).querySelector('h1')?.focus();
}

function show(id: string, isShown: boolean): void {
  byId(id).hidden = !isShown;
}

function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new TypeError(`the page has no #${id}`);
  return found;
}
