/** Texts about crowd jobs and answers. */

import type { CrowdAnswer, CrowdJob } from '../../../shared/api/api-types.ts';
import type { AnswerStatus, JobStatus } from './crowd-types.ts';

export interface Label {
  readonly text: string;
  readonly tone: string;
}

const numbers = new Intl.NumberFormat('en');
export const formatCount = (count: number): string => numbers.format(count);
export const formatShare = (share: number): string => `${Math.round(share * 100)} %`;
export const countAnswers = (count: number): string =>
  count === 1 ? '1 answer' : `${formatCount(count)} answers`;

export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 90 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Returns a position in a recording, such as `1:05.2`. */
export function formatPosition(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const rest = (tenths % 600) / 10;
  return `${Math.floor(tenths / 600)}:${rest < 10 ? '0' : ''}${rest.toFixed(1)}`;
}

const jobLabels: Readonly<Record<JobStatus, Label>> = {
  assignable: { text: 'Open', tone: 'tone-authentic' },
  paused: { text: 'Paused', tone: 'tone-inconclusive' },
  no_tasks: { text: 'No free task', tone: 'tone-pending' },
  finished: { text: 'Finished', tone: 'tone-authentic' },
  expired: { text: 'Ended', tone: 'tone-inconclusive' },
  archived: { text: 'Archived', tone: 'tone-canceled' },
};

export const labelJob = ({ status }: Pick<CrowdJob, 'status'>): Label => jobLabels[status];

export const jobStatusChoices = [
  { value: '', text: 'All' },
  ...Object.entries(jobLabels).map(([value, { text }]) => ({ value, text })),
];

export const audienceChoices = [
  { value: 'organization', text: 'Members of the organization' },
  { value: 'everyone', text: 'Everybody who is signed in (public files only)' },
  { value: 'guests', text: 'Anybody with the link, without an account (public files, no reward)' },
];

const jobNotes: Readonly<Record<JobStatus, string | undefined>> = {
  assignable: undefined,
  paused: 'Workers cannot claim tasks. Claims that are open can still be submitted.',
  no_tasks:
    'All tasks are claimed, or their answers wait for review. A rejected answer makes its task free again.',
  finished: 'All answers are there. Review those that wait.',
  expired: 'The end of the job has passed. Extend it with a new end, or archive it.',
  archived: 'The job has ended for good.',
};

/** Returns the meaning of the state of a job; undefined while workers can claim tasks. */
export const explainJob = ({ status }: Pick<CrowdJob, 'status'>): string | undefined => jobNotes[status];

const answerLabels: Readonly<Record<AnswerStatus, Label>> = {
  pending_review: { text: 'Waits for review', tone: 'tone-pending' },
  accepted: { text: 'Accepted', tone: 'tone-authentic' },
  rejected: { text: 'Rejected', tone: 'tone-failed' },
};

export const labelAnswer = ({ status }: Pick<CrowdAnswer, 'status'>): Label => answerLabels[status];

export const answerStatusChoices = [
  { value: 'pending_review', text: 'Waiting for review' },
  { value: 'accepted', text: 'Accepted' },
  { value: 'rejected', text: 'Rejected' },
];

/**
 * Names a worker by the last characters of the pseudonym, and a guest also by the name that the guest chose. Isolates keep the direction
 * of that name from the text around it.
 */
export const nameWorker = ({
  workerId,
  guestWorkerId,
  displayName,
}: Pick<CrowdAnswer, 'workerId' | 'guestWorkerId' | 'displayName'>): string =>
  `${guestWorkerId === null ? 'Worker' : 'Guest'} ${workerId.slice(-6)}${displayName === null ? '' : ` “\u2068${displayName}\u2069”`}`;

export const nameTask = (variantIndex: number): string => `Task ${formatCount(variantIndex + 1)}`;

/** Returns one plain sentence about Krippendorff’s alpha. */
export function explainAgreement(alpha: number | null): string {
  if (alpha === null) return 'There are not enough answers yet to compare workers.';
  const shown = alpha.toFixed(2);
  const scale = '1 is full agreement, 0 is chance';
  if (alpha >= 0.8) return `Alpha is ${shown} (${scale}): workers agree, so you can rely on the answers.`;
  if (alpha >= 0.667)
    return `Alpha is ${shown} (${scale}): workers mostly agree, so draw careful conclusions.`;
  if (alpha > 0)
    return `Alpha is ${shown} (${scale}): workers often disagree, so the questions may be unclear.`;
  return `Alpha is ${shown} (${scale}): workers agree no more than by chance, so do not rely on the answers.`;
}
