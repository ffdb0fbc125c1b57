/** What the keys of all objects of a project begin with. */
export function filesPrefix(organizationId: string, projectId: string): string {
  return `projects/${organizationId}/${projectId}/`;
}
