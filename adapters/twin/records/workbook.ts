/** How the files of spreadsheets begin: an archive of zip, or Microsoft's older container. */
const beginnings = ['504b0304', 'd0cf11e0'];

/** Advises what to do with a workbook of a spreadsheet, in words that follow the file's name; undefined if its first bytes are not a workbook's. */
export const whyWorkbook = (bytes: Uint8Array): string | undefined =>
  beginnings.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))
    ? 'is a workbook of a spreadsheet, or another archive: save its sheet as CSV, or unpack it'
    : undefined;
