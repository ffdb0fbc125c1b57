import type { ProfileChanges, WorkerProfile } from '../domain/crowd/worker/worker-profile.ts';

/** A profile in a document: null where the domain says undefined. */
export interface ProfileFields {
  readonly language: string | null;
  readonly country: string | null;
}

/** Builds the `$set` of the fields that `changes` names. */
export function toProfileFields(changes: WorkerProfile): ProfileFields;
export function toProfileFields(changes: ProfileChanges): Partial<ProfileFields>;
export function toProfileFields(changes: ProfileChanges): Partial<ProfileFields> {
  return {
    ...('language' in changes && { language: changes.language ?? null }),
    ...('country' in changes && { country: changes.country ?? null }),
  };
}

export function toProfile({ language, country }: Partial<ProfileFields>): WorkerProfile {
  return { language: language ?? undefined, country: country ?? undefined };
}
