/** What somebody said about a file or a workflow, one of which is named. */
export interface Comment {
  readonly id: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly fileId: string | undefined;
  readonly workflowId: string | undefined;
  /** The comment it answers, which may be gone. Undefined: it begins a thread. */
  readonly parentCommentId: string | undefined;
  readonly text: string;
  readonly image: string | undefined;
  readonly time: string | undefined;
  readonly edited: boolean;
  readonly authorId: string;
  /** As it was when the comment was made. */
  readonly authorName: string;
  /** Later than that of the comment it answers. */
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a comment is about. */
export type CommentSubject = Pick<Comment, 'organizationId' | 'projectId' | 'fileId' | 'workflowId'>;

/** What its author says. */
export interface CommentContent {
  readonly text: string;
  readonly image: string | undefined;
  readonly time: string | undefined;
  readonly edited: boolean;
  readonly parentCommentId: string | undefined;
}

export type CommentChanges = Partial<CommentContent>;

/** Which comments are listed; undefined: whichever. */
export interface CommentFilter {
  readonly projectId: string | undefined;
  readonly fileId: string | undefined;
  readonly workflowId: string | undefined;
}
