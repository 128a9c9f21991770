/** An error in records, or in the options about them, in words for the person who can fix it. */
export class BadRecords extends Error {
  override readonly name = 'BadRecords';
}
