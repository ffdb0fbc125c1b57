/** The part of the run form that selects a pipeline, asks for claims, and shows the price. */

import type { Pipeline } from '../../shared/api/api-types.ts';
import type { CrowdOptions } from '../parts/api-types.ts';
import { createClaimFields } from './claim-fields.ts';
import type { ReadClaims } from './claim-fields.ts';
import { byId } from '../../shared/dom.ts';
import { fillSelect } from '../parts/select.ts';
import { formatMinutes, formatMoney } from '../parts/formats.ts';
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
import { explainUnexamined } from './unexamined.ts';
import type { RequestedClaim } from './pipelines.ts';
import { createCrowdChoice, involvesPeople } from './people/crowd-choice.ts';

/** The selected pipeline. Undefined means the usual pipeline for the type of each file. */
export interface Selection {
  readonly pipeline: Pipeline | undefined;
  readonly readClaims: ReadClaims;
  /** Undefined if the pipeline asks nobody. */
  readonly crowd: CrowdOptions | undefined;
  /** Returns the pipeline for a run over files of these types; undefined: none accepts them. */
  readonly choosePipeline: (types: readonly string[]) => Pipeline | undefined;
}

export interface PipelineChoice {
  useCatalog(catalog: readonly Pipeline[]): void;
  /**
   * Offers the pipelines that accept files of these types.
   * @param chosenCount the number of files, including those that the platform has refused
   */
  show(types: readonly string[], chosenCount: number): void;
  readSelection(): Selection;
  clear(): void;
}

const byType = 'by-type';
const byTypeNote = 'Each file is analysed by the pipeline for its type.';
const refusedNote = 'None of these files can be analysed. Choose other files.';

export function createPipelineChoice(): PipelineChoice {
  const select = byId('pipeline', HTMLSelectElement);
  const claims = createClaimFields({ required: byId('claims-required'), optional: byId('claims') });
  const people = createCrowdChoice();
  let pipelines: readonly Pipeline[] = [];
  let types: readonly string[] = [];
  /** Why none of the chosen files can be analysed. */
  let obstacle: string | undefined;
  /** The slug that the person has selected. It stays selected while its pipeline accepts the files. */
  let preferred = '';

  const findSelected = (): Pipeline | undefined => pipelines.find(({ slug }) => slug === select.value);

  function showSelected(): void {
    const selected = findSelected();
    const read =
      selected === undefined ? types.flatMap((type) => findUsual(pipelines, type) ?? []) : [selected];
    const fields = obstacle === undefined ? listClaimFields([...new Set(read)]) : [];
    claims.show(fields);
    describeClaims(fields);
    people.show(obstacle === undefined ? selected : undefined);
    byId('pipeline-field').hidden = obstacle !== undefined;
    byId('pipeline-note').textContent =
      obstacle ?? describeChoice(selected, listUnexamined(pipelines, types));
    const cents = computePrice(pipelines, selected, types);
    showBegin(obstacle === undefined ? describeStart(selected, types.length, cents) : undefined);
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
    show(chosenTypes, chosenCount) {
      types = chosenTypes;
      obstacle = findObstacle(pipelines, types, chosenCount);
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
      return { pipeline, readClaims: claims.capture(), crowd: people.read(), choosePipeline };
    },
    clear() {
      preferred = '';
      claims.clear();
      people.clear();
      byId('claims-box', HTMLDetailsElement).open = false;
    },
  };
}

function describeClaims(fields: readonly RequestedClaim[]): void {
  const hasRequired = fields.some(({ isRequired }) => isRequired);
  byId('claims-box').hidden = fields.every(({ isRequired }) => isRequired);
  byId('claims-summary').textContent = hasRequired ? 'Add more claims (optional)' : 'Add claims (optional)';
}

/** Returns the types that no pipeline accepts. */
function listUnexamined(pipelines: readonly Pipeline[], types: readonly string[]): readonly string[] {
  const hasPipeline = (type: string): boolean => pipelines.some((pipeline) => accepts(pipeline, [type]));
  return [...new Set(types)].filter((type) => type !== '' && !hasPipeline(type));
}

function findObstacle(
  pipelines: readonly Pipeline[],
  types: readonly string[],
  chosenCount: number,
): string | undefined {
  if (chosenCount > 0 && types.length === 0) return refusedNote;
  const unexamined = listUnexamined(pipelines, types);
  if (unexamined.length === 0 || types.some((type) => !unexamined.includes(type))) return undefined;
  return unexamined.map(explainUnexamined).join(' ');
}

function describeChoice(selected: Pipeline | undefined, unexamined: readonly string[]): string {
  if (selected !== undefined) return describePipeline(selected);
  return [byTypeNote, ...unexamined.map(explainUnexamined)].join(' ');
}

function describePipeline(pipeline: Pipeline): string {
  return `${pipeline.description} It takes about ${formatMinutes(pipeline.estimatedMinutes)}.`;
}

/** @param text the text of the button that starts the runs; undefined: none can be started */
function showBegin(text: string | undefined): void {
  const begin = byId('begin', HTMLButtonElement);
  begin.textContent = text ?? 'Analyse';
  begin.disabled = text === undefined;
}

function describeStart(pipeline: Pipeline | undefined, fileCount: number, cents: number): string {
  const mayCostLess = pipeline !== undefined && involvesPeople(pipeline);
  return `${nameStart(pipeline, fileCount)} for ${mayCostLess ? 'at most ' : ''}${formatMoney(cents)}`;
}

function nameStart(pipeline: Pipeline | undefined, fileCount: number): string {
  if (fileCount === 0) return 'Check the claims';
  if (fileCount === 1) return 'Analyse';
  const isOneRun = pipeline !== undefined && acceptsSeveral(pipeline);
  return isOneRun ? `Compare ${fileCount} files` : `Analyse ${fileCount} files`;
}
