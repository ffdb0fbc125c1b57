import type { ServedOperation } from '@assay/operations/derive/serve-operations';

/** What a route takes of its operation: where it is, what it validates, who may pass. */
export function buildRoute({ method, path, input, access }: ServedOperation) {
  const { params, query, body, maxBodyBytes, organizationParam } = input;
  return {
    method,
    url: path,
    ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
    },
    config: {
      anonymous: access.role === 'none',
      ...(organizationParam !== undefined && { organizationParam }),
    },
  };
}
