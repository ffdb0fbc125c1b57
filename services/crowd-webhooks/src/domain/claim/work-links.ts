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

/** The links to files, which projects-files makes. Outsiders get copies without metadata. */
export interface WorkLinks {
  /** Resolves to `pending` while a copy is being made. */
  create(
    call: CallContext,
    organizationId: string,
    files: { readonly fileIds: readonly string[]; readonly isOutsider: boolean },
  ): Promise<readonly WorkLink[] | 'pending'>;
}
