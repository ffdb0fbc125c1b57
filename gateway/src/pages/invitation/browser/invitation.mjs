/**
 * The page behind the link of an invitation. The link's token is in its fragment, so that no server log ever holds it; it
 * is kept for this tab alone, because signing in leaves the page. Nothing is changed before somebody presses a button.
 */

import { outcomes, refusals, roles } from './invitation-texts.mjs';

const [, , , invitationId = ''] = location.pathname.split('/');
const address = `/v2/invitations/${invitationId}`;
const kept = `invitation:${invitationId}`;

const byId = (id) => document.getElementById(id);
const show = (id, isShown) => (byId(id).hidden = !isShown);

let token = '';
/** @type {HTMLElement | null} */
let pressed = null;

addEventListener('hashchange', () => void start());
byId('accept').addEventListener('click', () => void answer('accept'));
byId('decline').addEventListener('click', () => void answer('decline'));
byId('try-again').addEventListener('click', () => void start());
byId('switch-account').addEventListener('click', () => void switchAccount());

async function start() {
  token = readToken();
  if (token === '') return showOutcome(outcomes.incomplete);
  showSection('waiting');
  try {
    const [preview, user] = await Promise.all([call('POST', `${address}/preview`, { token }), readUser()]);
    if (preview.status !== 200) return showOutcome(refusals[preview.status] ?? outcomes.unreachable, preview);
    showInvitation(preview.body, user);
  } catch {
    showOutcome(outcomes.unreachable);
  }
}

/** From the link, or from this tab's memory where it was kept while somebody signed in. */
function readToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
  try {
    if (given === '') return sessionStorage.getItem(kept) ?? '';
    sessionStorage.setItem(kept, given);
    history.replaceState(null, '', location.pathname);
  } catch {
    // Storage can be forbidden; the link then stays in the address bar, and is opened again after signing in.
  }
  return given;
}

function forgetToken() {
  try {
    sessionStorage.removeItem(kept);
  } catch {
    // Nothing was kept.
  }
}

/** The signed-in user; undefined: nobody is. */
async function readUser() {
  const { status, body } = await call('GET', '/v2/users/me');
  if (status === 200) return body;
  if (status === 401) return undefined;
  throw new Error(`reading the user was answered with ${status}`);
}

async function call(method, path, body) {
  const init = { method, headers: { accept: 'application/json' }, cache: 'no-store' };
  if (body !== undefined) {
    init.headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  const response = await fetch(path, init);
  return { status: response.status, body: await response.json() };
}

function showInvitation(invitation, user) {
  if (invitation.status !== 'pending') return showOutcome(outcomes[invitation.status], { body: invitation });
  const { name: role, meaning: roleMeaning } = roles[invitation.role];
  const expiresAt = new Date(invitation.expiresAt);
  const signedInAs = user?.email ?? user?.name ?? '';
  fill({
    organizationName: invitation.organizationName,
    invitedBy: invitation.invitedByEmail ?? '',
    email: invitation.email,
    role,
    roleMeaning,
    expiry: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(expiresAt),
    signedInAs,
  });
  for (const time of document.querySelectorAll('time')) time.dateTime = expiresAt.toISOString();
  byId('sign-in-link').href = signInAddress();
  const isAddressee = user?.email === invitation.email;
  show('sign-in', user === undefined);
  show('not-signed-in', user === undefined);
  show('answers', user !== undefined && isAddressee);
  show('signed-in', user !== undefined && isAddressee);
  show('other-account', user !== undefined && !isAddressee);
  show('sign-in-again', user !== undefined && !isAddressee);
  show('refusal', false);
  document.title = `Join ${invitation.organizationName} · Assay`;
  showSection('invitation');
}

function fill(texts) {
  for (const [name, text] of Object.entries(texts)) {
    for (const element of document.querySelectorAll(`[data-text="${name}"]`)) element.textContent = text;
    for (const element of document.querySelectorAll(`[data-show="${name}"]`)) element.hidden = text === '';
  }
}

function signInAddress() {
  return `/v2/auth/start?returnTo=${encodeURIComponent(location.pathname)}`;
}

async function switchAccount() {
  setBusy(true);
  try {
    await call('GET', '/v2/auth/logout');
    location.assign(signInAddress());
  } catch {
    setBusy(false);
    refuse('Signing out did not work. Please try again.');
  }
}

/** @param {'accept' | 'decline'} verb */
async function answer(verb) {
  setBusy(true);
  show('refusal', false);
  try {
    const result = await call('POST', `${address}/${verb}`, { token });
    conclude(verb, result);
  } catch {
    refuse('The answer did not get through. Please try again.');
  } finally {
    setBusy(false);
  }
}

function conclude(verb, { status, body }) {
  if (status === 200) {
    forgetToken();
    return showOutcome(verb === 'accept' ? outcomes.joined : outcomes.refused);
  }
  if (status === 401) {
    refuse('You have been signed out in the meantime. Please sign in again.');
    show('answers', false);
    show('signed-in', false);
    return show('sign-in', true);
  }
  if (refusals[status] !== undefined) return showOutcome(refusals[status]);
  const wait =
    status === 429 ? 'Too many requests from here; please wait some minutes.' : 'Please try again.';
  return refuse(`Your answer was not taken. ${wait}`, body.error?.requestId);
}

function refuse(text, requestId) {
  byId('refusal').textContent = requestId === undefined ? text : `${text} (request ${requestId})`;
  show('refusal', true);
}

/** While an answer is under way nothing else can be pressed; afterwards the focus is where it was. */
function setBusy(isBusy) {
  if (isBusy) pressed = document.activeElement;
  for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
  byId('answers').setAttribute('aria-busy', String(isBusy));
  if (!isBusy && document.activeElement === document.body) pressed?.focus();
}

function showOutcome({ tone, badge, title, text, canRepeat = false }, answered) {
  const organizationName = document.querySelector('[data-text="organizationName"]').textContent;
  byId('outcome-badge').className = `badge ${tone}`;
  byId('outcome-badge').textContent = badge;
  byId('outcome-title').textContent = title;
  byId('outcome-text').textContent = text.replace('{organizationName}', organizationName);
  const requestId = answered?.body?.error?.requestId;
  byId('outcome-note').textContent = `Request ${requestId ?? ''}`;
  show('outcome-note', requestId !== undefined && canRepeat);
  show('again', canRepeat);
  document.title = `${title} · Assay`;
  showSection('outcome');
}

function showSection(id) {
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== id;
  byId(id).querySelector('h1')?.focus();
}

void start();
