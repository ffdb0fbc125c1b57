/** Warnings about files that the checks cannot examine, shown before a run is started. */

import { api } from '../parts/api.ts';
import type { RunEstimate } from '../../shared/api/api-types.ts';
import type { CrowdOptions } from '../parts/api-types.ts';
import { element } from '../../shared/dom.ts';
import { formatMoney } from '../parts/formats.ts';
import type { ChosenFile } from './chosen-files.ts';
import type { Selection } from './pipeline-choice.ts';
import { acceptsSeveral } from './pipelines.ts';
import { createQueue } from './queue.ts';

export interface EstimateWarnings {
  /** Requests the estimates of the runs that would be started now, and shows their warnings when all have arrived. */
  update(projectId: string, selection: Selection, ready: readonly ChosenFile[]): void;
}

interface Order {
  readonly pipelineSlug: string;
  readonly fileIds: readonly string[];
  readonly contextData?: ReturnType<Selection['readClaims']>;
  readonly crowd?: CrowdOptions;
}

const maxConcurrent = 2;

/** @param showPrices is called with the estimates; null stands for a run whose start would be refused */
export function createEstimateWarnings(
  list: HTMLElement,
  showPrices: (estimates: readonly (RunEstimate | null)[]) => void,
): EstimateWarnings {
  const enqueue = createQueue(maxConcurrent);
  /** The estimates by project and order. A file does not change, so each order is estimated once. */
  const estimates = new Map<string, Promise<RunEstimate | null>>();
  let latest = 0;

  function estimate(projectId: string, order: Order): Promise<RunEstimate | null> {
    const key = JSON.stringify([projectId, order]);
    // A refusal, such as of a claim that is still missing, is shown when the run is started.
    const found =
      estimates.get(key) ?? enqueue(() => api.estimateRun({ projectId, body: order }).catch(() => null));
    estimates.set(key, found);
    return found;
  }

  return {
    update(projectId, selection, ready) {
      const current = ++latest;
      const orders = listOrders(selection, ready);
      void Promise.all(orders.map((order) => estimate(projectId, order))).then((found) => {
        if (current !== latest) return;
        showPrices(found);
        const lines = found.flatMap((one) => (one === null ? [] : describe(one, ready)));
        list.hidden = lines.length === 0;
        list.replaceChildren(...lines.map((line) => element('li', { className: 'notice warn' }, line)));
      });
    },
  };
}

/** Returns one order for each run: over all files where the pipeline compares them, otherwise over each. */
function listOrders(
  { pipeline, choosePipeline, readClaims, crowd }: Selection,
  ready: readonly ChosenFile[],
): readonly Order[] {
  const isOneRun = pipeline !== undefined && acceptsSeveral(pipeline);
  const groups = isOneRun && ready.length > 0 ? [ready] : ready.map((file) => [file]);
  return groups.flatMap((files) => {
    const chosen = choosePipeline(files.map(({ upload }) => upload.type));
    if (chosen === undefined) return [];
    const contextData = readClaims(chosen);
    return [
      {
        pipelineSlug: chosen.slug,
        fileIds: files.flatMap(({ upload }) => upload.stored?.id ?? []),
        ...(Object.keys(contextData).length > 0 ? { contextData } : {}),
        ...(crowd === undefined ? {} : { crowd }),
      },
    ];
  });
}

function describe({ warnings, expectedCents }: RunEstimate, ready: readonly ChosenFile[]): string[] {
  return warnings.map(({ fileId, reason }) => {
    const name = ready.find(({ upload }) => upload.stored?.id === fileId)?.upload.file.name ?? 'One file';
    return `${name}: ${reason} The expected price of this run is ${formatMoney(expectedCents)}.`;
  });
}
