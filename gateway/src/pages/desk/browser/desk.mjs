/** The desk: who is there, where they work, what they have examined, what they look at. */

import { ApiError, call, hasKey, listAll, useKey, workIn } from './api.mjs';
import { button, byId, element, fillSelect } from './dom.mjs';
import { closeRun, openRun } from './run-view.mjs';
import { createOrder } from './order.mjs';
import { money, nameOf, sentenceFor, standing, time, toneOf } from './words.mjs';

const latest = 10;
const kept = 'desk:place';

let organizations = [];
let projects = [];
let pipelines = [];
let place = readPlace();
const order = createOrder(() => ({
  projectId: byId('project').value,
  onRun: (run, isAlone) => {
    if (isAlone || byId('result').hidden) look(run);
  },
  onOpen: look,
  onEnd: () => void Promise.all([showRuns(), showBalance()]).catch(refuse),
}));

const show = (id, isShown) => (byId(id).hidden = !isShown);
/** Runs what somebody asked for; whatever goes wrong is said at the top. */
const trying = (what) => (event) => {
  event?.preventDefault();
  show('problem', false);
  void what(event).catch(refuse);
};

byId('key-form').addEventListener('submit', trying(enterWithKey));
byId('leave').addEventListener('click', trying(leave));
byId('organization').addEventListener(
  'change',
  trying(() => enterOrganization(byId('organization').value)),
);
byId('project').addEventListener(
  'change',
  trying(() => enterProject(byId('project').value)),
);
byId('new-project').addEventListener('click', () => askForName('project'));
byId('naming').addEventListener('submit', trying(createNamed));
byId('naming-cancel').addEventListener('click', () => closeNaming());
byId('choose').addEventListener('click', () => byId('files').click());
byId('files').addEventListener('change', () => {
  order.take([...byId('files').files]);
  byId('files').value = '';
});
acceptDrops();
trying(start)();

async function start() {
  try {
    const user = await call('GET', '/v2/users/me');
    byId('leave').title = user.email ?? user.name ?? '';
  } catch (error) {
    if (error.status !== 401) throw error;
    if (hasKey()) refuse(error);
    useKey('');
    return show('sign-in', true);
  }
  byId('leave').textContent = hasKey() ? 'Forget key' : 'Sign out';
  show('sign-in', false);
  show('who', true);
  organizations = (await call('GET', '/v2/organizations')).data;
  if (organizations.length === 0) return askForName('organization');
  const options = organizations.map(({ id, name }) => ({ value: id, text: name }));
  fillSelect(byId('organization'), options, place.organizationId);
  await enterOrganization(byId('organization').value);
}

async function enterWithKey() {
  // What is left of a session would be a second credential.
  await call('GET', '/v2/auth/logout');
  useKey(byId('key').value.trim());
  byId('key').value = '';
  await start();
}

async function leave() {
  if (hasKey()) useKey('');
  else await call('GET', '/v2/auth/logout');
  location.assign('/v2/desk');
}

async function enterOrganization(organizationId) {
  workIn(organizationId);
  show('choices', true);
  [projects, pipelines] = await Promise.all([
    listAll('/v2/projects'),
    call('GET', '/v2/pipelines/catalog'),
    showBalance(),
  ]);
  order.useCatalog(pipelines);
  keepPlace({ ...place, organizationId });
  for (const id of ['project-choice', 'new-project', 'intake']) show(id, projects.length > 0);
  show('history', projects.length > 0);
  if (projects.length === 0) {
    fillSelect(byId('project'), []);
    closeRun();
    return askForName('project');
  }
  fillSelect(
    byId('project'),
    projects.map(({ id, name }) => ({ value: id, text: name })),
    runOfAddress()?.projectId ?? place.projectId,
  );
  await enterProject(byId('project').value);
}

async function enterProject(projectId) {
  closeRun();
  closeNaming();
  order.close();
  keepPlace({ ...place, projectId });
  const asked = runOfAddress();
  if (asked?.projectId === projectId) look(asked);
  else history.replaceState(null, '', location.pathname);
  show('intake', true);
  await showRuns();
}

async function showBalance() {
  try {
    const { availableCents } = await call('GET', '/v2/transactions/balance');
    byId('balance').textContent = `${money(availableCents)} credit`;
  } catch (error) {
    // Not every role may see the money.
    if (!(error instanceof ApiError)) throw error;
    byId('balance').textContent = '';
  }
}

/** Files are taken wherever on the page they are dropped. */
function acceptDrops() {
  const mark = (isOver) => byId('drop').classList.toggle('over', isOver);
  addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  addEventListener('dragleave', ({ relatedTarget }) => mark(relatedTarget !== null));
  addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    if (!byId('intake').hidden) order.take([...event.dataTransfer.files]);
  });
}

function look(run) {
  openRun(run, { pipelines, onEnd: () => void showRuns().catch(refuse) });
}

async function showRuns() {
  const projectId = byId('project').value;
  const { data, total } = await call('GET', `/v2/projects/${projectId}/verification-runs?limit=${latest}`);
  show('history', true);
  const rows = data.map((run) => {
    const chip = element('span', { className: `chip ${toneOf(run)}` }, standing(run));
    const open = button('', () => look(run), { kind: 'plain' });
    open.append(element('bdi', {}, nameOf(run)));
    return element('li', {}, open, chip, element('time', { className: 'soft small' }, time(run.createdAt)));
  });
  const none = element('li', { className: 'soft' }, 'Nothing was examined in this project yet.');
  byId('runs').replaceChildren(...(rows.length === 0 ? [none] : rows));
  byId('history-title').textContent =
    total > latest ? `Latest ${latest} of ${total} runs of this project` : 'Latest runs of this project';
}

function askForName(what) {
  const isFirst = what === 'organization' || projects.length === 0;
  byId('naming').dataset.what = what;
  byId('naming-title').textContent = isFirst
    ? `Begin with ${what === 'project' ? 'a project' : 'an organization'}`
    : 'New project';
  byId('naming-label').textContent =
    what === 'project'
      ? 'A project holds files and their examinations. Its name'
      : 'Projects and credit belong to an organization. Its name';
  show('naming-cancel', !isFirst);
  show('naming', true);
  byId('new-name').focus();
}

function closeNaming() {
  show('naming', false);
  byId('new-name').value = '';
}

async function createNamed() {
  const { what } = byId('naming').dataset;
  const name = byId('new-name').value.trim();
  const { id } = await call('POST', `/v2/${what}s`, { name });
  keepPlace(what === 'project' ? { ...place, projectId: id } : { organizationId: id });
  history.replaceState(null, '', location.pathname);
  closeNaming();
  await (what === 'project' ? enterOrganization(place.organizationId) : start());
}

/** `#run=<project>/<run>`, so that a run can be shown again. */
function runOfAddress() {
  const [, projectId, id] = /^#run=(\w+)\/(\w+)$/u.exec(location.hash) ?? [];
  return id === undefined ? undefined : { projectId, id };
}

function readPlace() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '{}');
  } catch {
    return {};
  }
}

function keepPlace(next) {
  place = next;
  try {
    localStorage.setItem(kept, JSON.stringify(next));
  } catch {
    // The next visit begins in the first project then.
  }
}

function refuse(error) {
  byId('problem').textContent = sentenceFor(error);
  show('problem', true);
}
