/** The buttons of a run: cancel, start again, and saving the report or the evidence bundle. */

import { api, identifyRun, readBundleUrl } from '../parts/api.ts';
import { createIdempotencyKey, request } from '../parts/request.ts';
import { writePath } from '../../shared/api/calls.ts';
import type { Run } from '../../shared/api/api-types.ts';
import { button, element } from '../../shared/dom.ts';
import { refreshRun } from './watched-runs.ts';

/** Runs an action while its button is disabled, and shows its error. */
export type Attempt = (pressed: HTMLButtonElement, action: () => Promise<void>) => void;

interface ActionOptions {
  readonly run: Run;
  /** False: only what does not change the run. */
  readonly mayWrite: boolean;
}

/** Returns the buttons for the status of the run. */
export function createActions(
  { run, mayWrite }: ActionOptions,
  attempt: Attempt,
): readonly HTMLButtonElement[] {
  const create = (text: string, kind: string, action: () => Promise<void>): HTMLButtonElement =>
    button(text, (pressed) => attempt(pressed, action), { kind });
  if (run.status === 'completed') {
    return [
      create('Save report (PDF)', 'slim', () => saveReport(run, 'pdf')),
      create('Save report (HTML)', 'slim', () => saveReport(run, 'html')),
      create('Save evidence bundle', 'slim', () => saveBundle(run)),
    ];
  }
  if (!mayWrite) return [];
  return run.status === 'failed'
    ? [
        create('Start again', 'main', async () =>
          refreshRun(await api.restartRun({ ...identifyRun(run), idempotencyKey: createIdempotencyKey() })),
        ),
      ]
    : [create('Cancel', 'slim', async () => refreshRun(await api.cancelRun(identifyRun(run))))];
}

/** The object store must not receive the API key, so the link is read first and then followed without a key. */
async function saveBundle(run: Run): Promise<void> {
  const href = await readBundleUrl(run);
  element('a', { href, rel: 'noreferrer', download: '' }).click();
}

const revokeMs = 60_000;

/** A link cannot send an API key, so the report is fetched and saved from memory. */
async function saveReport(run: Run, format: 'pdf' | 'html'): Promise<void> {
  const response = await request(writePath('getRunReport', { ...identifyRun(run), format }));
  const href = URL.createObjectURL(await response.blob());
  const subject = (run.files[0]?.name ?? 'claims').replace(/\.[^.]*$/u, '');
  element('a', { href, download: `${subject} report.${format}` }).click();
  setTimeout(() => URL.revokeObjectURL(href), revokeMs);
}
