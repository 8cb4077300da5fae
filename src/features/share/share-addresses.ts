/** Where each network takes a link from. */
export function shareAddresses(
  url: string,
  message: string,
): Record<'facebook' | 'twitter' | 'whatsapp', string> {
  const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
  return {
    facebook: `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
    twitter: `https://twitter.com/intent/tweet?${query({ url, text: message })}`,
    whatsapp: `https://wa.me/?${query({ text: `${message} ${url}` })}`,
  };
}
