/** Keeps values of this origin in the browser. Where storage is forbidden, they are forgotten with the page. */

const inMemory = new Map<string, string>();

export function store(key: string, value: unknown): void {
  const text = JSON.stringify(value);
  inMemory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // The value stays in memory.
  }
}

/** Returns undefined when nothing is stored, or when it is not JSON. */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key) ?? inMemory.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function forget(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}
