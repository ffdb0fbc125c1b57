export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly modules: readonly string[];
  readonly plan: string;
  readonly createdById: string;
  readonly memberCount: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The modules of a new organization. */
export const defaultModules: readonly string[] = ['content_verification', 'crowdsourcing'];

const maxSlugLength = 60;

/** The slug for a name, such as `muller-sohne` for "Müller & Söhne". */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, maxSlugLength);
  return slug.replaceAll(/^-|-$/g, '') || 'organization';
}
