/** What is wrong with records, or with what was said of them, in words for the person who can mend it. */
export class BadRecords extends Error {
  override readonly name = 'BadRecords';
}
