/** The part of the run form that selects a pipeline, asks for claims, and shows the price. */

import type { Pipeline } from '../api-types.ts';
import { createClaimFields } from './claim-fields.ts';
import type { ReadClaims } from './claim-fields.ts';
import { byId, fillSelect } from '../dom.ts';
import { formatMinutes, formatMoney } from '../formats.ts';
import {
  accepts,
  acceptsSeveral,
  computePrice,
  findDefault,
  findUsual,
  listClaimFields,
  listStartable,
  runsWithoutFile,
} from './pipelines.ts';
import type { RequestedClaim } from './pipelines.ts';

/** The selected pipeline. Undefined means the usual pipeline for the type of each file. */
export interface Selection {
  readonly pipeline: Pipeline | undefined;
  readonly readClaims: ReadClaims;
  /** Returns the pipeline for a run over files of these types; undefined: none accepts them. */
  readonly choosePipeline: (types: readonly string[]) => Pipeline | undefined;
}

export interface PipelineChoice {
  useCatalog(catalog: readonly Pipeline[]): void;
  /** Offers the pipelines that accept files of these types. */
  show(types: readonly string[]): void;
  readSelection(): Selection;
  clear(): void;
}

const byType = 'by-type';

export function createPipelineChoice(): PipelineChoice {
  const select = byId('pipeline', HTMLSelectElement);
  const claims = createClaimFields({ required: byId('claims-required'), optional: byId('claims') });
  let pipelines: readonly Pipeline[] = [];
  let types: readonly string[] = [];
  /** The slug that the person has selected. It stays selected while its pipeline accepts the files. */
  let preferred = '';

  const findSelected = (): Pipeline | undefined => pipelines.find(({ slug }) => slug === select.value);

  function showSelected(): void {
    const selected = findSelected();
    const usual = types.flatMap((type) => findUsual(pipelines, type) ?? []);
    const fields = listClaimFields(selected === undefined ? [...new Set(usual)] : [selected]);
    claims.show(fields);
    describeClaims(fields);
    byId('pipeline-note').textContent = describePipeline(selected);
    const begin = byId('begin', HTMLButtonElement);
    const price = computePrice(pipelines, selected, types);
    begin.textContent = `${describeStart(selected, types.length)} for ${formatMoney(price)}`;
    const isKnown = (type: string): boolean => type === '' || findUsual(pipelines, type) !== undefined;
    begin.disabled = selected === undefined && !types.some(isKnown);
  }

  select.addEventListener('change', () => {
    preferred = select.value;
    showSelected();
  });

  return {
    useCatalog(catalog) {
      pipelines = listStartable(catalog);
      const kinds = pipelines.flatMap(({ requiredFiles }) => requiredFiles);
      byId('files', HTMLInputElement).accept = kinds.flatMap(({ mimeTypes }) => mimeTypes).join(',');
      byId('without-file').hidden = !pipelines.some(runsWithoutFile);
    },
    show(chosenTypes) {
      types = chosenTypes;
      const accepting = pipelines.filter((one) => accepts(one, types));
      const choices = accepting.map(({ slug, name }) => ({ value: slug, text: name }));
      if (types.length > 0) choices.push({ value: byType, text: 'Each file by its type' });
      const isOffered = choices.some(({ value }) => value === preferred);
      fillSelect(select, choices, isOffered ? preferred : (findDefault(pipelines, types)?.slug ?? byType));
      showSelected();
    },
    readSelection() {
      const pipeline = findSelected();
      const choosePipeline = (fileTypes: readonly string[]): Pipeline | undefined => {
        if (pipeline === undefined) return findUsual(pipelines, fileTypes[0] ?? '');
        return accepts(pipeline, fileTypes) ? pipeline : undefined;
      };
      return { pipeline, readClaims: claims.capture(), choosePipeline };
    },
    clear() {
      preferred = '';
      claims.clear();
      byId('claims-box', HTMLDetailsElement).open = false;
    },
  };
}

function describeClaims(fields: readonly RequestedClaim[]): void {
  const hasRequired = fields.some(({ isRequired }) => isRequired);
  byId('claims-box').hidden = fields.every(({ isRequired }) => isRequired);
  byId('claims-summary').textContent = hasRequired ? 'Add more claims (optional)' : 'Add claims (optional)';
}

function describePipeline(pipeline: Pipeline | undefined): string {
  if (pipeline === undefined) return 'Each file is analysed by the pipeline for its type.';
  return `${pipeline.description} It takes about ${formatMinutes(pipeline.estimatedMinutes)}.`;
}

function describeStart(pipeline: Pipeline | undefined, fileCount: number): string {
  if (fileCount === 0) return 'Check the claims';
  if (fileCount === 1) return 'Analyse';
  const isOneRun = pipeline !== undefined && acceptsSeveral(pipeline);
  return isOneRun ? `Compare ${fileCount} files` : `Analyse ${fileCount} files`;
}
