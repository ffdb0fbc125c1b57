import type { Deps } from '../../../deps.ts';
import type { PersonKey } from '../worker/worker.ts';

interface Named {
  readonly personKey: PersonKey;
  readonly isGuest: boolean;
}

/** The names of guests by their person keys. */
export type GuestNames = ReadonlyMap<PersonKey, string>;

/** Reads the names that guests of an organization chose. Guests without a name, and those that were removed, have none. */
export async function readGuestNames(
  { guests }: Pick<Deps, 'guests'>,
  organizationId: string,
  people: readonly Named[],
): Promise<GuestNames> {
  const keys = new Set(people.filter(({ isGuest }) => isGuest).map(({ personKey }) => personKey));
  const ids = [...keys].map((key) => key.slice('guest:'.length));
  const found = ids.length === 0 ? [] : await guests.findMany(organizationId, ids);
  return new Map(found.flatMap(({ id, name }) => (name === '' ? [] : [[`guest:${id}`, name]])));
}
