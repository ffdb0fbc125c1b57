import { createServiceCall } from '@assay/chassis/call-context';
import type { Channel } from '@assay/chassis/grpc/client';
import { ProjectsServiceService } from '@assay/proto/projects/v1/projects_service';

/** The projects, which projects-files owns. */
export interface Projects {
  /** NOT_FOUND for a project that the organization does not have. */
  check(organizationId: string, projectId: string, requestId: string): Promise<void>;
}

export function createProjects(channel: Channel): Projects {
  const client = channel.client(ProjectsServiceService);
  return {
    async check(organizationId, projectId, requestId) {
      await client.getProject(createServiceCall('crowd-webhooks', organizationId, requestId), { projectId });
    },
  };
}
