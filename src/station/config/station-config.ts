import { DEFAULT_LANGUAGE, FALLBACK_LANGUAGE, type Language } from '#src/contract/languages.ts';
import { STREAM_COLOURS, STREAM_IDS, STREAM_VERSIONS, type StreamId } from '#src/contract/streams.ts';
import type { Adverts, SlotConfig } from './adverts-yaml.ts';
import { rgbaOf, type StationYaml, type StreamYaml } from './station-yaml.ts';

export type Texts = Record<Language, string>;

/** A part of the week in which a stream draws from one folder. `until` 24 is midnight; from > until crosses it. */
export interface FolderHours {
  days: number[];
  from: number;
  until: number;
  /** Path from the stream's folder in `music/`, in NFC. */
  folder: string;
}

export interface StreamConfig {
  id: StreamId;
  version: string;
  name: string;
  image: string;
  /** `rgba(r,g,b,a)` */
  colour: string;
  genre: Texts;
  description: Texts;
  jingleEvery: number;
  adverts: Adverts | null;
  hours: FolderHours[];
}

/** `station.yaml` with every default applied. */
export interface StationConfig {
  name: string;
  association: Record<
    'name' | 'address' | 'registry' | 'trademark' | 'publisher' | 'email' | 'phone' | 'host',
    string
  >;
  since: number;
  timezone: string;
  links: Partial<Record<'facebook' | 'instagram' | 'twitter' | 'youtube' | 'discord', string>>;
  apps: Partial<Record<'android' | 'ios' | 'windows', string>>;
  donation: {
    form: string;
    load: 'click' | 'always';
    /** Where the form leads its frame on to, beside its own origin. */
    origins: string[];
    bills: { what: string; eurosPerMonth: number }[];
  };
  streams: StreamConfig[];
  slots: SlotConfig[];
}

const JINGLE_EVERY = 4;

/** Applies the defaults; the streams come in the file's order, those it leaves out after them. */
export function stationConfig(yaml: StationYaml): StationConfig {
  const name = yaml.name ?? 'Onde';
  const given = yaml.streams ?? [];
  const order = [
    ...given.map(({ id }) => id),
    ...STREAM_IDS.filter((id) => !given.some((stream) => stream.id === id)),
  ];
  return {
    name,
    association: {
      name,
      address: '',
      registry: '',
      trademark: '',
      publisher: '',
      email: '',
      phone: '',
      host: '',
      ...defined(yaml.association ?? {}),
    },
    since: yaml.since ?? 2001,
    timezone: yaml.timezone ?? 'Europe/Paris',
    links: defined(yaml.links ?? {}),
    apps: defined(yaml.apps ?? {}),
    donation: { form: '', load: 'click', origins: [], bills: [], ...defined(yaml.donation ?? {}) },
    streams: order.map((id) => streamConfig(name, given.find((stream) => stream.id === id) ?? { id })),
    slots: yaml.slots ?? [],
  };
}

function streamConfig(station: string, { id, ...yaml }: StreamYaml): StreamConfig {
  return {
    id,
    version: yaml.version ?? STREAM_VERSIONS[id],
    name: yaml.name ?? `${station} ${/^\d/.test(id) ? id : id.charAt(0).toUpperCase() + id.slice(1)}`,
    image: yaml.image ?? id,
    colour: yaml.colour ?? rgbaOf(STREAM_COLOURS[id]),
    genre: completeTexts(yaml.genre ?? {}),
    description: completeTexts(yaml.description ?? {}),
    jingleEvery: yaml.jingleEvery ?? JINGLE_EVERY,
    adverts: yaml.adverts ?? null,
    hours: (yaml.hours ?? []).map((part) => ({ ...part, folder: folderBelow(id, part.folder) })),
  };
}

/** Returns the path below the stream's folder: `mix` for `mix`, `./mix/` and `music/dance/mix`. */
function folderBelow(streamId: StreamId, written: string): string {
  const parts = written
    .normalize('NFC')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  const isFromTop = parts[0] === 'music' && parts[1] === streamId;
  return parts.slice(isFromTop ? 2 : 0).join('/');
}

/** Completes texts: a missing language falls back to en, then fr, then whatever there is. */
function completeTexts(texts: Partial<Record<Language, string | undefined>>): Texts {
  const fallback =
    texts[FALLBACK_LANGUAGE] ?? texts[DEFAULT_LANGUAGE] ?? Object.values(texts).find(Boolean) ?? '';
  const text = (language: Language) => texts[language] ?? fallback;
  return {
    fr: text('fr'),
    en: text('en'),
    de: text('de'),
    pl: text('pl'),
    es: text('es'),
    it: text('it'),
    ru: text('ru'),
    nl: text('nl'),
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
function defined<T extends object>(value: T): Defined<T> {
  const kept: Defined<T> = {};
  for (const key in value) {
    const part = value[key];
    if (part !== undefined) Object.assign(kept, { [key]: part });
  }
  return kept;
}

/**
 * Finds the stream of a `version` parameter, which is a version key or an id [W16]; null when it names none.
 */
export function findStream({ streams }: StationConfig, version: string): StreamConfig | null {
  return (
    streams.find((stream) => stream.version === version) ??
    streams.find((stream) => stream.id === version) ??
    null
  );
}
