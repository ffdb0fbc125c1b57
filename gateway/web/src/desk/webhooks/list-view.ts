/** The webhooks of a project or of a crowd job, and the creation of a new one. */

import { api, listProjects } from '../parts/api.ts';
import type { Webhook, WebhookEventType } from '../../shared/api/api-types.ts';
import { formatAddress as formatJobAddress } from '../crowd/parts/address.ts';
import type { JobName } from '../crowd/parts/address.ts';
import { button, element } from '../../shared/dom.ts';
import { formatTime } from '../parts/formats.ts';
import { keepPlace } from '../parts/place.ts';
import { chooseProject, createProjectChoice } from '../parts/project-choice.ts';
import { createSection } from '../parts/section.ts';
import type { View } from '../parts/view-page.ts';
import { formatAddress } from './parts/address.ts';
import { keepSecret } from './secret-panel.ts';
import { countEvents, labelWebhook } from './parts/texts.ts';
import { createWebhook, listEventTypes, listWebhooks } from './parts/webhook-api.ts';
import type { WebhookOwner } from './parts/webhook-api.ts';
import { createWebhookForm } from './webhook-form.ts';

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
    const choice = createProjectChoice({
      id: 'webhooks-project',
      projects,
      current: project,
      onChange(id) {
        location.hash = formatAddress({ projectId: id });
      },
    });
    const owner = { projectId: project.id, jobId: undefined };
    section.replaceChildren(createHeading(choice), ...(await createContent(owner, mayWrite)));
  };
}

export function createJobListView(owner: JobName): View {
  return async (section, { mayWrite }) => {
    const { name } = await api.getCrowdJob({ jobId: owner.jobId });
    const link = element('a', { href: formatJobAddress(owner) }, element('bdi', {}, name));
    const trail = element('nav', { className: 'trail', 'aria-label': 'Path' }, link);
    const head = element('div', { className: 'stack' }, trail, createHeading());
    section.replaceChildren(head, ...(await createContent(owner, mayWrite)));
  };
}

async function createContent(owner: WebhookOwner, mayWrite: boolean): Promise<readonly HTMLElement[]> {
  const [webhooks, types] = await Promise.all([listWebhooks(owner), listEventTypes(owner)]);
  return [
    mayWrite ? createIntake(owner, types) : createViewerNote(),
    createSection(`Webhooks of this ${nameOwner(owner)}`, createList(webhooks, owner)),
  ];
}

const nameOwner = ({ jobId }: WebhookOwner): string => (jobId === undefined ? 'project' : 'job');

function createHeading(choice?: HTMLElement): HTMLElement {
  return element('div', { className: 'heading' }, element('h1', { tabIndex: -1 }, 'Webhooks'), choice);
}

function createNoProject(): HTMLElement {
  return element(
    'p',
    { className: 'soft' },
    'A webhook belongs to a project, and this organization has no projects yet. Create one on the page ',
    element('a', { href: '#cases' }, 'Cases'),
    '.',
  );
}

function createViewerNote(): HTMLElement {
  return element(
    'p',
    { className: 'notice' },
    'Your role in this organization is viewer: you can read webhooks and their deliveries. To create and change webhooks, ask an admin of the organization for the role “user”.',
  );
}

function createIntake(owner: WebhookOwner, types: readonly WebhookEventType[]): HTMLElement {
  const place = element('div', { className: 'page' });
  const open = button('New webhook', showForm, { kind: 'main' });
  const intro = element(
    'div',
    { className: 'stack' },
    element(
      'p',
      { className: 'soft' },
      `A webhook sends the events of this ${nameOwner(owner)} to your address, as signed requests.`,
    ),
    element('div', { className: 'row' }, open),
  );
  function showForm(): void {
    const form = createWebhookForm({
      title: 'New webhook',
      action: 'Create webhook',
      types,
      async onSubmit(fields, key) {
        const { secret, id } = await createWebhook(owner, fields, key);
        keepSecret(id, { secret, note: 'The receiver verifies requests with it.' });
        location.hash = formatAddress({ ...owner, webhookId: id });
      },
      onCancel() {
        place.replaceChildren(intro);
        open.focus();
      },
    });
    place.replaceChildren(form);
    form.querySelector('input')?.focus();
  }
  place.append(intro);
  return place;
}

function createList(webhooks: readonly Webhook[], owner: WebhookOwner): HTMLElement {
  if (webhooks.length === 0)
    return element('p', { className: 'soft' }, `This ${nameOwner(owner)} has no webhooks yet.`);
  return element(
    'ul',
    { className: 'runs datasets' },
    ...webhooks.map((webhook) => createItem(webhook, owner)),
  );
}

function createItem(webhook: Webhook, owner: WebhookOwner): HTMLElement {
  const { id, url, description, eventTypes, createdAt } = webhook;
  const { text, tone } = labelWebhook(webhook);
  const href = formatAddress({ ...owner, webhookId: id });
  const facts = [countEvents(eventTypes.length), ...(description === '' ? [] : [description])];
  return element(
    'li',
    {},
    element(
      'span',
      {},
      element('a', { href, className: 'item-link' }, element('bdi', {}, url)),
      element('span', { className: 'soft small block' }, facts.join(' · ')),
    ),
    element('span', { className: `chip ${tone}` }, text),
    element('time', { className: 'soft small', dateTime: createdAt }, formatTime(createdAt)),
  );
}
