import type { Rejection } from '../parts/crowd-types.ts';

export interface RejectionReason {
  readonly category: Rejection['rejectionCategory'];
  readonly name: string;
  /** The starting text of the reason, which the worker reads. */
  readonly text: string;
}

/** The categories of a rejection with their starting texts. */
export const rejectionReasons: readonly RejectionReason[] = [
  {
    category: 'failed_instructions',
    name: 'Instructions not followed',
    text: 'The answer does not follow the instructions of the task: ',
  },
  { category: 'low_effort', name: 'Little effort', text: 'The answer shows too little care, because ' },
  { category: 'incomplete', name: 'Incomplete', text: 'The answer is incomplete. It does not contain ' },
  { category: 'inconsistent', name: 'Contradictory', text: 'Parts of the answer contradict each other: ' },
  {
    category: 'failed_check',
    name: 'Attention check failed',
    text: 'A question whose answer is known was answered differently.',
  },
  {
    category: 'too_fast',
    name: 'Too fast',
    text: 'The answer was submitted faster than the task can be read.',
  },
  { category: 'too_slow', name: 'Too slow', text: 'The task took much longer than it needs, because ' },
  { category: 'wrong_code', name: 'Wrong code', text: 'The completion code of the answer is not right.' },
  { category: 'no_data', name: 'No content', text: 'The answer has no content that can be used.' },
  {
    category: 'unsupported_device',
    name: 'Device not supported',
    text: 'The task cannot be done well on this device: ',
  },
  { category: 'duplicate', name: 'Duplicate', text: 'The answer repeats another answer word by word.' },
  {
    category: 'suspected_automation',
    name: 'Probably automated',
    text: 'The answer was probably written by a machine, because ',
  },
  { category: 'other', name: 'Other reason', text: '' },
];

export const nameCategory = (category: string): string =>
  rejectionReasons.find((reason) => reason.category === category)?.name ?? category;
