/** Where Windows and disks of a network keep what was deleted, and earlier states of all files. */
const BINS = String.raw`\$recycle\.bin|system volume information|[#@]recycle|#snapshot|@recently-snapshot`;
/**
 * Names of what file managers, editors, copying programs and file systems leave behind. Artists and albums may begin
 * with dots, too, as ".38 Special" and "...And Justice for All" do: with several or before a digit, they are no litter.
 * Nor is what stands between tildes, as subtitles of albums do in Japan: a copy of an editor or of `cp` has one behind
 * an ending, or two around a number.
 */
const LITTER = new RegExp(
  String.raw`^(\.(?![.\d])|~\$)|\.([a-z0-9]{1,5}|~\d+)~$|^(thumbs\.db|desktop\.ini|lost\+found|@eaDir|${BINS})$|\.(part|partial|crdownload|filepart|tmp|swp|bak)$`,
  'i',
);
/** A name that rsync gives to what it has not copied yet. */
const UNFINISHED = /^\..*[^.]\.[a-z0-9]{6}$/i;

/** Whether a file or folder of this name is litter, which is skipped in silence. */
export function isLitter(name: string): boolean {
  return LITTER.test(name) || UNFINISHED.test(name);
}
