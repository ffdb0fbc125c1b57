import { describeError } from '../parts/error-texts.ts';
import { formatSize } from '../parts/formats.ts';
import { ApiError } from '../../shared/api-error.ts';
import { createRow } from './row.ts';
import type { Row } from './row.ts';
import { createUpload, discardUpload, retryUpload } from './uploads.ts';
import type { FileUpload } from './uploads.ts';

export interface ChosenFile {
  readonly upload: FileUpload;
  readonly row: Row;
}

/** Files that were chosen for the next runs and are uploaded in the meantime. */
export interface ChosenFiles {
  add(file: File, projectId: string): void;
  count(): number;
  /** Returns the MIME types of the files whose upload has not failed. */
  types(): readonly string[];
  /** Returns the files that the platform has read, so that a run over them can be estimated. */
  ready(): readonly ChosenFile[];
  /** Removes and returns the files whose upload has not failed. */
  take(): readonly ChosenFile[];
  /** Removes all files, and deletes them from the project. */
  discard(): void;
}

/** @param onChange called when a file was removed, is ready, or has failed */
export function createChosenFiles(list: HTMLElement, onChange: () => void): ChosenFiles {
  let chosen: readonly ChosenFile[] = [];
  const read = new WeakSet<ChosenFile>();
  const usable = (): readonly ChosenFile[] => chosen.filter(({ upload }) => !upload.hasFailed);

  function remove(file: ChosenFile): void {
    discardUpload(file.upload);
    file.row.node.remove();
    chosen = chosen.filter((other) => other !== file);
    onChange();
  }

  async function follow(file: ChosenFile): Promise<void> {
    const { row, upload } = file;
    row.showProgress({ text: 'Waiting' });
    upload.onStep = (progress) => row.showProgress(progress);
    const isChosen = (): boolean => chosen.includes(file);
    try {
      await upload.ready;
      read.add(file);
      if (isChosen()) row.showState('Ready');
    } catch (error) {
      const isRefused = error instanceof ApiError && [413, 415].includes(error.status);
      const retry = (): void => {
        retryUpload(upload);
        void follow(file);
      };
      if (isChosen()) row.showError(describeError(error), isRefused ? undefined : retry);
    }
    if (isChosen()) onChange();
  }

  return {
    add(file, projectId) {
      const added = {
        upload: createUpload(file, projectId),
        row: createRow(file.name, formatSize(file.size)),
      };
      chosen = [...chosen, added];
      list.append(added.row.node);
      added.row.onRemove(() => remove(added));
      void follow(added);
    },
    count: () => chosen.length,
    types: () => usable().map(({ upload }) => upload.type),
    ready: () => usable().filter((file) => read.has(file)),
    take() {
      const taken = usable();
      chosen = chosen.filter((file) => !taken.includes(file));
      for (const { row } of taken) row.onRemove(undefined);
      return taken;
    },
    discard() {
      for (const { upload } of chosen) discardUpload(upload);
      chosen = [];
      list.replaceChildren();
    },
  };
}
