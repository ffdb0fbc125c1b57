import type { SurveyTexts } from '../survey-texts.ts';

export const en: SurveyTexts = {
  changed: {
    title: 'Was this image changed?',
    question: 'Was this image changed after it was taken?',
    yes: 'Yes, it was changed',
    no: 'No, it was not changed',
    where: 'Mark the areas that were changed.',
    reason: 'Why do you think so? (optional)',
  },
  unsure: 'I cannot tell',
  marking:
    'Look at the whole image, then at its details. Something was changed if a part was added, removed, replaced or painted over. ' +
    'Brightness, colour and cropping do not count.',
  adjudication:
    'Other people marked areas of this image, and programs made maps of it. A marked or bright area can have harmless causes. ' +
    'Look at the image yourself, and decide on your own.',
  sourceCheck:
    'Look for reliable sources about the claim, such as the original publication. Read them before you answer, and state the source that ' +
    'you used.',
  imageClaim: 'The image was published with this text: {{claim_text.value}}',
  bearsOut: {
    title: 'Do sources support this claim?',
    question: 'Do reliable sources support the claim?',
    supported: 'Yes, they support it',
    contradicted: 'No, they contradict it',
    source: 'Which source shows this? Write its address or its title.',
    note: 'Is there anything else to say? (optional)',
    claim: 'Claim: {{claim_text.value}}',
    claimedSource: 'Source according to the claim: {{claimed_source.value}}',
  },
};
