import type { Rest, RestAnswer } from '@assay/test-kit/rest';

export type Listed = RestAnswer['body'];

/** Everything a list has, page by page; `total` is what its first page says. */
export async function listAll(
  rest: Rest,
  path: string,
): Promise<{ readonly items: readonly Listed[]; readonly total: number }> {
  const items: Listed[] = [];
  let total: number | undefined;
  for (;;) {
    const { status, headers, body } = await rest.get(`${path}?limit=200&offset=${items.length.toString()}`);
    if (status !== 200) throw new Error(`${path} answers ${status.toString()}`);
    const page: readonly Listed[] = Array.isArray(body) ? body : body.data;
    total ??= Array.isArray(body) ? Number(headers.get('x-total-count')) : (body.total as number);
    items.push(...page);
    if (page.length < 200) return { items, total };
  }
}
