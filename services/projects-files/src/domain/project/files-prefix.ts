/** Returns the start of the keys of all objects of a project. */
export function filesPrefix(organizationId: string, projectId: string): string {
  return `projects/${organizationId}/${projectId}/`;
}
