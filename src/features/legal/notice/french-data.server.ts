import { CONTACT_KEPT_DAYS, DIARY_DAYS } from '#src/contract/limits.ts';
import type { NoticeFacts } from './notice-facts.server.ts';

export function collected(facts: NoticeFacts): string {
  const { providers, addressServices, hasMediaHost, hasProxy } = facts;
  const google = providers.includes('Google');
  return section(
    'Données collectées',
    list(
      '**Données de compte** : prénom, nom, pseudo, adresse e-mail, mot de passe (seulement son empreinte, que personne ne peut relire), date d’inscription, préférences de langue, de thème, de volume et de flux, numéro calculé d’après le navigateur, sa langue et le système qui ont servi à l’inscription. Pour chaque connexion : l’empreinte du jeton, le navigateur et le système (« Firefox · Linux »), la date et l’heure du début, de la dernière fois que vous avez prouvé votre identité et de la dernière utilisation.',
      '**Participation** : votes, titres et artistes favoris, commentaires, réponses et signalements de commentaires. Le carnet d’écoute n’existe que si vous l’activez : titres entendus, flux et heure.',
      `**Données publiques** : votre pseudo, vos titres et artistes favoris et votre flux favori, sur votre page publique ; vos commentaires, sous votre pseudo ou à défaut votre prénom${google ? ', avec votre image si vous en avez une' : ''}. Votre nom et votre adresse e-mail ne sont jamais montrés.`,
      '**Messages** : ce que vous écrivez par la page Contact, avec votre adresse e-mail, la langue et la date.',
      '**Données de navigation** : votre adresse IP sert à vous répondre et, en mémoire seulement, à limiter les abus. Elle n’est inscrite en clair dans aucune base de données ; tant qu’une inscription attend sa validation, sept jours au plus, une empreinte de l’adresse qui l’a demandée y est gardée, faite avec une clé secrète du site. Le journal technique du site ne note ni visites ni adresses complètes : lorsqu’un appel échoue par une erreur du site, le début de l’adresse que votre navigateur indique y figure pour retrouver la panne ; lorsque trop de connexions sont tentées, le début de l’adresse d’où elles viennent.',
      hasProxy &&
        '**Journal d’accès** : le serveur placé devant le site, par lequel passent toutes les demandes, peut tenir son propre journal. Il y inscrit pour chaque page, appel, image ou écoute d’un flux votre adresse IP, la date et l’heure, l’adresse demandée, la réponse et son volume, la page d’où vient la demande et ce que votre navigateur dit de lui. Ce journal sert à la sécurité et à la recherche de pannes ; il n’est rapproché d’aucun compte.',
      '**Écoute** : le volume de son envoyé à tous les auditeurs ensemble, par tranches de cinq minutes ; pour chaque morceau diffusé et pour chaque heure, combien d’auditeurs étaient à l’écoute et pendant combien de temps. Pour ne pas compter deux fois la même personne, une empreinte de votre adresse IP et de votre navigateur est gardée en mémoire seulement, faite avec une clé tirée au hasard qui change chaque jour ; elle n’est jamais enregistrée. Rien n’y dit qui écoutait.',
      '**Données de géolocalisation** : aucune. Le site ne demande pas votre position et ne la déduit pas de votre adresse.',
      providers.length > 0
        ? `**Données de réseaux sociaux** : si vous choisissez de vous connecter avec ${providers.join(' ou ')}, ce service nous transmet votre identifiant chez lui, votre nom et votre adresse e-mail, rien d’autre.${google ? ' Si vous n’avez pas d’image, celle de votre compte Google devient la vôtre ; elle est copiée ici une fois, et vous pouvez la retirer.' : ''} Les boutons de partage n’envoient rien avant votre clic.`
        : '**Données de réseaux sociaux** : aucune. Les boutons de partage n’envoient rien avant votre clic.',
    ),
    addressServices.length > 0 &&
      `Votre navigateur demande son adresse publique à ${addressServices.join(', ')}, qui la voit donc.`,
    hasMediaHost &&
      'Le son et les pochettes peuvent vous parvenir par un réseau de diffusion, qui voit votre adresse IP.',
  );
}

export function purposes({ hasSlots }: NoticeFacts): string {
  return section(
    'Finalités',
    list(
      'tenir votre compte et vos préférences d’un appareil à l’autre, et vous laisser voter, commenter et garder vos favoris (exécution du contrat : le service que vous demandez en vous inscrivant) ;',
      'tenir votre carnet d’écoute si vous l’activez (consentement : vous le retirez en le désactivant) ;',
      'répondre à vos messages (intérêt légitime) ;',
      'protéger le site contre les abus et le réparer quand il tombe en panne (intérêt légitime) ;',
      hasSlots
        ? 'savoir combien d’heures de radio sont écoutées et combien de fois une publicité est vue, sans savoir par qui (intérêt légitime).'
        : 'savoir combien d’heures de radio sont écoutées, sans savoir par qui (intérêt légitime).',
    ),
    'Aucune décision automatique, aucun profil publicitaire, aucune revente.',
  );
}

