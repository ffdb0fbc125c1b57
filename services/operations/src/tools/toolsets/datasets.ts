import type { Toolset } from '../tool.ts';

export const datasets: Toolset = {
  name: 'datasets',
  tools: {
    list_datasets: {
      operation: 'listDatasets',
      description: 'Lists the datasets of the organization, newest first.',
      arguments: ['modality'],
    },
    get_dataset: {
      operation: 'getDataset',
      description: 'Returns a dataset with its versions in the order of their creation, raw first.',
      arguments: ['datasetId'],
    },
    get_dataset_version: {
      operation: 'getDatasetVersion',
      description: 'Returns a version of a dataset with a page of its files.',
      arguments: ['datasetId', 'versionId', 'page', 'limit'],
      hasFields: true,
    },
    create_dataset: {
      operation: 'createDataset',
      description: 'Creates a dataset with an empty raw version.',
      arguments: ['name', 'internalId', 'modality', 'description'],
    },
    delete_dataset: {
      operation: 'deleteDataset',
      description: 'Deletes a dataset with its versions and files. It cannot be undone.',
      arguments: ['datasetId'],
      adds: {
        id: { schema: { type: 'string' }, read: (_call, { datasetId }) => datasetId },
        deleted: { schema: { type: 'boolean' }, read: () => true },
      },
    },
  },
};
