/** Runs `work` for every item, at most `limit` at once; results in the order of the items. */
export async function atMost<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const waiting = [...items.entries()];
  const results = new Map<number, R>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, item] = next;
      results.set(place, await work(item));
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
}
