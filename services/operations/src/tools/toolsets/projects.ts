import type { Toolset } from '../tool.ts';

export const projects: Toolset = {
  name: 'projects',
  tools: {
    list_projects: {
      operation: 'listProjects',
      description: 'Lists the projects of the organization, newest first.',
      arguments: ['type'],
    },
    get_project: {
      operation: 'getProject',
      description: 'Returns one project with its number of files and verification runs.',
      arguments: ['projectId'],
    },
    create_project: {
      operation: 'createProject',
      description: 'Creates an empty project. Verification runs of agents need a project of type `research`.',
      arguments: ['name', 'description', 'type'],
    },
    update_project: {
      operation: 'updateProject',
      description:
        'Changes the name or the description of a project. Members that are not sent keep their values; an empty text or null clears the description.',
      arguments: ['projectId', 'name', 'description'],
    },
    list_project_files: {
      operation: 'listFiles',
      description:
        'Lists the files of a project, newest first. Runs need files whose `enrichmentStatus` is `completed`.',
      arguments: ['projectId', 'enrichmentStatus', 'mimeType', 'folderId', 'tag'],
    },
  },
};
