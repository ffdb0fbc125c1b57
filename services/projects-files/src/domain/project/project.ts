import { invalidField } from '@assay/chassis/errors';

export type ProjectType = 'standard' | 'research';

export interface Project {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly type: ProjectType;
  /** The user who made it. */
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const maxNameCharacters = 255;
/** The specification sets none; without one, a page of projects would not fit into a message. */
const maxDescriptionCharacters = 10_000;

/** A name without the white space around it: 1 to 255 Unicode characters. INVALID_ARGUMENT otherwise. */
export function readProjectName(given: string): string {
  const name = given.trim();
  if (name === '') throw invalidField('name', 'name must not be empty');
  if (characters(name) > maxNameCharacters) {
    throw invalidField('name', `name must be at most ${maxNameCharacters} characters`);
  }
  return name;
}

/** A description as given, at most 10,000 Unicode characters. INVALID_ARGUMENT otherwise. */
export function readProjectDescription(given: string | undefined): string | undefined {
  if (given !== undefined && characters(given) > maxDescriptionCharacters) {
    throw invalidField('description', `description must be at most ${maxDescriptionCharacters} characters`);
  }
  return given;
}

function characters(text: string): number {
  let count = 0;
  for (const character of text) count += character === '' ? 0 : 1;
  return count;
}
