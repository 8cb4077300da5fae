import { CHILD_YEARS } from '#src/contract/limits.ts';
import { typeset } from '#src/i18n/typeset.ts';
import type { Settings } from '#src/platform/settings/settings.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import {
  collected,
  list,
  ownRights,
  purposes,
  recipients,
  retention,
  section,
} from './french-data.server.ts';
import { type NoticeFacts, noticeFacts } from './notice-facts.server.ts';

/** The program's own notice in Markdown, for a station that has written none [R73]. */
export function ownNotice(station: StationConfig, settings: Settings): { fr: string; en: string } {
  const facts = noticeFacts(station, settings);
  return { fr: typeset(frenchNotice(facts), 'fr'), en: typeset(englishExcerpt(facts), 'en') };
}

/** The notice in short, in English, for a station that has written none. */
function englishExcerpt({ name, association }: NoticeFacts): string {
  const { address, registry, trademark, email, host } = association;
  const where = [address, email === '' ? '' : `[${email}](mailto:${email})`].filter(Boolean);
  const facts = [
    address !== '' && `with its headquarters at ${address}`,
    registry !== '' && `registered in the national register of associations under ${registry}`,
  ].filter(Boolean);
  const published = `${name} is published by **${association.name}**, a French non-profit association${facts.map((fact) => `, ${fact}`).join('')}.`;
  return [
    [
      published,
      trademark === '' ? '' : `“${name}” is a registered trademark (${trademark}).`,
      host === '' ? '' : `The site is hosted by ${host}.`,
      'The association is the controller of your personal data.',
    ]
      .filter(Boolean)
      .join(' '),
    `You can listen without an account. Members can see, download and delete, from their profile, what is held about them. ${
      where.length === 0
        ? 'For anything else, write to us through the contact page.'
        : `For anything else, write to ${where.join(', or to ')}.`
    } The site counts hours of listening and how many people listened, never who; it sets no cookies for audience measurement or advertising. Accounts are not meant for children under ${CHILD_YEARS} without the verifiable consent of a parent.`,
  ].join('\n\n');
}

/**
 * The notice of a station that has written none, in French: what this program stores and for how long, with
 * the association's own facts. It names no part that the station does not use.
 */
function frenchNotice(facts: NoticeFacts): string {
  return [
    publisher(facts),
    rights(),
    controller(facts),
    collected(facts),
    purposes(facts),
    recipients(facts),
    ownRights(facts),
    retention(facts),
    security(facts),
    children(),
    cookies(facts),
    links(facts),
  ].join('\n\n');
}

function publisher({ name, association }: NoticeFacts): string {
  const { address, registry, publisher: head, email, phone, trademark, host } = association;
  return section(
    'Éditeur et hébergeur',
    `Le site et les radios ${name} sont édités par **${association.name}**, association à but non lucratif${registry === '' ? '' : ' régie par la loi du 1er juillet 1901'}.`,
    list(
      address !== '' && `Siège social : ${address}`,
      registry !== '' && `Numéro au répertoire national des associations (RNA) : ${registry}`,
      head !== '' && `Directeur ou directrice de la publication : ${head}`,
      email !== '' && `E-mail : [${email}](mailto:${email})`,
      phone !== '' && `Téléphone : ${phone}`,
      host !== '' && `Hébergeur : ${host}`,
    ),
    trademark !== '' &&
      `« ${name} » est une marque déposée (${trademark}). Toute reproduction du nom, du logo ou de l’habillage sonore est soumise à l’accord écrit de l’association.`,
  );
}

function rights(): string {
  return section(
    'Droits d’auteur',
    'Les œuvres diffusées restent la propriété de leurs auteurs, compositeurs, interprètes et producteurs. Les textes, les biographies et les illustrations du site ne peuvent être repris sans autorisation, à l’exception de courtes citations accompagnées de leur source. Chaque commentaire appartient à la personne qui l’écrit.',
  );
}

function controller({ association }: NoticeFacts): string {
  return section(
    'Responsable du traitement',
    `${association.name} est responsable du traitement de vos données personnelles au sens du règlement général sur la protection des données (RGPD) et de la loi « Informatique et libertés » du 6 janvier 1978. On peut écouter la radio et lire tout le site sans compte et sans donner son nom.`,
  );
}

function security({ isEncrypted }: NoticeFacts): string {
  return section(
    'Sécurité',
    `${isEncrypted ? 'Les échanges avec le site sont chiffrés. ' : ''}Les mots de passe et les jetons de connexion ne sont conservés que sous forme d’empreintes. Les tentatives de connexion répétées sont freinées. L’accès aux serveurs est réservé à quelques personnes. En cas de violation de données présentant un risque pour vous, nous vous en informerons, ainsi que la CNIL, dans les délais prévus par la loi.`,
  );
}

