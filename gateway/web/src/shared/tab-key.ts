/** The API key that a person enters at the desk. Only this tab, and tabs that it opens, know it. */

const storageKey = 'desk:key';

/** Returns the key; empty without one, and where storage is forbidden. */
export function readTabKey(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** Stores the key. An empty key removes it. */
export function storeTabKey(key: string): void {
  try {
    if (key === '') sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, key);
  } catch {
    // Where storage is forbidden, the key is forgotten with the page.
  }
}
