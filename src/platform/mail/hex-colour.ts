/** `rgba(r,g,b,a)` as mail readers know it, without its transparency. */
export function hexColour(rgba: string): string {
  const channels = rgba.match(/\d+(\.\d+)?/g)?.slice(0, 3) ?? [];
  const hex = channels.map((channel) => Math.round(Number(channel)).toString(16).padStart(2, '0'));
  return `#${hex.join('').padEnd(6, '0')}`;
}
