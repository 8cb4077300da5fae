import type { NoticeFacts } from './notice-facts.server.ts';
import { list, section } from './notice-markdown.server.ts';

export function publisher({ name, association }: NoticeFacts): string {
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

export function rights(): string {
  return section(
    'Droits d’auteur',
    'Les œuvres diffusées restent la propriété de leurs auteurs, compositeurs, interprètes et producteurs. Les textes, les biographies et les illustrations du site ne peuvent être repris sans autorisation, à l’exception de courtes citations accompagnées de leur source. Chaque commentaire appartient à la personne qui l’écrit.',
  );
}

export function controller({ association }: NoticeFacts): string {
  return section(
    'Responsable du traitement',
    `${association.name} est responsable du traitement de vos données personnelles au sens du règlement général sur la protection des données (RGPD) et de la loi « Informatique et libertés » du 6 janvier 1978. On peut écouter la radio et lire tout le site sans compte et sans donner son nom.`,
  );
}
