import type { CrowdAnswer } from '../../../shared/api/api-types.ts';
import type { Answer } from '../../../shared/api/calls.ts';
import type { AnswerStatus } from '../parts/crowd-types.ts';

/** The answers under review and the current one. Answers that were decided stay in their place. */
export interface AnswerQueue {
  readonly current: CrowdAnswer | undefined;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  /** True if an answer that is loaded waits for review. */
  readonly hasPending: boolean;
  /** The place of the current answer, such as `2 of 5`. */
  readonly place: string;
  /** Lists the answers with a status again. */
  load(status: AnswerStatus): Promise<void>;
  next(): Promise<void>;
  previous(): void;
  /** Moves to the next answer that waits for review. Resolves to false without one. */
  nextPending(): Promise<boolean>;
  replace(answer: CrowdAnswer): void;
}

export function createAnswerQueue(
  list: (status: AnswerStatus, cursor: string | null) => Promise<Answer<'listCrowdAnswers'>>,
): AnswerQueue {
  let answers: CrowdAnswer[] = [];
  let index = 0;
  let total = 0;
  let cursor: string | null = null;
  let status: AnswerStatus = 'pending_review';
  const loadMore = async (): Promise<void> => {
    const page = await list(status, cursor);
    answers = addNew(answers, page.data);
    cursor = page.nextCursor;
    total = Math.max(total, answers.length);
  };
  return {
    get current() {
      return answers[index];
    },
    get hasPrevious() {
      return index > 0;
    },
    get hasNext() {
      return index + 1 < answers.length || cursor !== null;
    },
    get hasPending() {
      return answers.some(isPending);
    },
    get place() {
      return answers.length === 0 ? '' : `Answer ${index + 1} of ${total}`;
    },
    async load(requested) {
      const page = await list(requested, null);
      status = requested;
      answers = [...page.data];
      ({ nextCursor: cursor, total } = page);
      index = 0;
    },
    async next() {
      if (index + 1 >= answers.length && cursor !== null) await loadMore();
      index = Math.max(0, Math.min(index + 1, answers.length - 1));
    },
    previous() {
      index = Math.max(0, index - 1);
    },
    async nextPending() {
      let found = findPending(answers, index);
      if (found < 0 && cursor !== null) {
        await loadMore();
        found = findPending(answers, index);
      }
      if (found < 0) found = answers.findIndex(isPending);
      if (found < 0) return false;
      index = found;
      return true;
    },
    replace(answer) {
      answers = answers.map((one) => (one.id === answer.id ? answer : one));
    },
  };
}

const isPending = ({ status }: CrowdAnswer): boolean => status === 'pending_review';

const findPending = (answers: readonly CrowdAnswer[], after: number): number =>
  answers.findIndex((answer, place) => place > after && isPending(answer));

function addNew(answers: readonly CrowdAnswer[], more: readonly CrowdAnswer[]): CrowdAnswer[] {
  const known = new Set(answers.map(({ id }) => id));
  return [...answers, ...more.filter(({ id }) => !known.has(id))];
}
