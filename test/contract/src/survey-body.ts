/** The body of a survey version with a placeholder, a condition and a known answer. */
export function newSurveyVersion() {
  const options = [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ];
  return {
    title: 'Contract',
    questions: [
      {
        key: 'changed',
        type: 'single_choice',
        label: 'Was the photograph of {{city.value}} changed?',
        required: true,
        options,
        golden: { expected: 'no' },
      },
      {
        key: 'place',
        type: 'region',
        label: 'Mark the place.',
        showIf: { questionKey: 'changed', equals: 'yes' },
      },
    ],
  };
}
