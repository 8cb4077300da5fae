import { createRandom } from '#demo/synth/random.ts';
import { BEATS_PER_BAR, type Note, type Part, type Section, type Song } from './song.ts';

/** A note at its beat in the whole song; swing is not applied yet. */
export interface PlacedNote extends Note {
  /** Beats from the song's first. */
  at: number;
}

/** All notes of a part through all sections, in order of their bars. */
export function arrange(song: Song, part: Part): PlacedNote[] {
  const random = createRandom(`${song.seed} ${part.name}`);
  const placed: PlacedNote[] = [];
  let firstBeat = 0;
  song.sections.forEach((section, number) => {
    const variant = variantOf(section, part.name);
    for (let index = 0; index < section.bars; index++) {
      const at = firstBeat + index * BEATS_PER_BAR;
      if (variant === null) continue;
      const progression = progressionOf(song, section);
      const following = song.sections[number + 1] ?? section;
      const last = index === section.bars - 1;
      const notes = part.notes({
        index,
        last,
        section,
        variant,
        chords: progression[index % progression.length] ?? [],
        nextChords: last
          ? (progressionOf(song, following)[0] ?? [])
          : (progression[(index + 1) % progression.length] ?? []),
        progression: section.chords,
        progressionBar: index % progression.length,
        random,
      });
      for (const note of notes) placed.push({ ...note, at: at + note.beat });
    }
    firstBeat += section.bars * BEATS_PER_BAR;
  });
  return placed;
}

/** The playing of a part in a section; null when it is silent there. */
function variantOf(section: Section, part: string): string | null {
  for (const word of section.play.split(' ')) {
    const [name, variant = ''] = word.split(':');
    if (name === part) return variant;
  }
  return null;
}

function progressionOf(song: Song, section: Section) {
  const progression = song.progressions[section.chords];
  if (!progression) throw new Error(`${song.seed}: no progression ${section.chords}`);
  return progression;
}

/** Where a beat falls once every second sixteenth is played late; 0.33 makes triplets. */
export function swung(beat: number, swing: number): number {
  const pair = Math.floor(beat * 2) / 2;
  const inside = (beat - pair) * 4;
  const middle = 1 + swing;
  return pair + (inside < 1 ? inside * middle : middle + (inside - 1) * (2 - middle)) / 4;
}
