/** The form that starts runs over the files that were chosen, or over claims without a file. */

import type { Pipeline, Run } from '../../shared/api/api-types.ts';
import type { RunReference } from '../parts/api-types.ts';
import { createChosenFiles } from './chosen-files.ts';
import type { ChosenFile } from './chosen-files.ts';
import { announce, byId } from '../../shared/dom.ts';
import { formatSize } from '../parts/formats.ts';
import { showPriceRange } from './people/crowd-choice.ts';
import { createPipelineChoice } from './pipeline-choice.ts';
import type { Selection } from './pipeline-choice.ts';
import { createEstimateWarnings } from './estimate-warnings.ts';
import { acceptsSeveral } from './pipelines.ts';
import { beginRun } from './planned-runs.ts';
import type { PlannedRun } from './planned-runs.ts';
import { createRow } from './row.ts';
import { nameRun } from './texts.ts';

export interface RunFormListeners {
  /** @param isOnly true when the form has started no other run at the same time */
  readonly onStart: (run: Run, isOnly: boolean) => void;
  readonly onOpen: (run: RunReference) => void;
  readonly onEnd: () => void;
}

export interface RunForm {
  addFiles(files: readonly File[]): void;
  useCatalog(catalog: readonly Pipeline[]): void;
  /** Discards everything that was entered. */
  close(): void;
}

/** @param findProject returns the id of the project that is selected */
export function createRunForm(findProject: () => string, listeners: RunFormListeners): RunForm {
  const form = byId('run-form', HTMLFormElement);
  const choice = createPipelineChoice();
  const warnings = createEstimateWarnings(byId('warnings'), showPriceRange);
  const updateWarnings = (): void => warnings.update(findProject(), choice.readSelection(), files.ready());
  const files = createChosenFiles(byId('chosen'), () => {
    if (files.count() === 0) close();
    else show();
  });

  function show(): void {
    form.hidden = false;
    byId('run-form-title').textContent = describeFiles(files.count());
    choice.show(files.types(), files.count());
    updateWarnings();
  }

  function close(): void {
    form.hidden = true;
    files.discard();
    choice.clear();
    updateWarnings();
  }

  function begin(): void {
    const { onStart, onOpen, onEnd } = listeners;
    const selection = choice.readSelection();
    const { choosePipeline, readClaims, crowd } = selection;
    const groups = groupFiles(selection, files.take());
    const common = { projectId: findProject(), choosePipeline, readClaims, crowd, onOpen, onEnd };
    for (const group of groups) {
      byId('submissions').prepend(group.row.node);
      beginRun({ ...group, ...common, onStart: (run) => onStart(run, groups.length === 1) });
    }
    close();
    byId('choose').focus({ preventScroll: true });
  }

  form.addEventListener('change', updateWarnings);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    begin();
  });
  byId('discard').addEventListener('click', () => {
    close();
    byId('choose').focus();
  });
  byId('without-file').addEventListener('click', () => {
    show();
    form.querySelector<HTMLElement>('input, select:not(#pipeline)')?.focus();
  });

  return {
    addFiles(added) {
      if (added.length === 0) return;
      for (const file of added) files.add(file, findProject());
      show();
      byId('begin').focus({ preventScroll: true });
      form.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      announce(describeFiles(files.count()));
    },
    useCatalog: (catalog) => choice.useCatalog(catalog),
    close,
  };
}

type FileGroup = Pick<PlannedRun, 'row' | 'uploads'>;

/** Puts the files that one run analyses into one group. Without files, there is one group for the claims. */
function groupFiles({ pipeline, readClaims }: Selection, files: readonly ChosenFile[]): readonly FileGroup[] {
  const [first, ...others] = files;
  if (first === undefined) {
    if (pipeline === undefined) return [];
    const name = nameRun({ contextDataSnapshot: readClaims(pipeline) });
    return [{ row: createRow(name, pipeline.name), uploads: [] }];
  }
  if (pipeline === undefined || !acceptsSeveral(pipeline)) {
    return files.map(({ row, upload }) => ({ row, uploads: [upload] }));
  }
  const uploads = files.map(({ upload }) => upload);
  const bytes = uploads.reduce((sum, { file }) => sum + file.size, 0);
  const name = `${first.upload.file.name} and ${others.length} more`;
  return [{ row: createRow(name, `${files.length} files, ${formatSize(bytes)}`), uploads }];
}

function describeFiles(count: number): string {
  if (count === 0) return 'Claims to check';
  return count === 1 ? 'One file to analyse' : `${count} files to analyse`;
}
