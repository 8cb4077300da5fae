/** The id of the element that shows a comment or a reply. */
export function commentElementId(id: number): string {
  return `comment-${id}`;
}
