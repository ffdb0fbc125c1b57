import type { SurveyTexts } from '../survey-texts.ts';

export const es: SurveyTexts = {
  changed: {
    title: '¿Se modificó esta imagen?',
    question: '¿Se modificó esta imagen después de tomarla?',
    yes: 'Sí, se modificó',
    no: 'No, no se modificó',
    where: 'Marque las zonas modificadas.',
    reason: '¿Por qué lo cree? (opcional)',
  },
  unsure: 'No puedo decirlo',
  marking:
    'Mire toda la imagen y después sus detalles. Una imagen está modificada si una parte se añadió, se quitó, se sustituyó o se pintó por ' +
    'encima. El brillo, el color y el recorte no cuentan.',
  adjudication:
    'Otras personas marcaron zonas de esta imagen, y unos programas hicieron mapas de ella. Una zona marcada o clara puede tener causas ' +
    'inofensivas. Mire usted la imagen y decida por su cuenta.',
  sourceCheck:
    'Busque fuentes fiables sobre la afirmación, por ejemplo la publicación original. Léalas antes de responder e indique la fuente que ha ' +
    'utilizado.',
  imageClaim: 'La imagen se publicó con este texto: {{claim_text.value}}',
  bearsOut: {
    title: '¿Hay fuentes que respalden esta afirmación?',
    question: '¿Respaldan fuentes fiables la afirmación?',
    supported: 'Sí, la respaldan',
    contradicted: 'No, la contradicen',
    source: '¿Qué fuente lo muestra? Escriba su dirección o su título.',
    note: '¿Quiere añadir algo? (opcional)',
    claim: 'Afirmación: {{claim_text.value}}',
    claimedSource: 'Fuente según la afirmación: {{claimed_source.value}}',
  },
};
