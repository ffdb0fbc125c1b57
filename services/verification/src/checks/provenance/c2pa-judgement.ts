import type { C2paReport } from '@assay/media/c2pa/c2pa-report';
import type { CheckResult } from '../check.ts';
import { likelihoodRatios } from '../likelihood-ratios.ts';

type Judgement = Pick<
  CheckResult,
  'llrManipulated' | 'llrSynthetic' | 'llrAuthentic' | 'authenticBasis' | 'statement'
>;
type Row = keyof typeof likelihoodRatios;

const captureTypes = new Set(['digitalCapture', 'computationalCapture', 'compositeCapture']);
const aiType = 'trainedAlgorithmicMedia';
const aiEditType = 'compositeWithTrainedAlgorithmicMedia';
/** Actions after which the picture still shows what the camera recorded (C2PA 2.2 §18.15). */
const harmlessActions = new Set([
  'c2pa.created',
  'c2pa.opened',
  'c2pa.converted',
  'c2pa.transcoded',
  'c2pa.repackaged',
  'c2pa.published',
  'c2pa.orientation',
  'c2pa.resized',
]);

/**
 * Weighs a manifest that is there. Integrity, trust and claims are weighed apart: an untrusted signer is no sign of
 * tampering, an AI label counts whoever signed it, and a camera claim counts only from a trusted signer.
 */
export function judgeManifest(report: C2paReport): Judgement {
  const integrity = integrityRow(report);
  const ai = aiRow(report);
  const capture = isTrustedCapture(report) ? likelihoodRatios['trusted-capture'].llr : 0;
  return {
    llrManipulated: Math.max(weight('manipulated', integrity), weight('manipulated', ai)),
    llrSynthetic: weight('synthetic', ai),
    llrAuthentic: capture,
    authenticBasis: capture > 0 ? 'trusted-capture' : null,
    statement: [integritySentence(report, integrity), claimSentence(report, ai)]
      .filter((part) => part !== '')
      .join(' '),
  };
}

function weight(proposition: 'manipulated' | 'synthetic', row: Row | null): number {
  return row !== null && likelihoodRatios[row].proposition === proposition ? likelihoodRatios[row].llr : 0;
}

function integrityRow(report: C2paReport): Row | null {
  const mismatches = report.failureCodes.filter(
    (code) => code.endsWith('.mismatch') && !code.startsWith('timeStamp.'),
  );
  if (mismatches.length === 0) return null;
  if (report.specVersion !== '2.x' || mismatches.every((code) => code.startsWith('ingredient.')))
    return 'open-mismatch';
  return mismatches.some((code) => /^assertion\.\w+Hash\.mismatch$/.test(code))
    ? 'content-hash-mismatch'
    : 'manifest-mismatch';
}

/** A model that made the picture, or one that changed a picture which was there before. */
function aiRow({ claims }: C2paReport): Row | null {
  if (claims === null) return null;
  const types = claims.digitalSourceTypes;
  if (types.includes(aiType)) {
    const own = claims.actions.filter((action) => action.digitalSourceType?.endsWith(`/${aiType}`) === true);
    const onlyEdits = own.length > 0 && own.every((action) => action.action !== 'c2pa.created');
    const hasCapture = types.some((type) => captureTypes.has(type));
    return onlyEdits || hasCapture ? 'declared-ai-edit' : 'declared-ai-origin';
  }
  return types.includes(aiEditType) || claims.componentSourceTypes.includes(aiType)
    ? 'declared-ai-edit'
    : null;
}

/** Only the device's own manifest counts: of an edited file's earlier manifests the steps between are not known. */
function isTrustedCapture({ state, claims }: C2paReport): boolean {
  if (state !== 'trusted' || claims === null) return false;
  const captured = claims.actions.some(
    ({ action, digitalSourceType }) =>
      action === 'c2pa.created' && captureTypes.has(digitalSourceType?.split('/').at(-1) ?? ''),
  );
  return captured && claims.actions.every(({ action }) => harmlessActions.has(action));
}

function integritySentence(report: C2paReport, row: Row | null): string {
  switch (row) {
    case 'content-hash-mismatch':
      return 'The file was changed after it was signed: its content no longer matches its signed Content Credentials.';
    case 'manifest-mismatch':
      return 'The Content Credentials themselves were changed after they were signed.';
    case 'open-mismatch':
      return 'The Content Credentials do not match the file, but they are of an old version for which this proves nothing.';
    default:
      return intactSentence(report);
  }
}

function intactSentence(report: C2paReport): string {
  const signer = report.signer?.issuer ?? report.signer?.commonName ?? 'an unnamed signer';
  if (report.state === 'trusted')
    return `The Content Credentials are intact and signed by ${signer}, which is trusted.`;
  if (report.integrity === 'intact') {
    return `The Content Credentials are intact since ${signer} signed them, but the signer is not confirmed as trusted.`;
  }
  return 'The file carries Content Credentials that could not be fully validated; that is no sign of tampering.';
}

function claimSentence(report: C2paReport, row: Row | null): string {
  if (row === 'declared-ai-origin') return 'They declare that an AI model made the picture.';
  if (row === 'declared-ai-edit') return 'They declare that parts of the picture were made with an AI model.';
  if (isTrustedCapture(report))
    return 'They say that a camera took the picture and that nothing was edited since.';
  const claimsCamera = report.claims?.digitalSourceTypes.some((type) => captureTypes.has(type)) === true;
  if (claimsCamera && report.state !== 'trusted')
    return 'They claim a camera as origin, which without a trusted signer is worth almost nothing.';
  return '';
}
