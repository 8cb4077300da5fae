/**
 * Hands a file to the browser to keep.
 * @param name with its ending
 * @param text its content
 * @param type media type
 */
export function saveFile(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}

/** The same for data that becomes JSON. */
export function saveJson(name: string, data: unknown): void {
  saveFile(name, JSON.stringify(data, null, 2), 'application/json');
}
