/** Works on as many items at once as there are `slots`, and begins them in their order; resolves to what became of each. */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  slots: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const slot = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(slots, items.length) }, slot));
  return results;
}
