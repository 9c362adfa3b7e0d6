/**
 * Most arguments that a filter may have in the form `name(…)`: what Nunjucks takes besides under the same name means something that
 * Liquid does not know.
 */
export const MOST_ARGUMENTS: ReadonlyMap<string, number> = new Map(Object.entries({
  abs: 0, append: 1, array_to_sentence_string: 1, at_least: 1, at_most: 1, base64_decode: 0, base64_encode: 0, capitalize: 0, ceil: 0, cgi_escape: 0, compact: 0, concat: 1,
  d: 2, date: 2, date_to_long_string: 2, date_to_rfc822: 0, date_to_string: 2, date_to_xmlschema: 0, default: 2, divided_by: 2, downcase: 0, dump: 1,
  e: 0, escape: 0, escape_once: 0, find: 2, find_exp: 2, find_index: 2, find_index_exp: 2, first: 0, float: 1, floor: 0, group_by: 1, group_by_exp: 2,
  has: 2, has_exp: 2, hmac_sha256: 1, inspect: 1, int: 1, join: 1, json: 1, jsonify: 1, last: 0, length: 0, lower: 0, lstrip: 1, minus: 1, modulo: 1,
  newline_to_br: 0, normalize_whitespace: 0, number_of_words: 1, plus: 1, pop: 0, prepend: 1, push: 1, raw: 0, reject_exp: 2, remove: 1, remove_first: 1, remove_last: 1,
  replace: 2, replace_first: 2, replace_last: 2, reverse: 0, round: 1, rstrip: 1, safe: 0, sample: 1, sha256: 0, shift: 0, size: 0, slugify: 2, sort_natural: 1, split: 1,
  squish: 0, string: 0, strip: 1, strip_html: 0, strip_newlines: 0, sum: 1, times: 1, title: 0, to_integer: 0, tojson: 0, trim: 0, truncatewords: 2, uniq: 0, unshift: 1,
  upcase: 0, upper: 0, uri_escape: 0, url_decode: 0, url_encode: 0, urlencode: 0, where: 2, where_exp: 2, xml_escape: 0,
}));

/** Filters whose arguments mean something else in Nunjucks or Jinja, where all are written `name(…)`. */
export const COLON_ONLY: ReadonlySet<string> = new Set(['map', 'reject', 'slice', 'sort', 'truncate']);
