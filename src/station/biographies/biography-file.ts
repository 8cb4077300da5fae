/** A biography in one language. */
export interface BiographyText {
  /** The artist's true name, when a `name:` line at the head says it. */
  readonly name: string | null;
  /** Markdown. */
  readonly text: string;
}

/**
 * Reads `{artist}/{language}.md`: a text that may begin with `name: AC/DC`, alone or between two lines of `---`, for
 * artists whose name no folder can have.
 */
export function readBiography(content: string): BiographyText {
  const lines = content.replaceAll('\r\n', '\n').trim().split('\n');
  const fence =
    lines[0]?.trim() === '---' ? lines.findIndex((line, at) => at > 0 && line.trim() === '---') : -1;
  const head = fence > 0 ? lines.slice(1, fence) : lines.slice(0, 1);
  const name = head.map(nameIn).find((found) => found !== null) ?? null;
  const body = fence > 0 ? lines.slice(fence + 1) : name === null ? lines : lines.slice(1);
  return { name, text: body.join('\n').trim() };
}

function nameIn(line: string): string | null {
  const [, value = ''] = /^name:\s*(.*?)\s*$/i.exec(line) ?? [];
  const [, , quoted] = /^(["'])(.*)\1$/.exec(value) ?? [];
  const name = quoted ?? value;
  return name === '' ? null : name;
}
