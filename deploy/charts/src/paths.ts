import { join, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../../..');
export const chartsFolder = join(repositoryRoot, 'charts');
export const platformChart = join(chartsFolder, 'assay');
export const infraChart = join(chartsFolder, 'infra');
export const schemasFolder = join(chartsFolder, 'schemas');

/** The oldest and the newest Kubernetes that the charts are rendered and checked for. */
export const newestKubernetes = '1.35.0';
export const kubernetesVersions = ['1.30.0', newestKubernetes] as const;
