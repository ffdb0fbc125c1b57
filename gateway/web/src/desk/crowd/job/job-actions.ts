import { announce, button } from '../../../shared/dom.ts';
import { attempt } from '../parts/crowd-errors.ts';
import type { Job, JobStatus } from '../parts/crowd-types.ts';
import { pauseJob, resumeJob } from '../parts/job-api.ts';
import { archive } from './archive-dialog.ts';
import { extend } from './extend-dialog.ts';

interface Actions {
  readonly buttons: readonly HTMLElement[];
  /** Fits the buttons to the state of the job. */
  show(job: Job): void;
}

const extendable: readonly JobStatus[] = ['assignable', 'paused', 'no_tasks', 'finished', 'expired'];

/** Creates the buttons that change a job. */
export function createActions(jobId: string, onChange: (job: Job) => void): Actions {
  let shown: Job | undefined;
  const change = (text: string, call: (job: Job) => Promise<Job | undefined>): void =>
    attempt(async () => {
      if (shown === undefined) return;
      const job = await call(shown);
      if (job === undefined) return;
      onChange(job);
      announce(text);
    });
  const pause = button('Pause', () => change('The job is paused.', () => pauseJob(jobId)));
  const resume = button('Resume', () => change('Workers can claim tasks again.', () => resumeJob(jobId)));
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
