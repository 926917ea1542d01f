/** How every CSV file of this project is written (RFC 4180), for `csv-stringify`: a cell with a line break of any kind is quoted. */
export const CSV_FORM = { header: true, record_delimiter: 'windows', quoted_match: /[\r\n]/u } as const;
