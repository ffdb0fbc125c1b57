/** The organization and project of the last visit. */
export interface Place {
  readonly organizationId?: string;
  readonly projectId?: string;
}

const storageKey = 'desk:place';

export function readPlace(): Place {
  try {
    // Only keepPlace writes this entry.
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Place;
  } catch {
    return {};
  }
}

export function keepPlace(changed: Place): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readPlace(), ...changed }));
  } catch {
    // Where storage is forbidden, the next visit begins in the first project.
  }
}
