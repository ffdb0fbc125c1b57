/** The page “Cases”: the projects of an organization, the files to analyse, and the runs. */

import { api, listProjects } from '../parts/api.ts';
import type { Pipeline, Project, Run } from '../../shared/api/api-types.ts';
import type { RunReference } from '../parts/api-types.ts';
import { attempt, showProblem } from '../parts/attempt.ts';
import type { DeskPage, Workplace } from '../desk-page.ts';
import { button, byId, element, show } from '../../shared/dom.ts';
import { fillSelect } from '../parts/select.ts';
import { formatTime } from '../parts/formats.ts';
import { keepPlace, readPlace } from '../parts/place.ts';
import { acceptDrops } from './accept-drops.ts';
import { clearRunAddress, readRunAddress } from './run-address.ts';
import { createRunForm } from './run-form.ts';
import { closeRun, openRun } from './run-view.ts';
import { describeResult, nameRun, toneClass } from './texts.ts';

const maxRuns = 10;
const projectSelect = byId('project', HTMLSelectElement);
const projectName = byId('project-name', HTMLInputElement);
const fileInput = byId('files', HTMLInputElement);

let workplace: Workplace | undefined;
let projects: readonly Project[] = [];
let pipelines: readonly Pipeline[] = [];

const runForm = createRunForm(() => projectSelect.value, {
  onStart(run, isOnly) {
    if (isOnly || byId('result').hidden) view(run);
  },
  onOpen: view,
  onEnd() {
    showRuns().catch(showProblem);
    workplace?.refreshCredit();
  },
});

projectSelect.addEventListener('change', () => attempt(enterProject));
byId('new-project').addEventListener('click', openProjectForm);
byId('project-form').addEventListener('submit', (event) => {
  event.preventDefault();
  attempt(submitProject);
});
byId('project-cancel').addEventListener('click', closeProjectForm);
byId('choose').addEventListener('click', () => fileInput.click());
fileInput.addEventListener('change', () => {
  runForm.addFiles([...(fileInput.files ?? [])]);
  fileInput.value = '';
});
acceptDrops(byId('drop'), (files) => runForm.addFiles(files));

export const casesPage: DeskPage = {
  slug: 'cases',
  title: 'Cases',
  async open(_section, entered) {
    if (workplace === entered) {
      await followAddress();
      return;
    }
    workplace = entered;
    await enterOrganization();
  },
};

const mayWrite = (): boolean => workplace?.role !== 'viewer';

async function enterOrganization(): Promise<void> {
  [projects, pipelines] = await Promise.all([listProjects(), api.listPipelines()]);
  runForm.useCatalog(pipelines);
  show('viewer-note', !mayWrite());
  const hasProjects = projects.length > 0;
  show('project-choice', hasProjects);
  show('new-project', hasProjects && mayWrite());
  show('no-project', !hasProjects && !mayWrite());
  const choices = projects.map(({ id, name }) => ({ value: id, text: name }));
  fillSelect(projectSelect, choices, readRunAddress()?.projectId ?? readPlace().projectId);
  if (hasProjects) {
    await enterProject();
    return;
  }
  closeRun();
  runForm.close();
  for (const id of ['intake', 'history']) show(id, false);
  if (mayWrite()) openProjectForm();
}

async function enterProject(): Promise<void> {
  closeRun();
  closeProjectForm();
  runForm.close();
  keepPlace({ projectId: projectSelect.value });
  const run = readRunAddress();
  if (run?.projectId === projectSelect.value) view(run);
  else clearRunAddress();
  show('intake', mayWrite());
  await showRuns();
}

/** Shows the run of the address, or none, after the person has used the navigation or the history of the browser. */
async function followAddress(): Promise<void> {
  const run = readRunAddress();
  if (run === undefined) closeRun();
  else if (run.projectId === projectSelect.value) view(run);
  else {
    projectSelect.value = run.projectId;
    await enterProject();
  }
}

function view(run: RunReference): void {
  openRun(run, { pipelines, mayWrite: mayWrite(), onEnd: () => void showRuns().catch(showProblem) });
}

async function showRuns(): Promise<void> {
  const { data, total } = await api.listRuns({ projectId: projectSelect.value, limit: maxRuns });
  const none = element('li', { className: 'soft none' }, 'This project has no runs yet.');
  byId('runs').replaceChildren(...(data.length === 0 ? [none] : data.map(createRunRow)));
  byId('history-title').textContent =
    total > maxRuns ? `Latest ${maxRuns} of ${total} runs of this project` : 'Latest runs of this project';
  show('history', true);
}

function createRunRow(run: Run): HTMLElement {
  const open = button('', () => view(run), { kind: 'plain' });
  open.append(element('bdi', {}, nameRun(run)));
  const chip = element('span', { className: `chip ${toneClass(run)}` }, describeResult(run));
  return element(
    'li',
    {},
    open,
    chip,
    element('time', { className: 'soft small' }, formatTime(run.createdAt)),
  );
}

function openProjectForm(): void {
  const isFirst = projects.length === 0;
  byId('project-form-title').textContent = isFirst ? 'Create your first project' : 'New project';
  show('project-cancel', !isFirst);
  show('project-form', true);
  projectName.focus();
}

function closeProjectForm(): void {
  show('project-form', false);
  projectName.value = '';
}

async function submitProject(): Promise<void> {
  const { id } = await api.createProject({ body: { name: projectName.value.trim() } });
  keepPlace({ projectId: id });
  clearRunAddress();
  closeProjectForm();
  await enterOrganization();
}
