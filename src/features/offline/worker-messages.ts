/** The messages that a page sends to the worker. */
export type WorkerMessage =
  /** Whether the build of this script is the worker's own: answered with true or false. */
  | { readonly type: 'knows'; readonly script: string }
  /** Keep these files of the build too: the page loaded them before the worker was there. */
  | { readonly type: 'adopt'; readonly files: readonly string[] }
  /** What the page has seen on air on each stream, and when it came. */
  | { readonly type: 'titles'; readonly titles: readonly unknown[]; readonly atMs: number }
  /** Take the place of the worker of another build. */
  | { readonly type: 'take-over' };

/** Returns null for anything that is no message of ours: a page of another build may say something else. */
export function readMessage(data: unknown): WorkerMessage | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null;
  if (data.type === 'take-over') return { type: 'take-over' };
  if (data.type === 'knows' && 'script' in data && typeof data.script === 'string')
    return { type: 'knows', script: data.script };
  if (data.type === 'titles' && 'titles' in data && 'atMs' in data)
    return Array.isArray(data.titles) && typeof data.atMs === 'number'
      ? { type: 'titles', titles: data.titles, atMs: data.atMs }
      : null;
  if (data.type !== 'adopt' || !('files' in data) || !Array.isArray(data.files)) return null;
  const files = data.files.filter((file): file is string => /^\/assets\/[\w.-]+$/.test(String(file)));
  return { type: 'adopt', files };
}
