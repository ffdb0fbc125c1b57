const options = [
  { value: 'yes', label: 'It was changed' },
  { value: 'no', label: 'It was not changed' },
];

/** A question of each type for a task with an image. */
export const allTypes = {
  introduction: 'Read each question.\nThen answer it.',
  questions: [
    { key: 'verdict', type: 'single_choice', label: 'What happened?', required: true, options },
    {
      key: 'signs',
      type: 'multiple_choice',
      label: 'Which signs do you see?',
      options: [
        { value: 'edges', label: 'Edges' },
        { value: 'light', label: 'Light' },
        { value: 'none', label: 'None of these', exclusive: true },
      ],
    },
    { key: 'sure', type: 'scale', label: 'How sure are you?', min: 1, max: 7, required: true },
    { key: 'known', type: 'boolean', label: 'Have you seen it before?' },
    { key: 'text', type: 'text', label: 'Describe it', showIf: { questionKey: 'known', equals: true } },
    { key: 'count', type: 'number', label: 'How many starfish?', min: 0, required: true },
    { key: 'place', type: 'region', label: 'Where was it changed?', required: true },
    { key: 'order', type: 'ranking', label: 'Rank the signs', options, required: true },
    { key: 'best', type: 'file_choice', label: 'Which file is better?', required: true },
  ],
};

/** A short survey in Arabic. */
export const arabic = {
  title: 'صور معدّلة',
  introduction: 'انظر إلى الصورة كاملة.',
  questions: [
    { key: 'changed', type: 'boolean', label: 'هل تغيّر شيء؟', required: true },
    { key: 'place', type: 'region', label: 'أين؟', showIf: { questionKey: 'changed', equals: true } },
    { key: 'count', type: 'number', label: 'كم نجمة بحر؟', min: 0, max: 50 },
  ],
};

export const yesOrNo = {
  questions: [
    { key: 'changed', type: 'boolean', label: 'Was something changed?' },
    { key: 'reason', type: 'text', label: 'What do you see?' },
  ],
};
