import type { Pipeline } from '../pipeline.ts';
import { contextField, numberField } from './context-field.ts';
import { imageTypes } from './image-types.ts';

export const multiFileConsistency: Pipeline = {
  slug: 'multi-file-consistency',
  name: 'Consistency of several files',
  description:
    'Compares 2 to 50 images and videos with each other: which show the same or a part of it, where two of them differ, and which is ' +
    'earlier; which name the same camera; in which order they were taken by what they say. Where at least 20 different images name one ' +
    'camera and have the same size, the noise of its sensor is looked for in all of that size. Videos are compared by their dates ' +
    'alone. It does not decide which of two files was changed.',
  status: 'active',
  estimatedMinutes: 4,
  tier: 'multi-file',
  requiredFiles: [
    {
      label: 'Pictures and videos',
      description: 'The files as they were received.',
      mimeTypes: [
        ...imageTypes,
        'video/mp4',
        'video/quicktime',
        'video/webm',
        'video/x-matroska',
        'video/x-msvideo',
      ],
      minCount: 2,
      maxCount: 50,
      requiredEnrichmentFields: [],
    },
  ],
  requiredContextFields: [],
  optionalContextFields: [
    contextField('event_name', 'Event', 'What the files are said to show.', 'string'),
    contextField(
      'claimed_datetime',
      'Date and time',
      'When the files are said to have been taken, such as 2026-01-31T12:00:00+01:00.',
      'datetime',
    ),
    contextField(
      'timezone',
      'Time zone',
      'The IANA name of the time zone of a time without an offset.',
      'string',
    ),
    numberField(
      'claimed_location_lng',
      'Longitude',
      'Degrees east, for the zone of a time without one.',
      [-180, 180],
    ),
  ],
  stages: [
    {
      slug: 'pairwise',
      name: 'Pairs of pictures',
      type: 'ai',
      description:
        'Finds images that show the same, or are cut out of each other, shows the places where they differ, and says which is earlier where that shows.',
      costWeight: 20,
      task: { kind: 'examine', checks: ['picture-relations'] },
    },
    {
      slug: 'same-device',
      name: 'Cameras',
      type: 'ai',
      description: 'Groups the files by the camera they name.',
      costWeight: 2,
      task: { kind: 'examine', checks: ['shared-device'] },
    },
    {
      slug: 'same-sensor',
      name: 'Sensors',
      type: 'ai',
      description: 'Looks for the noise of one sensor where enough pictures of its camera are there.',
      task: { kind: 'examine', checks: ['sensor-pattern'] },
    },
    {
      slug: 'timeline',
      name: 'Timeline',
      type: 'ai',
      description: 'Puts the files in the order of the times they say.',
      costWeight: 3,
      task: { kind: 'examine', checks: ['capture-timeline'] },
    },
    {
      slug: 'fusion',
      name: 'Fusion',
      type: 'ai',
      description: 'Says what the files have to do with each other, and what became of the claims.',
      costWeight: 0,
      task: { kind: 'conclude', about: 'claims' },
    },
  ],
  changes: [],
  costCents: 25,
  evaluation: null,
  version: '2',
};
