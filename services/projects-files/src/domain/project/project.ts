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

/** What can be changed about a project; what is left out stays, undefined clears. */
export interface ProjectChanges {
  readonly name?: string;
  readonly description?: string | undefined;
}
