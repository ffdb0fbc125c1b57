import type { CallContext } from '@assay/chassis/call-context';

/** A link to a file for the browser of a worker. */
export interface WorkLink {
  readonly fileId: string;
  readonly url: string;
  readonly mimeType: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly durationSeconds: number | undefined;
}

/** The links to files, which projects-files makes. Outsiders get copies without metadata, and only of public files. */
export interface WorkLinks {
  /** Resolves to `pending` while a copy is being made, and to `closed` if outsiders may not see a file any more. */
  create(
    call: CallContext,
    organizationId: string,
    files: { readonly fileIds: readonly string[]; readonly isOutsider: boolean },
  ): Promise<readonly WorkLink[] | 'pending' | 'closed'>;
  /** Returns those files that outsiders may not see now. Deleted files are none of them: nothing of them is shown to anyone. */
  findClosed(
    call: Pick<CallContext, 'requestId'>,
    organizationId: string,
    fileIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
}
