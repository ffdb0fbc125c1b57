/** A new job in three steps: files, survey and workers, price. */

import { listTemplates } from '../parts/survey-api.ts';
import { api } from '../../parts/api.ts';
import { announce, button, element } from '../../../shared/dom.ts';
import type { StoredFile } from '../../parts/api-types.ts';
import type { View } from '../../parts/view-page.ts';
import { formatAddress } from '../parts/address.ts';
import type { JobOrder } from '../parts/crowd-types.ts';
import { createPreviewButton } from '../parts/preview-button.ts';
import type { VersionName } from '../parts/survey-api.ts';
import { createFileChoice, listKinds } from './choose-files.ts';
import type { FileChoice } from './choose-files.ts';
import type { SurveyChoice } from './choose-survey.ts';
import { prepareSurvey } from './prepare-survey.ts';
import { createPrice, describeOrderError, placeOrder } from './price.ts';
import { createSettings } from './settings.ts';
import type { SettingsStep } from './settings.ts';

const titles = ['Choose files', 'Choose the survey and the workers', 'Check the price'];

export function createNewView(projectId: string): View {
  return async (section, { mayWrite, refreshCredit }) => {
    const heading = element('div', { className: 'stack' }, createTrail(projectId), createHeading());
    if (!mayWrite) {
      section.replaceChildren(heading, element('p', { className: 'notice' }, 'Viewers cannot create jobs.'));
      return;
    }
    const [files, templates] = await Promise.all([createFileChoice(projectId), listTemplates(projectId)]);
    const findVersion = (): Promise<VersionName> =>
      resolveVersion(projectId, files.read(), settings.readSurvey());
    const settings = createSettings(templates, createPreviewButton(findVersion));
    section.replaceChildren(heading, createWizard({ projectId, files, settings, refreshCredit }));
  };
}

interface WizardOptions {
  readonly projectId: string;
  readonly files: FileChoice;
  readonly settings: SettingsStep;
  readonly refreshCredit: () => void;
}

function createWizard({ projectId, files, settings, refreshCredit }: WizardOptions): HTMLElement {
  const title = element('h2', { id: 'step-title', tabIndex: -1 });
  const place = element('div', { className: 'stack' });
  const problem = element('p', { className: 'notice bad', role: 'alert', hidden: true });
  const back = button('Back', () => show(step - 1));
  const next = button('Next', () => void proceed(), { kind: 'main' });
  let step = 0;
  let finish = (): Promise<void> => Promise.resolve();
  const show = (shown: number, price?: HTMLElement): void => {
    step = shown;
    problem.hidden = true;
    title.textContent = `Step ${step + 1} of 3: ${titles[step] ?? ''}`;
    place.replaceChildren([files.node, settings.node, price][step] ?? '');
    back.hidden = step === 0;
    next.textContent = step === 2 ? 'Create the job' : 'Next';
    next.disabled = false;
    title.focus();
  };
  const showPrice = async (): Promise<void> => {
    const order = await buildOrder(projectId, files, settings);
    const estimate = await api.estimateCrowdJob({ body: order });
    show(2, createPrice(order, estimate));
    next.disabled = !estimate.sufficient;
    finish = async () => {
      const { id } = await placeOrder(order, estimate);
      refreshCredit();
      location.hash = formatAddress({ projectId, jobId: id });
      announce('The job is created.');
    };
  };
  let isBusy = false;
  async function proceed(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    problem.hidden = true;
    try {
      const fault = [files, settings][step]?.findFault();
      if (fault !== undefined) fail(fault);
      else if (step === 0) show(1);
      else await (step === 1 ? showPrice() : finish());
    } catch (error) {
      fail(describeOrderError(error, new Map(files.read().map(({ id, name }) => [id, name]))));
    } finally {
      isBusy = false;
    }
  }
  const fail = (text: string): void => showFault(problem, text);
  place.addEventListener('change', () => {
    problem.hidden = true;
  });
  show(0);
  return element(
    'section',
    { className: 'sheet', 'aria-labelledby': title.id },
    title,
    place,
    problem,
    element('div', { className: 'row' }, next, back),
  );
}

function showFault(line: HTMLElement, text: string): void {
  line.textContent = text;
  line.hidden = false;
  line.scrollIntoView({ block: 'nearest' });
}

async function buildOrder(projectId: string, files: FileChoice, settings: SettingsStep): Promise<JobOrder> {
  const chosen = files.read();
  const { surveyVersionId } = await resolveVersion(projectId, chosen, settings.readSurvey());
  const fileIds = chosen.map(({ id }) => id);
  return { projectId, fileIds, surveyTemplateVersionId: surveyVersionId, ...settings.read() };
}

/** Resolves to the version of the chosen survey. The first use of a built-in survey creates it. */
async function resolveVersion(
  projectId: string,
  chosen: readonly StoredFile[],
  survey: SurveyChoice,
): Promise<VersionName> {
  if (survey.builtIn === undefined) return survey.version;
  return prepareSurvey(projectId, survey.builtIn, listKinds(chosen));
}

function createHeading(): HTMLElement {
  return element('div', { className: 'heading' }, element('h1', { tabIndex: -1 }, 'New crowd job'));
}

function createTrail(projectId: string): HTMLElement {
  return element(
    'nav',
    { className: 'trail', 'aria-label': 'Path' },
    element('a', { href: formatAddress({ projectId }) }, 'All crowd jobs'),
  );
}
