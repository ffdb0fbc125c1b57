import type { Rest } from '@assay/test-kit/rest';

/** Reads the ledger, the balance, and how many objects the organization has. */
export async function countEverything(rest: Rest): Promise<Readonly<Record<string, unknown>>> {
  const { data } = (await rest.get('/v2/organizations')).body;
  const paths = {
    projects: '/v2/projects?limit=1',
    datasets: '/v2/datasets',
    jobs: '/v2/crowd-jobs?limit=1',
    runs: '/v2/data-platform/runs?limit=1',
    transactions: '/v2/transactions?limit=1',
    ledger: `/v2/organizations/${data[0].id}/billing/ledger?limit=1`,
  };
  const counts = Object.entries(paths).map(async ([name, path]) => {
    const { status, headers, body } = await rest.get(path);
    const total: unknown = Array.isArray(body) ? (headers.get('x-total-count') ?? body.length) : body.total;
    if (total === undefined) throw new Error(`${path}: ${String(status)} without a number`);
    return [name, Number(total)] as const;
  });
  const balance = (await rest.get('/v2/transactions/balance')).body;
  return { ...Object.fromEntries(await Promise.all(counts)), balance };
}
