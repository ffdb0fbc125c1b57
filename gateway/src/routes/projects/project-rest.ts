import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ProjectType } from '@assay/proto/projects/v1/project';
import type { Project } from '@assay/proto/projects/v1/project';
import { required } from '../../rest/required.ts';
import { restEnum } from '../../rest/rest-enum.ts';
import { dateTime, id, named, nullable } from '../../rest/schema.ts';

export const projectType = restEnum(ProjectType.UNSPECIFIED, {
  standard: ProjectType.STANDARD,
  research: ProjectType.RESEARCH,
});

const fields = {
  id: id('The project.'),
  name: Type.String({ description: '1 to 255 characters.', examples: ['Flood pictures, March'] }),
  description: nullable(Type.String(), 'For people.'),
  type: projectType.schema,
  organizationId: id('The organization it belongs to.'),
  createdBy: id('The user who made it.'),
  createdAt: dateTime('When it was made.'),
  updatedAt: dateTime('When it last changed.'),
};

export const projectSchema = named(
  'Project',
  Type.Object(fields, { description: 'A workspace for files and verification runs.' }),
);

export const projectWithCountsSchema = named(
  'ProjectWithCounts',
  Type.Object(
    {
      ...fields,
      fileCount: Type.Integer({ description: 'Files in it.' }),
      runCount: Type.Integer({ description: 'Verification runs in it.' }),
    },
    { description: 'A project and how much it holds.' },
  ),
);

export function toProject(project: Project | undefined): Static<typeof projectSchema.schema> {
  const { id, name, description, type, organizationId, createdBy, createdAt, updatedAt } = required(project);
  return {
    id,
    name,
    description: description ?? null,
    type: projectType.toRest(type),
    organizationId,
    createdBy,
    createdAt: required(createdAt).toISOString(),
    updatedAt: required(updatedAt).toISOString(),
  };
}
