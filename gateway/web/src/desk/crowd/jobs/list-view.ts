/** The crowd jobs of a project. */

import type { CrowdJob, Project } from '../../../shared/api/api-types.ts';
import { api, listProjects } from '../../parts/api.ts';
import type { Answer } from '../../../shared/api/calls.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import { fillSelect } from '../../parts/select.ts';
import { formatTime } from '../../parts/formats.ts';
import { keepPlace } from '../../parts/place.ts';
import { chooseProject, createProjectChoice } from '../../parts/project-choice.ts';
import { createSection } from '../../parts/section.ts';
import type { View } from '../../parts/view-page.ts';
import { formatAddress } from '../parts/address.ts';
import { attempt } from '../parts/crowd-errors.ts';
import type { JobStatus } from '../parts/crowd-types.ts';
import { jobStatusChoices, labelJob } from '../parts/texts.ts';
import { createProgress, describeMoney } from '../parts/progress.ts';

const pageSize = 20;

/** @param projectId the project of the address; without one the project of the last visit is shown */
export function createListView(projectId: string | undefined): View {
  return async (section, { mayWrite }) => {
    const projects = await listProjects();
    const project = chooseProject(projects, projectId);
    if (project === undefined) {
      section.replaceChildren(createHeading(), createNoProject());
      return;
    }
    keepPlace({ projectId: project.id });
    const first = await api.listCrowdJobs({ projectId: project.id, limit: pageSize });
    const choice = createProjectChoice({
      id: 'crowd-project',
      projects,
      current: project,
      onChange(id) {
        location.hash = formatAddress({ projectId: id });
      },
    });
    section.replaceChildren(
      createHeading(choice),
      mayWrite ? createIntake(project) : createViewerNote(),
      createSection('Jobs of this project', ...createList(project, first)),
    );
  };
}

function createHeading(choice?: HTMLElement): HTMLElement {
  return element('div', { className: 'heading' }, element('h1', { tabIndex: -1 }, 'Crowd jobs'), choice);
}

function createNoProject(): HTMLElement {
  return element(
    'p',
    { className: 'soft' },
    'A crowd job belongs to a project, and this organization has no projects yet. Create one on the page ',
    element('a', { href: '#cases' }, 'Cases'),
    '.',
  );
}

function createIntake({ id }: Project): HTMLElement {
  const href = formatAddress({ projectId: id, isNew: true });
  return element(
    'div',
    { className: 'stack' },
    element(
      'p',
      { className: 'soft' },
      'In a crowd job, people answer a few questions about each file. You review their answers, and pay for those that you accept.',
    ),
    element('div', { className: 'row' }, element('a', { className: 'button main', href }, 'New crowd job')),
  );
}

function createViewerNote(): HTMLElement {
  return element(
    'p',
    { className: 'notice' },
    'Your role in this organization is viewer: you can read jobs and answers. To create jobs and to review answers, contact an admin of the organization for the role “user”.',
  );
}

function createList(project: Project, first: Answer<'listCrowdJobs'>): readonly HTMLElement[] {
  const list = element('ul', { className: 'runs datasets jobs' });
  const note = element('p', { className: 'soft' });
  let cursor: string | null = null;
  const show = ({ data, nextCursor }: Answer<'listCrowdJobs'>): void => {
    cursor = nextCursor;
    const items = data.map(createItem);
    list.append(...items);
    list.hidden = list.children.length === 0;
    note.hidden = !list.hidden;
    note.textContent =
      status.value === '' ? 'This project has no crowd jobs yet.' : 'No job of this project has this status.';
    more.hidden = nextCursor === null;
  };
  const readPage = (next?: string) => {
    const chosen = status.value === '' ? undefined : (status.value as JobStatus);
    return api.listCrowdJobs({ projectId: project.id, status: chosen, limit: pageSize, cursor: next });
  };
  const loadMore = async (): Promise<void> => {
    const before = list.children.length;
    show(await readPage(cursor ?? undefined));
    list.children[before]?.querySelector('a')?.focus();
  };
  const filter = async (): Promise<void> => {
    const page = await readPage();
    list.replaceChildren();
    show(page);
    announce(`${page.total} jobs`);
  };
  const status = element('select', {});
  fillSelect(status, jobStatusChoices, '');
  status.addEventListener('change', () => attempt(filter));
  const more = button('Show more', () => attempt(loadMore), { kind: 'slim' });
  const filters = element(
    'div',
    { className: 'fields', hidden: first.total === 0 },
    element('label', { className: 'narrow-field' }, 'Status', status),
  );
  show(first);
  return [filters, note, list, more];
}

function createItem(job: CrowdJob): HTMLElement {
  const { text, tone } = labelJob(job);
  const href = formatAddress({ projectId: job.projectId, jobId: job.id });
  return element(
    'li',
    {},
    element('a', { href, className: 'item-link' }, element('bdi', {}, job.name)),
    element('span', { className: `chip ${tone}` }, text),
    createProgress(job),
    element(
      'span',
      { className: 'soft small' },
      `${describeMoney(job)} · ends ${formatTime(job.validUntil)}`,
    ),
  );
}
