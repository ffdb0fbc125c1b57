import type { SurveyTexts } from '../survey-texts.ts';

export const fr: SurveyTexts = {
  changed: {
    title: 'Cette image a-t-elle été modifiée ?',
    question: 'Cette image a-t-elle été modifiée après la prise de vue ?',
    yes: 'Oui, elle a été modifiée',
    no: 'Non, elle n’a pas été modifiée',
    where: 'Marquez les zones modifiées.',
    reason: 'Pourquoi le pensez-vous ? (facultatif)',
  },
  unsure: 'Je ne peux pas le dire',
  marking:
    'Regardez toute l’image, puis ses détails. Une image est modifiée si une partie a été ajoutée, supprimée, remplacée ou repeinte. ' +
    'La luminosité, la couleur et le recadrage ne comptent pas.',
  adjudication:
    'D’autres personnes ont marqué des zones de cette image, et des programmes en ont fait des cartes. Une zone marquée ou claire peut avoir ' +
    'une cause anodine. Regardez l’image vous-même et décidez de façon indépendante.',
  sourceCheck:
    'Cherchez des sources fiables au sujet de l’affirmation, par exemple la publication d’origine. Lisez-les avant de répondre et indiquez ' +
    'la source que vous avez utilisée.',
  imageClaim: 'L’image a été publiée avec ce texte : {{claim_text.value}}',
  bearsOut: {
    title: 'Des sources confirment-elles cette affirmation ?',
    question: 'Des sources fiables confirment-elles l’affirmation ?',
    supported: 'Oui, elles la confirment',
    contradicted: 'Non, elles la contredisent',
    source: 'Quelle source le montre ? Écrivez son adresse ou son titre.',
    note: 'Avez-vous autre chose à dire ? (facultatif)',
    claim: 'Affirmation : {{claim_text.value}}',
    claimedSource: 'Source selon l’affirmation : {{claimed_source.value}}',
  },
};
