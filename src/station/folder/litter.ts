/** Names of what file managers, editors, copying programs and file systems leave behind. */
const LITTER =
  /^[.~]|~$|^(thumbs\.db|desktop\.ini|lost\+found|@eaDir|#recycle)$|\.(part|partial|crdownload|filepart|tmp|swp|bak)$/i;

/** Whether a file or folder of this name is litter, which is skipped in silence. */
export function isLitter(name: string): boolean {
  return LITTER.test(name);
}
