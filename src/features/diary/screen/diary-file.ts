import { DIARY_ROWS_MAX } from '#src/contract/limits.ts';
import type { Diary, DiaryEntry } from '#src/features/diary/diary.wire.ts';
import { loadDiary } from '#src/features/diary/diary-calls.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { saveFile, saveJson } from '#src/page/storage/save-file.ts';

/** Entries asked for in one call: the most that it returns. */
const ENTRIES_A_CALL = DIARY_ROWS_MAX;

/**
 * Hands the whole diary to the browser as a file.
 * @throws {CallError}
 */
export async function saveDiary(browser: Browser, format: 'JSON' | 'CSV'): Promise<void> {
  const entries = await loadWholeDiary((asked) => loadDiary(browser, asked));
  if (format === 'CSV') saveFile('diary.csv', diaryAsCsv(entries), 'text/csv');
  else saveJson('diary.json', entries.map(plainEntry));
}

/**
 * Loads the whole diary, newest first.
 * @throws {CallError}
 */
export async function loadWholeDiary(
  load: (asked: Parameters<typeof loadDiary>[1]) => Promise<Diary>,
): Promise<DiaryEntry[]> {
  const entries: DiaryEntry[] = [];
  let before: string | null = null;
  do {
    const part = await load({ limit: ENTRIES_A_CALL, before });
    entries.push(...part.entries);
    before = part.next;
  } while (before !== null);
  return entries;
}

/** An entry without what only the screen needs. */
export function plainEntry({ started_at, stream_id, artist, title }: DiaryEntry) {
  return { started_at, stream: stream_id, artist, title };
}

/** Returns a table that spreadsheets open with their accents. */
export function diaryAsCsv(entries: readonly DiaryEntry[]): string {
  const rows = entries.map((entry) => Object.values(plainEntry(entry)).map(cell).join(','));
  return `\u{FEFF}${['started_at,stream,artist,title', ...rows].join('\r\n')}\r\n`;
}

/** Marks a title that begins like a formula as text: spreadsheets would run it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
