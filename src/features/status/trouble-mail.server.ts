import * as z from 'zod';
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Services } from '#src/features/services.server.ts';
import { writtenMoment } from '#src/i18n/formats/written-date.ts';
import { layOutMail, type MailContent } from '#src/platform/mail/mail-layout.ts';
import type { MailComposer } from '#src/platform/mail/mail-queue.ts';
import { type Problem, problemSchema } from '#src/robots/finding.wire.ts';
import type { RecordedTrouble } from './robot-records.server.ts';

export const TROUBLE_KIND = 'robot-trouble';

const toldSchema = z.object({
  streamId: z.enum([...STREAM_IDS, '']),
  robot: z.string(),
  problem: z.string(),
  detail: z.string(),
  sinceMs: z.number(),
  untilMs: z.number().nullable(),
});
const payloadSchema = z.object({
  begun: z.array(toldSchema),
  ended: z.array(toldSchema),
  /** Whether nothing lasts, of what was told earlier either; earlier versions did not say. */
  isAllOver: z.boolean().optional(),
});
/** What a mail tells: what began, and what is over. */
export type ToldTroubles = z.infer<typeof payloadSchema>;

/** Who listens like this, French and English. */
const LISTENERS: Readonly<Record<string, readonly [fr: string, en: string]>> = {
  browser: ['dans les navigateurs', 'in browsers'],
  safari: ['sur iPhone, iPad et Mac', 'on iPhone, iPad and Mac'],
  vlc: ['dans VLC et les lecteurs semblables', 'in VLC and players like it'],
  sonos: ['sur les enceintes et radios connectées', 'on speakers and internet radios'],
  hls: ['en HLS', 'by HLS'],
};
const PROBLEMS: Readonly<Record<Problem, readonly [fr: string, en: string]>> = {
  unreachable: ['est injoignable', 'cannot be reached'],
  refused: ['refuse les auditeurs', 'refuses listeners'],
  wrong_answer: ['répond de travers', 'gives a wrong answer'],
  cut_off: ['s’interrompt', 'breaks off'],
  silent: ['est muet', 'is silent'],
  no_music: ['ne passe plus de musique', 'plays no music'],
  broken_sound: ['a un son abîmé', 'has broken sound'],
  gap: ['a des coupures', 'has gaps'],
  slow_start: ['démarre lentement', 'starts slowly'],
  clipped: ['sature', 'is distorted'],
  playlist_wrong: ['a une liste de lecture inutilisable', 'has a playlist that leads nowhere'],
  title_wrong: ['affiche un mauvais titre', 'shows a wrong title'],
  cover_missing: ['n’a pas de pochette', 'has no cover'],
};

/** Writes what RobotReports orders: French, then English, for the operator [R182]. */
export function troubleMailComposer(
  services: Pick<Services, 'settings' | 'station'> & { recipient(): string },
): MailComposer {
  return async ({ payload }) => {
    const to = services.recipient();
    if (to === '') return null;
    const told = payloadSchema.parse(payload);
    const { name, association, streams, timezone } = services.station();
    const { origin } = services.settings;
    const sentence = (trouble: RecordedTrouble, language: 0 | 1) =>
      sentenceOf(trouble, language, {
        nameOf: (id) => streams.find((stream) => stream.id === id)?.name ?? id,
        timezone,
      });
    const hasBegun = told.begun.some(({ untilMs }) => untilMs === null);
    const isOver = told.isAllOver ?? !hasBegun;
    const [title, titleInEnglish] = isOver
      ? ['Tout est rentré dans l’ordre', 'all is well again']
      : hasBegun
        ? ['Quelque chose ne va pas à l’antenne', 'listeners hear a problem']
        : ['Une partie est rétablie, le reste dure', 'some of it is over, the rest lasts'];
    const content: MailContent = {
      language: DEFAULT_LANGUAGE,
      subject: `${name}\u00a0: ${title.charAt(0).toLowerCase()}${title.slice(1)} / ${titleInEnglish}`,
      title,
      greeting: 'Bonjour,',
      paragraphs: [
        'Les robots d’écoute de la station, qui écoutent comme le font les auditeurs, ont constaté\u00a0:',
        ...[...told.begun, ...told.ended].map((trouble) => sentence(trouble, 0)),
        ...(isOver
          ? []
          : [
              'La commande «\u00a0npx onde watch\u00a0» écoute tout de suite et dit ce qui ne va pas\u00a0; le journal en dit la cause.',
            ]),
        `In English: the station’s robots, which listen as listeners do, found:`,
        ...[...told.begun, ...told.ended].map((trouble) => sentence(trouble, 1)),
        ...(isOver ? [] : ['`npx onde watch` listens at once and says what is wrong; the log says why.']),
      ],
      button: null,
      notes: [`${origin}/status`],
      footer: [association.name, new URL(origin).host],
    };
    return {
      to,
      ...(await layOutMail({ name, streams }, content)),
    };
  };
}

/** A mail that waited for an update may tell of what is no longer looked for. */
function wordsOf(problem: string, language: 0 | 1): string {
  const known = problemSchema.safeParse(problem);
  return known.success ? PROBLEMS[known.data][language] : problem;
}

function sentenceOf(
  { streamId, robot, problem, detail, sinceMs, untilMs }: RecordedTrouble,
  language: 0 | 1,
  { nameOf, timezone }: { nameOf(id: string): string; timezone: string },
): string {
  const at = (ms: number) => writtenMoment(ms, language === 0 ? 'fr' : 'en', timezone);
  const what =
    streamId === ''
      ? ['Aucun robot n’écoutait', 'No robot listened'][language]
      : `${nameOf(streamId)} ${wordsOf(problem, language)} ${LISTENERS[robot]?.[language] ?? robot}`;
  const since = language === 0 ? `depuis le ${at(sinceMs)}` : `since ${at(sinceMs)}`;
  const from =
    untilMs === null
      ? since
      : language === 0
        ? `du ${at(sinceMs)} au ${at(untilMs)}\u00a0; c’est fini`
        : `from ${at(sinceMs)} to ${at(untilMs)}; that is over`;
  return `${what}, ${from}${untilMs === null && detail !== '' ? ` (${detail})` : ''}.`;
}
