import { byId, element } from '../shared/dom.ts';
import { formatMoney, formatTime } from '../desk/parts/formats.ts';
import type { ApiKey } from '../shared/api/api-types.ts';

interface Spending {
  /** Undefined if the key may not list keys. */
  readonly keys: readonly ApiKey[] | undefined;
  /** Undefined while billing is unavailable, and if the key may not read the balance. */
  readonly availableCents: number | undefined;
}

const notShown = 'Not shown: this key opens only its tools. The key that created it shows its limits.';

/** Shows the key, its limits with those of the keys that created it, and the credit of the organization. */
export function showSpending({ keys, availableCents }: Spending): void {
  const key = keys?.find(({ current }) => current);
  const facts = [
    ...(key === undefined ? [] : describeKey(key)),
    ['Limits', ...(keys === undefined ? [notShown] : listLimits(key, keys))],
    [
      'Credit of the organization',
      availableCents === undefined ? 'Unavailable' : formatMoney(availableCents),
    ],
  ];
  byId('spending').replaceChildren(
    ...facts.flatMap(([term = '', ...details]) => [
      element('dt', {}, term),
      ...details.map((detail) => element('dd', {}, detail)),
    ]),
  );
}

function describeKey({ name, role, expirationDate }: ApiKey): string[][] {
  return [
    ['Name', name],
    ['Role', role ?? 'The role of its owner'],
    ...(expirationDate === null ? [] : [['Expires', formatTime(expirationDate)]]),
  ];
}

/** Lists the limits from the key up to the first key of its line. All of them apply together. */
function listLimits(key: ApiKey | undefined, keys: readonly ApiKey[]): string[] {
  const limits: string[] = [];
  for (let one = key; one !== undefined; one = findParent(one, keys)) {
    const { spendLimitCents, spendPeriod, name } = one;
    if (spendLimitCents === null || spendPeriod === null) continue;
    const limit = `${formatMoney(spendLimitCents)} a ${spendPeriod}`;
    limits.push(one === key ? limit : `${limit}, shared with all keys of “${name}”`);
  }
  return limits.length > 0 ? limits : ['None: the key may spend the credit of the organization'];
}

function findParent({ parentKeyId }: ApiKey, keys: readonly ApiKey[]): ApiKey | undefined {
  return parentKeyId === null ? undefined : keys.find(({ id }) => id === parentKeyId);
}
