/** Addresses of the page: `#crowd`, `#crowd/<project>`, `…/new`, `…/<job>` and `…/<job>/review`. */

export interface CrowdAddress {
  readonly projectId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly isReview?: boolean;
  /** True for the form of a new job. */
  readonly isNew?: boolean;
}

/** Names a job in addresses. */
export interface JobName {
  readonly projectId: string;
  readonly jobId: string;
}

export function readAddress(): CrowdAddress {
  const [, projectId, jobId, part] = location.hash.slice(1).split('/');
  const isNew = jobId === 'new';
  return {
    projectId: keepId(projectId),
    jobId: isNew ? undefined : keepId(jobId),
    isNew,
    isReview: part === 'review',
  };
}

/** Ids are put into paths of the API, so everything else is refused. */
function keepId(id: string | undefined): string | undefined {
  return id !== undefined && /^\w{1,64}$/u.test(id) ? id : undefined;
}

export function formatAddress({ projectId, jobId, isReview, isNew }: CrowdAddress = {}): string {
  const parts = [
    '#crowd',
    projectId,
    isNew === true ? 'new' : jobId,
    isReview === true ? 'review' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join('/');
}