function children(): string {
  return section(
    `Enfants de moins de ${CHILD_YEARS} ans`,
    `La création d’un compte n’est pas destinée aux enfants de moins de ${CHILD_YEARS} ans. Si un enfant de cet âge souhaite s’inscrire, nous faisons un effort raisonnable pour obtenir le consentement vérifiable de ses parents ou de son représentant légal. Un parent qui constate qu’un compte a été ouvert sans son accord peut nous écrire : le compte sera supprimé.`,
  );
}

function cookies(facts: NoticeFacts): string {
  const { providers, donationHost, hasRecaptcha, hasSlots, keepsCopies } = facts;
  const others = [donationHost, hasRecaptcha ? 'Google (reCAPTCHA)' : '', ...providers].filter(Boolean);
  return section(
    'Cookies et stockage local',
    list(
      `**Cookies de navigation** : un, quand vous vous inscrivez ; il dure sept jours au plus et permet de reconnaître le navigateur qui a demandé l’inscription.${
        providers.length > 0
          ? ` Pendant une connexion avec ${providers.join(' ou ')}, un autre dure quinze minutes et relie la réponse de ce service à votre navigateur, un troisième dure une minute et reconnaît ce navigateur à son retour. Si ce service doit d’abord être relié à votre compte, un dernier garde quinze minutes votre identifiant chez lui et ici.`
          : ''
      }`,
      '**Cookies de mesure d’audience** : aucun.',
      `**Cookies publicitaires** : aucun.${hasSlots ? ' Les publicités du site sont des images qu’il sert lui-même ; les membres n’en voient pas.' : ''}`,
    ),
    'Votre navigateur garde en revanche, dans son stockage local, ce qui rend le service possible et ne demande pas de consentement : vos préférences (langue, thème, volume, flux, raccourcis, réception), votre connexion de membre et son jeton sans publicité, un numéro calculé d’après le navigateur, sa langue et le système, la date où vous avez fermé l’invitation à vous inscrire, l’endroit où vous avez quitté un épisode, le moment du dernier avis qu’un de vos titres passe à l’antenne, la page où revenir après une connexion avec un autre service, ce que vous vouliez faire avant de suivre le lien d’un e-mail, avec votre adresse, une suppression de compte restée sans réponse et, si votre carnet d’écoute est actif, ce qui attend d’y être inscrit et l’heure de ce que vous venez d’en retirer. Le temps d’un onglet s’y ajoutent la position dans la page, votre adresse publique, l’épisode dans le lecteur, le flux que vous avez mis en pause, ce que vous vouliez faire avant de vous connecter, votre arrivée par l’adresse du site, la fin de votre session, le lien d’un e-mail que vous avez ouvert, ce que vous avez écrit d’une inscription, sauf le mot de passe, et le texte que vous êtes en train d’écrire. Se déconnecter efface la connexion, son jeton, ce qui attend et l’heure des titres retirés.',
    keepsCopies &&
      'Il garde aussi une copie des fichiers du site, des pages que vous avez ouvertes et des derniers titres, pour vous les montrer quand la radio est hors d’atteinte ; jamais celle d’une page réservée à un membre.',
    others.length > 0 &&
      `Des tiers peuvent déposer leurs propres cookies quand vous les appelez : ${others.join(', ')}. Rien n’en est chargé ailleurs.`,
    'Vous pouvez vous opposer aux cookies des tiers vers lesquels le site mène :',
    list(
      '[Google et YouTube](https://adssettings.google.com/)',
      '[Meta (Facebook, Instagram)](https://www.facebook.com/settings?tab=ads)',
      '[X (Twitter)](https://x.com/settings/account/personalization)',
      '[Your Online Choices, plateforme de la publicité en Europe](https://www.youronlinechoices.com/fr/)',
    ),
    'Vous pouvez aussi refuser ou effacer cookies et données de sites dans votre navigateur :',
    list(
      '[Mozilla Firefox](https://support.mozilla.org/fr/kb/effacer-cookies-donnees-site-firefox)',
      '[Google Chrome](https://support.google.com/chrome/answer/95647?hl=fr)',
      '[Apple Safari](https://support.apple.com/fr-fr/guide/safari/sfri11471/mac)',
      '[Microsoft Edge](https://support.microsoft.com/fr-fr/microsoft-edge)',
    ),
    'Vos préférences ne sont alors plus retenues d’une visite à l’autre ; la radio, elle, continue.',
  );
}

function links({ association }: NoticeFacts): string {
  const { email } = association;
  return section(
    'Liens et questions',
    `Le site renvoie vers d’autres, qu’il ne contrôle pas et dont il ne saurait répondre. Pour un lien mort ou douteux, ou toute question sur cette page : ${email === '' ? '' : `[${email}](mailto:${email}) ou `}la page Contact du site.`,
  );
}
