import type { ServedOperation } from '@assay/operations/derive/serve-operations';

/** Builds the route options of an operation: method, path, schemas and access. */
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
