/** The page “Datasets”: the list, a dataset with its versions, or one version, as the address says. */

import { createViewPage } from '../parts/view-page.ts';
import { readAddress } from './parts/address.ts';
import type { DatasetAddress } from './parts/address.ts';
import { describeDatasetError } from './parts/dataset-errors.ts';
import { showDataset } from './dataset-view.ts';
import { showList } from './list-view.ts';
import { showVersion } from './versions/version-view.ts';
import type { View } from './view.ts';

export const datasetsPage = createViewPage({
  slug: 'datasets',
  title: 'Datasets',
  waiting: 'Fetching the datasets …',
  back: 'All datasets',
  describeError: describeDatasetError,
  chooseView() {
    const address = readAddress();
    return (section, context) => chooseView(address)(section, { ...address, ...context });
  },
});

function chooseView({ datasetId, versionId }: DatasetAddress): View {
  if (datasetId === undefined) return showList;
  return versionId === undefined ? showDataset : showVersion;
}