export function recipients({
  association,
  providers,
  hasMail,
  hasRecaptcha,
  donationHost,
  asksDonors,
  playerHost,
}: NoticeFacts): string {
  const { host } = association;
  const abroad = [...new Set([...providers, ...(hasRecaptcha ? ['Google'] : [])])];
  return section(
    'Destinataires',
    list(
      'les personnes de l’association chargées du site et des réponses aux messages ;',
      `l’hébergeur${host === '' ? '' : ' nommé plus haut'}, qui garde les machines ;`,
      hasMail && 'le prestataire qui achemine les e-mails du site ;',
      hasRecaptcha &&
        'Google, si vous utilisez le formulaire de contact, dont la protection contre les robots (reCAPTCHA) vient de lui ;',
      donationHost !== '' &&
        `${donationHost}, si vous ${asksDonors ? 'affichez le formulaire de don' : 'ouvrez la page de don'} : ce site reçoit et traite lui-même ce que vous y saisissez ;`,
      playerHost !== '' &&
        `${playerHost}, si vous ouvrez le lecteur web en étant connecté : ce site reçoit alors votre identifiant, votre adresse e-mail, vos nom, prénom et pseudo, et une session à votre nom ;`,
      'les autorités, lorsque la loi l’exige.',
    ),
    abroad.length > 0 &&
      `Ce que ${abroad.join(' ou ')} reçoit quand vous y faites appel peut être traité hors de l’Union européenne, selon ses propres règles de confidentialité.`,
  );
}

export function ownRights({ association }: NoticeFacts): string {
  const { name, address, email } = association;
  return section(
    'Accès, rectification et autres droits',
    'Vous pouvez demander l’accès à vos données, leur rectification, leur effacement, la limitation de leur traitement ou leur remise dans un format lisible par une machine, vous opposer à leur usage, et laisser des directives sur leur sort après votre décès. Depuis son profil, chaque membre corrige ses données, les télécharge toutes et supprime son compte, sans rien demander à personne. Pour toute autre demande :',
    list(
      address !== '' && `par courrier : ${name}, Données personnelles, ${address}`,
      email !== '' && `par e-mail : [${email}](mailto:${email})`,
      'par la page Contact du site',
    ),
    'Nous répondons dans un délai d’un mois. Si notre réponse ne vous convient pas, vous pouvez saisir la [Commission nationale de l’informatique et des libertés (CNIL)](https://www.cnil.fr/fr/plaintes).',
  );
}

export function retention({ providers, hasSlots, hasMail, hasProxy }: NoticeFacts): string {
  return section(
    'Conservation et archivage',
    list(
      'Compte, préférences, votes, favoris, signalements : tant que le compte existe.',
      hasMail && 'Inscription jamais confirmée : sept jours.',
      'Connexion : 90 jours après sa dernière utilisation, un an au plus, ou jusqu’à la déconnexion.',
      hasMail && 'Liens envoyés par e-mail : leur empreinte, au plus sept jours après leur expiration.',
      hasMail && 'E-mails du site : jusqu’à leur envoi, trois jours au plus.',
      providers.length > 0 &&
        `Preuve d’une connexion avec ${providers.join(' ou ')} : son empreinte, vingt minutes.`,
      hasProxy && 'Journal d’accès du serveur placé devant le site : un an au plus.',
      `Carnet d’écoute : ${DIARY_DAYS} jours, ou moins si vous l’effacez.`,
      'Commentaires : tant que vous ne les supprimez pas. Avec le compte, leur texte et votre nom disparaissent ; leur place reste si d’autres y ont répondu.',
      `Messages de la page Contact : ${CONTACT_KEPT_DAYS} jours, ou moins si vous le demandez. Ils ne sont rattachés à aucun compte.`,
      hasSlots &&
        'Nombre de vues et de clics d’une publicité, par jour : sans limite de durée ; rien n’y désigne une personne.',
      'Heures d’écoute, nombre d’auditeurs et titres diffusés : sans limite de durée ; rien n’y désigne une personne.',
    ),
    'Un compte supprimé disparaît du site aussitôt, et des sauvegardes à mesure qu’elles sont renouvelées.',
  );
}

type Line = string | false;

/** A part of a notice: its heading, and what is under it. What is false is left out. */
export function section(title: string, ...lines: readonly Line[]): string {
  return [`## ${title}`, ...lines.filter((line) => line !== false)].join('\n\n');
}

/** A list of what is not false. */
export function list(...items: readonly Line[]): string {
  return items
    .filter((item) => item !== false)
    .map((item) => `- ${item}`)
    .join('\n');
}
