import type { ProcessName } from '@assay/proto/processes';

/** Maximum size of a process without its base image, in megabytes: an unused package is noticed by the size. */
export const mostMegabytes: Readonly<Record<ProcessName, number>> = {
  gateway: 90,
  mcp: 90,
  'identity-org': 90,
  billing: 90,
  'projects-files': 130,
  datasets: 130,
  'crowd-webhooks': 90,
  verification: 130,
};
