import { api } from '../../parts/api.ts';
import type { CrowdJob } from '../../../shared/api/api-types.ts';
import { announce, button } from '../../../shared/dom.ts';
import { attempt } from '../parts/crowd-errors.ts';
import type { JobStatus } from '../parts/crowd-types.ts';
import { archive } from './archive-dialog.ts';
import { extend } from './extend-dialog.ts';

interface Actions {
  readonly buttons: readonly HTMLElement[];
  /** Fits the buttons to the state of the job. */
  show(job: CrowdJob): void;
}

const extendable: readonly JobStatus[] = ['assignable', 'paused', 'no_tasks', 'finished', 'expired'];

/** Creates the buttons that change a job. */
export function createActions(jobId: string, onChange: (job: CrowdJob) => void): Actions {
  let shown: CrowdJob | undefined;
  const change = (text: string, call: (job: CrowdJob) => Promise<CrowdJob | undefined>): void =>
    attempt(async () => {
      if (shown === undefined) return;
      const job = await call(shown);
      if (job === undefined) return;
      onChange(job);
      announce(text);
    });
  const pause = button('Pause', () => change('The job is paused.', () => api.pauseCrowdJob({ jobId })));
  const resume = button('Resume', () =>
    change('Workers can claim tasks again.', () => api.resumeCrowdJob({ jobId })),
  );
  const extension = button('Extend', () => change('The job is extended.', extend));
  const end = button('Archive', () => change('The job is archived.', archive));
  return {
    buttons: [pause, resume, extension, end],
    show(job) {
      shown = job;
      const { status, runId } = job;
      const isOwn = runId === null;
      const hadFocus = [pause, resume].some((one) => one === document.activeElement);
      pause.hidden = !isOwn || !(status === 'assignable' || status === 'no_tasks');
      resume.hidden = !isOwn || status !== 'paused';
      extension.hidden = !isOwn || !extendable.includes(status);
      end.hidden = status === 'archived';
      // A hidden button loses the focus.
      if (hadFocus) [pause, resume].find(({ hidden }) => !hidden)?.focus();
    },
  };
}
