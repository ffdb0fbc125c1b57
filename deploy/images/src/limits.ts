import type { ProcessName } from '@assay/proto/processes';

/** What a process may carry besides its base with Node: what it does not use is noticed by its size. */
export const mostMegabytes: Readonly<Record<ProcessName, number>> = {
  gateway: 90,
  'identity-org': 90,
  billing: 90,
  'projects-files': 130,
  verification: 130,
};
