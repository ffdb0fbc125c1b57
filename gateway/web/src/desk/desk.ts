/** The shell of the desk: signing in, the organization, the credit, and the navigation between pages. */

import { api } from './parts/api.ts';
import { hasKey, useKey, useOrganization } from './parts/request.ts';
import type { User } from '../shared/api/api-types.ts';
import type { Role } from './parts/api-types.ts';
import { attempt, showProblem } from './parts/attempt.ts';
import { byId, show } from '../shared/dom.ts';
import { fillSelect } from './parts/select.ts';
import { formatMoney } from './parts/formats.ts';
import { createNavigation, enterWorkplace } from './navigation.ts';
import { keepPlace, readPlace } from './parts/place.ts';
import { ApiError } from '../shared/api-error.ts';

const organizationSelect = byId('organization', HTMLSelectElement);
const keyInput = byId('key', HTMLInputElement);
const organizationName = byId('organization-name', HTMLInputElement);

byId('key-form').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(enterWithKey);
});
byId('organization-form').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(createFirstOrganization);
});
byId('sign-out').addEventListener('click', () => attempt(signOut));
createNavigation();
attempt(start);

async function start(): Promise<void> {
  const user = await readSignedIn();
  show('sign-in', user === undefined);
  show('account', user !== undefined);
  if (user === undefined) {
    byId('sign-in-title').focus();
    return;
  }
  byId('user-name').textContent = user.email ?? user.name;
  byId('sign-out').textContent = hasKey() ? 'Forget key' : 'Sign out';
  organizationSelect.onchange = () => attempt(() => enterOrganization(user));
  await chooseOrganization(user);
}

/** Resolves to undefined when nobody is signed in. A key that is not valid is forgotten. */
async function readSignedIn(): Promise<User | undefined> {
  try {
    return await api.getCurrentUser();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    if (hasKey()) showProblem(error);
    useKey('');
    return undefined;
  }
}

async function enterWithKey(): Promise<void> {
  // A key beside the cookie of a session would be a second credential.
  await api.logOut();
  useKey(keyInput.value.trim());
  keyInput.value = '';
  await start();
}

async function signOut(): Promise<void> {
  if (hasKey()) useKey('');
  else await api.logOut();
  location.assign('/v2/desk');
}

async function chooseOrganization(user: User): Promise<void> {
  const organizations = (await api.listOrganizations()).data;
  const hasOrganization = organizations.length > 0;
  show('organization-form', !hasOrganization);
  show('organization-choice', hasOrganization);
  if (!hasOrganization) {
    organizationName.focus();
    return;
  }
  const choices = organizations.map(({ id, name }) => ({ value: id, text: name }));
  fillSelect(organizationSelect, choices, readPlace().organizationId);
  await enterOrganization(user);
}

async function createFirstOrganization(): Promise<void> {
  const { id } = await api.createOrganization({ body: { name: organizationName.value.trim() } });
  keepPlace({ organizationId: id });
  await start();
}

async function enterOrganization(user: User): Promise<void> {
  const organizationId = organizationSelect.value;
  useOrganization(organizationId);
  keepPlace({ organizationId });
  const [role] = await Promise.all([readRole(organizationId, user), refreshCredit()]);
  enterWorkplace({ organizationId, role, refreshCredit: () => void refreshCredit().catch(showProblem) });
}

async function readRole(organizationId: string, user: User): Promise<Role | undefined> {
  const members = (await api.listMembers({ orgId: organizationId })).data;
  return members.find(({ userId }) => userId === user.id)?.role;
}

async function refreshCredit(): Promise<void> {
  try {
    byId('credit').textContent = `${formatMoney((await api.getBalance()).availableCents)} credit`;
  } catch (error) {
    // The desk works without the credit, for example while billing is unavailable.
    if (!(error instanceof ApiError)) throw error;
    byId('credit').textContent = '';
  }
}
