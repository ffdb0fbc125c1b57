/** The page “Datasets”: the list, a dataset with its versions, or one version, as the address says. */

import type { DeskPage, Workplace } from '../desk-page.ts';
import { element } from '../dom.ts';
import { formatAddress, readAddress } from './address.ts';
import { describeDatasetError } from './dataset-errors.ts';
import { showDataset } from './dataset-view.ts';
import { showList } from './list-view.ts';
import { showVersion } from './versions/version-view.ts';
import type { View, ViewContext } from './view.ts';

let leave: (() => void)[] = [];
let visits = 0;
let lastWorkplace: Workplace | undefined;

export const datasetsPage: DeskPage = {
  slug: 'datasets',
  title: 'Datasets',
  async open(section, workplace) {
    for (const stop of leave) stop();
    leave = [];
    visits += 1;
    const visit = visits;
    const isWithin = lastWorkplace === workplace;
    lastWorkplace = workplace;
    const shown = element('div', { className: 'page' });
    const onLeave = (stop: () => void): void => {
      if (visit === visits) leave.push(stop);
      else stop();
    };
    const context = { ...readAddress(), mayWrite: workplace.role !== 'viewer', onLeave };
    if (!isWithin) section.replaceChildren(createWaiting());
    await show(shown, context);
    // Another address may have been opened in the meantime.
    if (visit !== visits) return;
    section.replaceChildren(shown);
    const title = shown.querySelector('h1');
    document.title = `${title?.textContent ?? 'Datasets'} · Assay`;
    if (isWithin) title?.focus();
  },
};

async function show(shown: HTMLElement, context: ViewContext): Promise<void> {
  try {
    await chooseView(context)(shown, context);
  } catch (error) {
    const back = element('a', { href: formatAddress() }, 'All datasets');
    shown.replaceChildren(
      element('h1', { tabIndex: -1 }, 'Datasets'),
      element('p', { className: 'notice bad', role: 'alert' }, describeDatasetError(error)),
      element('p', {}, back),
    );
  }
}

function chooseView({ datasetId, versionId }: ViewContext): View {
  if (datasetId === undefined) return showList;
  return versionId === undefined ? showDataset : showVersion;
}

function createWaiting(): HTMLElement {
  return element('p', { className: 'waiting soft' }, 'Fetching the datasets …');
}
