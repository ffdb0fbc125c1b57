import type { SurveyTexts } from '../survey-texts.ts';

export const de: SurveyTexts = {
  changed: {
    title: 'Wurde dieses Bild verändert?',
    question: 'Wurde dieses Bild nach der Aufnahme verändert?',
    yes: 'Ja, es wurde verändert',
    no: 'Nein, es wurde nicht verändert',
    where: 'Markieren Sie die veränderten Bereiche.',
    reason: 'Warum denken Sie das? (freiwillig)',
  },
  unsure: 'Ich kann es nicht sagen',
  marking:
    'Sehen Sie sich das ganze Bild an, dann die Einzelheiten. Verändert ist ein Bild, wenn ein Teil hinzugefügt, entfernt, ersetzt oder ' +
    'übermalt wurde. Helligkeit, Farbe und Zuschnitt zählen nicht.',
  adjudication:
    'Andere Menschen haben Bereiche dieses Bildes markiert, und Programme haben Karten davon erstellt. Ein markierter oder heller Bereich ' +
    'kann harmlose Ursachen haben. Sehen Sie sich das Bild selbst an, und entscheiden Sie unabhängig.',
  sourceCheck:
    'Suchen Sie verlässliche Quellen zu der Behauptung, zum Beispiel die ursprüngliche Veröffentlichung. Lesen Sie sie, bevor Sie antworten, ' +
    'und nennen Sie die Quelle, die Sie verwendet haben.',
  imageClaim: 'Das Bild wurde mit diesem Text veröffentlicht: {{claim_text.value}}',
  bearsOut: {
    title: 'Stützen Quellen diese Behauptung?',
    question: 'Stützen verlässliche Quellen die Behauptung?',
    supported: 'Ja, sie stützen sie',
    contradicted: 'Nein, sie widersprechen ihr',
    source: 'Welche Quelle zeigt das? Schreiben Sie ihre Adresse oder ihren Titel.',
    note: 'Möchten Sie noch etwas sagen? (freiwillig)',
    claim: 'Behauptung: {{claim_text.value}}',
    claimedSource: 'Quelle laut der Behauptung: {{claimed_source.value}}',
  },
};
