import type { Pipeline } from '../pipeline.ts';
import { contextField, numberField } from './context-field.ts';
import { imageTypes } from './image-types.ts';

export const geoTimeContext: Pipeline = {
  slug: 'geo-time-context',
  name: 'Place and time',
  description:
    'Checks a claim of where and when something was seen: the height of the sun at that place and moment, measured shadows, and, where ' +
    'a picture is given, its times, place, device and exposure. Each claim is supported, contradicted or not checkable. It says nothing ' +
    'of what a picture shows, and never that a claim is true.',
  status: 'active',
  estimatedMinutes: 1,
  tier: 'context-only',
  requiredFiles: [
    {
      label: 'Picture',
      description:
        'The picture that the claim is about, as it was received; the claim can be checked without one.',
      mimeTypes: imageTypes,
      minCount: 0,
      maxCount: 1,
      requiredEnrichmentFields: [],
    },
  ],
  requiredContextFields: [
    numberField('claimed_location_lat', 'Latitude', 'Degrees from -90 to 90, north positive.', [-90, 90]),
    numberField('claimed_location_lng', 'Longitude', 'Degrees from -180 to 180, east positive.', [-180, 180]),
    contextField(
      'claimed_datetime',
      'Date and time',
      'When it is said to have been, such as 2026-01-31T12:00:00+01:00. Without an offset it is local time.',
      'datetime',
    ),
  ],
  optionalContextFields: [
    contextField(
      'timezone',
      'Time zone',
      'The IANA name of the time zone of the place, such as Europe/Paris; without it, and without an offset, the moment is known ' +
        'only to a few hours, by the longitude.',
      'string',
    ),
    numberField(
      'shadow_azimuth_deg',
      'Direction of shadows',
      'Where shadows point, in degrees clockwise from true north, measured on the picture.',
      [0, 360],
    ),
    numberField(
      'shadow_ratio',
      'Length of shadows',
      'How long shadows are on level ground, in heights of what casts them.',
      [0, 100],
    ),
    contextField(
      'claimed_device',
      'Claimed device',
      'The camera or phone it is said to come from.',
      'string',
    ),
    contextField('claim_text', 'Claim', 'What is said, in the words it is said in.', 'string'),
  ],
  stages: [
    {
      slug: 'claim-normalise',
      name: 'Claims',
      type: 'ai',
      description:
        'Compares the claims with each other, and with what the metadata of the picture say, where one is given.',
      task: { kind: 'examine', checks: ['claim-consistency'] },
    },
    {
      slug: 'solar-and-exif',
      name: 'Sun and light',
      type: 'ai',
      description: 'Computes where the sun stood, against measured shadows and the exposure of the picture.',
      costWeight: 3,
      task: { kind: 'examine', checks: ['sun-position', 'exposure-light'] },
    },
    {
      slug: 'plausibility',
      name: 'Plausibility',
      type: 'ai',
      description:
        'Says of each claim whether it is supported, contradicted or not checkable, and on what that rests.',
      costWeight: 0,
      task: { kind: 'conclude', about: 'claims' },
    },
  ],
  changes: [],
  costCents: 5,
  evaluation: null,
  version: '1',
};
