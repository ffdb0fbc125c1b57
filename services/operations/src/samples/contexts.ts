import { CreateContextRequest, UpdateContextRequest } from '@assay/proto/contexts/v1/contexts_service';
import { VerificationContext } from '@assay/proto/contexts/v1/verification_context';
import { sample } from '../sample.ts';
import { createdAt, ids, updatedAt } from './values.ts';

const content = {
  name: 'Harbour festival',
  description: 'What the sender says about the pictures.',
  data: { claimed_date: '2026-05-09', claimed_location: 'Hamburg' },
};

export const contextSamples = [
  sample(VerificationContext, {
    id: ids.context,
    projectId: ids.project,
    organizationId: ids.organization,
    ...content,
    createdAt,
    updatedAt,
  }),
  sample(CreateContextRequest, content),
  sample(UpdateContextRequest, { data: { claimed_location: null, claimed_device: 'Canon EOS 80D' } }),
];
