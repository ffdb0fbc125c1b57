import type { Mapped } from '@assay/chassis/mongo/document-mapper';
import type { NamedOutboxDocument } from '@assay/chassis/mongo/outbox-writer';
import type { Answer } from '../../domain/crowd/answer/answer.ts';

type Nullable = 'attentionChecksPassed' | 'review' | 'appeal';

export interface AnswerDocument extends NamedOutboxDocument, Mapped<Answer, Nullable> {
  /** The time of a change that the task does not have yet. Missing once it has it. */
  readonly syncAt?: Date;
  /** The time of the last change. Missing while the task has not decided. */
  readonly changedAt?: Date;
}
