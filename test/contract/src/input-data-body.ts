/** A small set of input data. */
export function newInputData() {
  return { name: 'Contract', language: 'en', lists: [{ name: 'city', values: ['Hamburg'] }] };
}
